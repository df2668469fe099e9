import type PocketBase from 'pocketbase';
import type { GuildGrant } from '../../domain/guild/grant.ts';
import { type Month, monthText } from '../../domain/kernel/month.ts';
import { anyOf, partsOf } from '../kernel/any-of.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type { GuildHandoutsRecord, GuildsRecord } from '../kernel/records.ts';
import { licenceNumberOfMember } from './merchant-licences.ts';

/** Names of stores, releases, bundles and rewards, looked up in bulk. */

async function byIds<T extends { id: string }>(
  pb: PocketBase,
  collection: string,
  ids: readonly string[],
  options: { fields?: string; expand?: string },
): Promise<T[]> {
  const found: T[] = [];
  for (const part of partsOf(ids.filter(isRecordId))) {
    const { items } = await pb.collection(collection).getList<T>(1, part.length, {
      filter: anyOf(pb, 'id', part),
      skipTotal: true,
      ...options,
    });
    found.push(...items);
  }
  return found;
}

/** Names and slugs of stores, by id. */
export async function storeNames(
  pb: PocketBase,
  ids: readonly string[],
): Promise<Map<string, { name: string; slug: string }>> {
  const rows = await byIds<{ id: string; name: string; slug: string }>(pb, 'stores', ids, {
    fields: 'id,name,slug',
  });
  return new Map(rows.map(({ id, name, slug }) => [id, { name, slug }]));
}

/** Names of the granted releases, bundles and rewards, by their ids. */
export async function grantNames(
  pb: PocketBase,
  grants: readonly Pick<GuildGrant, 'kind' | 'what'>[],
): Promise<Map<string, string>> {
  const things = await thingsOf(pb, grants);
  return new Map([...things].map(([id, { name }]) => [id, name]));
}

async function thingsOf(pb: PocketBase, grants: readonly Pick<GuildGrant, 'kind' | 'what'>[]) {
  const of = (kind: GuildGrant['kind']) =>
    grants.filter((grant) => grant.kind === kind).map(({ what }) => what);
  const [releases, bundles, rewards] = await Promise.all([
    byIds<{ id: string; title: string; month: Month }>(pb, 'releases', of('release'), {
      fields: 'id,title,month',
    }),
    byIds<{ id: string; name: string }>(pb, 'entry_bundles', of('entry_bundle'), { fields: 'id,name' }),
    byIds<{ id: string; name: string }>(pb, 'loyalty_rewards', of('loyalty'), { fields: 'id,name' }),
  ]);
  return new Map<string, { name: string; month: Month | null }>([
    ...releases.map(({ id, title, month }) => [id, { name: title, month }] as const),
    ...[...bundles, ...rewards].map(({ id, name }) => [id, { name, month: null }] as const),
  ]);
}

/** Where an entitlement came from, as shown to its owner. */
export interface GuildSource {
  /** "Release of November 2026: The Rain King’s Court, The Ashgrove Circle". */
  text: string;
  /** Number of the public licence page; null for a personal licence. */
  licenceNumber: string | null;
}

/** The sources of entitlements that a guild granted, by the grant's id. */
export async function guildSources(
  pb: PocketBase,
  sourceIds: readonly string[],
): Promise<Map<string, GuildSource>> {
  if (sourceIds.length === 0) return new Map();
  type Row = GuildHandoutsRecord & { expand?: { guild?: GuildsRecord } };
  const rows = await byIds<Row>(pb, 'guild_handouts', sourceIds, { expand: 'guild' });
  const things = await thingsOf(
    pb,
    rows.flatMap(({ kind, what }) => (kind === '' ? [] : [{ kind, what }])),
  );
  return new Map(
    await Promise.all(
      rows.map(async ({ id, what, kind, member, licence, expand }): Promise<[string, GuildSource]> => {
        const thing = things.get(what);
        const name = thing?.month
          ? `Release of ${monthText(thing.month)}: ${thing.name}`
          : `${kind === 'loyalty' ? 'Loyalty reward' : 'Entry bundle'}: ${thing?.name ?? ''}`;
        const text = [name, expand?.guild?.name].filter(Boolean).join(', ');
        const licenceNumber = licence === 'merchant' ? await licenceNumberOfMember(pb, member) : null;
        return [id, { text, licenceNumber }];
      }),
    ),
  );
}
