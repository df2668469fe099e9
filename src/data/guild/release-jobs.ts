import type PocketBase from 'pocketbase';
import type { GuildState } from '../../domain/guild/guild.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { LicenceTexts } from '../catalogue/licence-texts.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import type { GuildsRecord, ReleasesRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';
import { grantContents } from './guild-grants.ts';

/** What the release job has to publish and deliver. All progress is stored in the rows. */

export interface DueRelease {
  id: string;
  guildId: string;
  storeId: string;
  publishAt: Instant;
  guild: { state: GuildState; pausesAt: Instant | null; resumesAt: Instant | null; heldAt: Instant | null };
}

/** Scheduled releases whose time has come, oldest first. Those of a guild on hold wait. */
export async function releasesDue(pb: PocketBase, now: Instant, limit: number): Promise<DueRelease[]> {
  const list = await pb
    .collection('releases')
    .getList<ReleasesRecord & { expand?: { guild?: GuildsRecord } }>(1, limit, {
      filter: pb.filter(
        "state = 'scheduled' && publishAt <= {:now} && guild.heldAt = '' && (guild.state = 'live' || guild.state = 'closing')",
        { now: dateOf(now) },
      ),
      sort: 'publishAt,id',
      expand: 'guild',
      skipTotal: true,
    });
  return list.items.flatMap(({ id, publishAt, expand }) => {
    const guild = expand?.guild;
    return guild
      ? [
          {
            id,
            guildId: guild.id,
            storeId: guild.store,
            publishAt: instantOf(publishAt) ?? now,
            guild: {
              state: guild.state === '' ? ('draft' as const) : guild.state,
              pausesAt: instantOf(guild.pausesAt),
              resumesAt: instantOf(guild.resumesAt),
              heldAt: instantOf(guild.heldAt),
            },
          },
        ]
      : [];
  });
}

/** Releases that are being published, oldest first. */
export async function releasesPublishing(
  pb: PocketBase,
  limit: number,
): Promise<{ id: string; guildId: string }[]> {
  const list = await pb.collection('releases').getList<ReleasesRecord>(1, limit, {
    filter: "state = 'publishing' && guild.heldAt = ''",
    sort: 'publishedAt,id',
    skipTotal: true,
  });
  return list.items.map(({ id, guild }) => ({ id, guildId: guild }));
}

const CONTENT_TABLES = {
  release_products: sql`release_products`,
  entry_bundle_products: sql`entry_bundle_products`,
  loyalty_reward_products: sql`loyalty_reward_products`,
} as const;

/** A model of a granted release, bundle or reward that some members may not have yet. */
export interface ContentDue {
  table: keyof typeof CONTENT_TABLES;
  id: string;
  /** The release, bundle or reward. */
  what: string;
  guildId: string;
  productId: string;
}

/** Models that were added after the grant, or were suspended then. */
export async function contentsDue(pb: PocketBase, limit: number): Promise<ContentDue[]> {
  const open = "deliveredAt = '' && product.state != 'suspended'";
  const kinds = [
    ['release_products', 'release', "(release.state = 'published' || release.state = 'archived')"],
    ['entry_bundle_products', 'bundle', "bundle.state != 'draft'"],
    ['loyalty_reward_products', 'reward', "reward.state != 'draft'"],
  ] as const;
  const lists = await Promise.all(
    kinds.map(async ([table, column, ready]) => {
      type Row = Record<string, string> & { id: string; product: string };
      const list = await pb
        .collection(table)
        .getList<Row & { expand?: Record<string, { guild: string }> }>(1, limit, {
          filter: `${open} && ${ready}`,
          sort: 'created,id',
          expand: column,
          skipTotal: true,
        });
      return list.items.flatMap(({ id, product, [column]: what, expand }) => {
        const guildId = (expand as Record<string, { guild: string }> | undefined)?.[column]?.guild;
        return what !== undefined && guildId !== undefined
          ? [{ table, id, what: String(what), guildId, productId: product }]
          : [];
      });
    }),
  );
  return lists.flat();
}

/** Entitlements per transaction; more would block the database for others. */
const ENTITLEMENTS_AT_ONCE = 2000;

/** Delivers the models of a release, bundle or reward to all members who hold it, and marks this one as delivered. */
export async function deliverContent(
  pb: PocketBase,
  due: ContentDue,
  texts: LicenceTexts,
  at: Instant,
): Promise<void> {
  while ((await grantContents(pb, due, texts, at, ENTITLEMENTS_AT_ONCE)) > 0);
  await transaction(pb)
    .exec(
      sql`UPDATE ${CONTENT_TABLES[due.table]} SET deliveredAt = {:now}, updated = {:now} WHERE id = {:id} AND deliveredAt = ''
        AND product IN (SELECT id FROM products WHERE state <> 'suspended')`,
      { id: due.id, now: dateOf(at) },
    )
    .run();
}
