import type PocketBase from 'pocketbase';
import type { GuildGrant } from '../../domain/guild/grant.ts';
import { monthText } from '../../domain/kernel/month.ts';
import { ask, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { licenceNumberOfMember } from './merchant-licences.ts';

const s = tables.stores.as('s');
const h = tables.guildHandouts.as('h');
const g = tables.guilds.as('g');

const STORE = shape({ id: s.id, name: { name: s.name, slug: s.slug } });
const THING = {
  id: value(sql`t.id`, text),
  name: value(sql`t.name`, text),
  /** Of a release; null for a bundle or a reward. */
  month: value(sql`t.month`, text).orNull,
  models: value(sql`t.models`, number),
};
const THING_ROW = shape(THING);
const SOURCE = shape({
  id: h.id,
  what: h.what,
  kind: h.kind,
  member: h.member,
  licence: h.licence,
  guild: g.name.or(''),
});

/** Names of stores, releases, bundles and rewards, looked up in bulk. */

/** Names and slugs of stores, by id. */
export async function storeNamesById(
  pb: PocketBase,
  ids: readonly string[],
): Promise<Map<string, { name: string; slug: string }>> {
  const [rows] = await ask(
    pb,
    select(STORE, sql`SELECT ${STORE} FROM stores s WHERE s.id IN (SELECT value FROM json_each({:ids}))`, {
      ids,
    }),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Names of the granted releases, bundles and rewards, by their ids. */
export async function grantNames(
  pb: PocketBase,
  grants: readonly Pick<GuildGrant, 'kind' | 'what'>[],
): Promise<Map<string, string>> {
  const things = await grantedThings(
    pb,
    grants.map(({ what }) => what),
  );
  return new Map([...things].map(([id, { name }]) => [id, name]));
}

/** Releases, bundles and rewards by their ids, with the number of models in each. */
export async function grantedThings(
  pb: PocketBase,
  ids: readonly string[],
): Promise<Map<string, RowOf<typeof THING>>> {
  if (ids.length === 0) return new Map();
  const [rows] = await ask(
    pb,
    select(
      THING_ROW,
      sql`SELECT ${THING_ROW} FROM (
        SELECT r.id, r.title AS name, r.month, (SELECT count(*) FROM release_products x WHERE x.[[release]] = r.id) AS models
          FROM releases r WHERE r.id IN (SELECT value FROM json_each({:ids}))
        UNION ALL
        SELECT b.id, b.name, '', (SELECT count(*) FROM entry_bundle_products x WHERE x.bundle = b.id)
          FROM entry_bundles b WHERE b.id IN (SELECT value FROM json_each({:ids}))
        UNION ALL
        SELECT w.id, w.name, '', (SELECT count(*) FROM loyalty_reward_products x WHERE x.reward = w.id)
          FROM loyalty_rewards w WHERE w.id IN (SELECT value FROM json_each({:ids}))) t`,
      { ids },
    ),
  );
  return new Map(rows.map((thing) => [thing.id, thing]));
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
  const [rows] = await ask(
    pb,
    select(
      SOURCE,
      sql`SELECT ${SOURCE} FROM guild_handouts h LEFT JOIN guilds g ON g.id = h.guild
        WHERE h.id IN (SELECT value FROM json_each({:sourceIds}))`,
      { sourceIds },
    ),
  );
  const things = await grantedThings(
    pb,
    rows.map(({ what }) => what),
  );
  return new Map(
    await Promise.all(
      rows.map(async ({ id, what, kind, member, licence, guild }): Promise<[string, GuildSource]> => {
        const thing = things.get(what);
        const name = thing?.month
          ? `Release of ${monthText(thing.month)}: ${thing.name}`
          : `${kind === 'loyalty' ? 'Loyalty reward' : 'Entry bundle'}: ${thing?.name ?? ''}`;
        const text = [name, guild].filter(Boolean).join(', ');
        const licenceNumber = licence === 'merchant' ? await licenceNumberOfMember(pb, member) : null;
        return [id, { text, licenceNumber }];
      }),
    ),
  );
}
