import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { LicenceTexts } from '../catalogue/licence-texts.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { choice, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { grantContents } from './guild-grants.ts';

/** What the release job has to publish and deliver. All progress is stored in the rows. */

const r = tables.releases.as('r');
const g = tables.guilds.as('g');

const DUE = {
  id: r.id,
  guildId: g.id,
  storeId: g.store,
  publishAt: r.publishAt.or(0),
  guild: { state: g.state, pausesAt: g.pausesAt, resumesAt: g.resumesAt, heldAt: g.heldAt },
};
const DUE_ROW = shape(DUE);
const PUBLISHING = shape({ id: r.id, guildId: r.guild });
const CONTENT = {
  list: value(sql`c.list`, choice<keyof typeof CONTENT_TABLES>()),
  id: value(sql`c.id`, text),
  /** The release, bundle or reward. */
  what: value(sql`c.what`, text),
  guildId: value(sql`c.guild`, text),
  productId: value(sql`c.product`, text),
};
const CONTENT_ROW = shape(CONTENT);
const IS_DUE = sql`c.deliveredAt = '' AND p.state <> 'suspended'`;

export type DueRelease = RowOf<typeof DUE>;

/** Scheduled releases whose time has come, oldest first. Those of a guild on hold wait. */
export async function releasesDue(pb: PocketBase, now: Instant, limit: number): Promise<DueRelease[]> {
  const [due] = await ask(
    pb,
    select(
      DUE_ROW,
      sql`SELECT ${DUE_ROW} FROM releases r CROSS JOIN guilds g ON g.id = r.guild
        WHERE r.state = 'scheduled' AND r.publishAt <= {:now} AND g.heldAt = '' AND g.state IN ('live', 'closing')
        ORDER BY r.publishAt, r.id LIMIT {:limit}`,
      { now: dateOf(now), limit },
    ),
  );
  return due;
}

/** Releases that are being published, oldest first. */
export async function releasesPublishing(
  pb: PocketBase,
  limit: number,
): Promise<{ id: string; guildId: string }[]> {
  const [publishing] = await ask(
    pb,
    select(
      PUBLISHING,
      sql`SELECT ${PUBLISHING} FROM releases r CROSS JOIN guilds g ON g.id = r.guild
        WHERE r.state = 'publishing' AND g.heldAt = '' ORDER BY r.publishedAt, r.id LIMIT {:limit}`,
      { limit },
    ),
  );
  return publishing;
}

const CONTENT_TABLES = {
  release_products: sql`release_products`,
  entry_bundle_products: sql`entry_bundle_products`,
  loyalty_reward_products: sql`loyalty_reward_products`,
} as const;

/** A model of a granted release, bundle or reward that some members may not have yet. */
export type ContentDue = RowOf<typeof CONTENT>;

/** Models that were added after the grant, or were suspended then. */
export async function contentsDue(pb: PocketBase, limit: number): Promise<ContentDue[]> {
  const [contents] = await ask(
    pb,
    select(
      CONTENT_ROW,
      sql`SELECT ${CONTENT_ROW} FROM (
        SELECT * FROM (SELECT 'release_products' AS list, c.id, c.[[release]] AS what, w.guild, c.product
          FROM release_products c JOIN releases w ON w.id = c.[[release]] JOIN products p ON p.id = c.product
          WHERE ${IS_DUE} AND w.state IN ('published', 'archived') ORDER BY c.created, c.id LIMIT {:limit})
        UNION ALL
        SELECT * FROM (SELECT 'entry_bundle_products', c.id, c.bundle, w.guild, c.product
          FROM entry_bundle_products c JOIN entry_bundles w ON w.id = c.bundle JOIN products p ON p.id = c.product
          WHERE ${IS_DUE} AND w.state <> 'draft' ORDER BY c.created, c.id LIMIT {:limit})
        UNION ALL
        SELECT * FROM (SELECT 'loyalty_reward_products', c.id, c.reward, w.guild, c.product
          FROM loyalty_reward_products c JOIN loyalty_rewards w ON w.id = c.reward JOIN products p ON p.id = c.product
          WHERE ${IS_DUE} AND w.state <> 'draft' ORDER BY c.created, c.id LIMIT {:limit})) c`,
      { limit },
    ),
  );
  return contents;
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
      sql`UPDATE ${CONTENT_TABLES[due.list]} SET deliveredAt = {:now}, updated = {:now} WHERE id = {:id} AND deliveredAt = ''
        AND product IN (SELECT id FROM products WHERE state <> 'suspended')`,
      { id: due.id, now: dateOf(at) },
    )
    .run();
}
