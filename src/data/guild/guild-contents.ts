import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { sql } from '../kernel/sql.ts';
import type { Transaction } from '../kernel/transaction.ts';

/** The tables that list the models and tiers of releases, bundles and rewards. Rewards are for every tier. */
const LISTS = {
  release: { owner: sql`release`, products: sql`release_products`, tiers: sql`release_tiers` },
  bundle: { owner: sql`bundle`, products: sql`entry_bundle_products`, tiers: sql`entry_bundle_tiers` },
  reward: { owner: sql`reward`, products: sql`loyalty_reward_products`, tiers: null },
} as const;

/**
 * Sets the models and tiers of a release, bundle or reward, in this order. Unchanged entries keep their row, so that they
 * are not delivered again; what is not the guild's own is skipped.
 */
export function withContents(
  steps: Transaction,
  kind: keyof typeof LISTS,
  thing: { id: string; guildId: string },
  contents: { productIds: readonly string[]; tierIds: readonly string[] },
  at: Instant,
): Transaction {
  const { owner, products, tiers } = LISTS[kind];
  const params = { thing: thing.id, guild: thing.guildId, now: dateOf(at) };
  const wanted = { ...params, wanted: JSON.stringify(contents.productIds) };
  steps
    .exec(
      sql`DELETE FROM ${products} WHERE [[${owner}]] = {:thing}
        AND product NOT IN (SELECT value FROM json_each({:wanted}))`,
      wanted,
    )
    .exec(
      sql`INSERT INTO ${products} (id, [[${owner}]], product, position, deliveredAt, created, updated)
        SELECT ${NEW_ID_SQL}, {:thing}, p.id, j.key, '', {:now}, {:now}
        FROM json_each({:wanted}) j JOIN products p ON p.id = j.value
          JOIN guilds g ON g.id = {:guild} AND g.store = p.store WHERE TRUE
        ON CONFLICT ([[${owner}]], product) DO UPDATE SET position = excluded.position`,
      wanted,
    );
  if (tiers === null) return steps;
  const forTiers = { ...params, wanted: JSON.stringify(contents.tierIds) };
  return steps
    .exec(
      sql`DELETE FROM ${tiers} WHERE [[${owner}]] = {:thing} AND tier NOT IN (SELECT value FROM json_each({:wanted}))`,
      forTiers,
    )
    .exec(
      sql`INSERT OR IGNORE INTO ${tiers} (id, [[${owner}]], tier, created)
        SELECT ${NEW_ID_SQL}, {:thing}, t.id, {:now}
        FROM json_each({:wanted}) j JOIN guild_tiers t ON t.id = j.value AND t.guild = {:guild}`,
      forTiers,
    );
}
