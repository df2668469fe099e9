import type PocketBase from 'pocketbase';
import type { EntryBundle, EntryBundleDraft, EntryBundleState } from '../../domain/guild/entry-bundle.ts';
import type { LoyaltyReward } from '../../domain/guild/loyalty.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { texts } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { withContents } from './guild-contents.ts';

/** Entry bundles and loyalty rewards of a guild, as their seller edits them. */

const b = tables.entryBundles.as('b');
const w = tables.loyaltyRewards.as('w');

const BUNDLE = shape({
  id: b.id,
  guildId: b.guild,
  name: b.name,
  description: b.description,
  productIds: value(
    sql`(SELECT json_group_array(x.product) || '' FROM (SELECT i.product FROM entry_bundle_products i
      WHERE i.bundle = b.id ORDER BY i.position, i.id) x)`,
    texts,
  ),
  tierIds: value(
    sql`(SELECT json_group_array(i.tier) || '' FROM entry_bundle_tiers i WHERE i.bundle = b.id)`,
    texts,
  ),
  validFrom: b.validFrom,
  validTo: b.validTo,
  minPaidPeriods: b.minPaidPeriods,
  state: b.state,
  startedAt: b.startedAt,
  endedAt: b.endedAt,
});
const REWARD = shape({
  id: w.id,
  guildId: w.guild,
  name: w.name,
  kind: w.kind,
  months: w.months,
  productIds: value(
    sql`(SELECT json_group_array(x.product) || '' FROM (SELECT i.product FROM loyalty_reward_products i
      WHERE i.reward = w.id ORDER BY i.position, i.id) x)`,
    texts,
  ),
  state: w.state,
  startedAt: w.startedAt,
  endedAt: w.endedAt,
});

const TABLES = { entry_bundles: sql`entry_bundles`, loyalty_rewards: sql`loyalty_rewards` } as const;

/** A guild's bundles, newest first. */
export async function bundlesOfGuild(pb: PocketBase, guildId: string): Promise<EntryBundle[]> {
  const [rows] = await ask(
    pb,
    select(
      BUNDLE,
      sql`SELECT ${BUNDLE} FROM entry_bundles b WHERE b.guild = {:guildId} ORDER BY b.created DESC, b.id`,
      { guildId },
    ),
  );
  return rows;
}

/** One of a guild's bundles; null if it has no such bundle. */
export async function bundleOfGuild(
  pb: PocketBase,
  guildId: string,
  bundleId: string,
): Promise<EntryBundle | null> {
  return (await bundlesOfGuild(pb, guildId)).find(({ id }) => id === bundleId) ?? null;
}

const bundleFields = (draft: EntryBundleDraft) => ({
  name: draft.name.trim(),
  description: draft.description,
  validFrom: dateOf(draft.validFrom),
  validTo: dateOf(draft.validTo),
  minPaidPeriods: draft.minPaidPeriods,
});

/** Stores a new bundle as a draft and returns its id. */
export async function createBundle(
  pb: PocketBase,
  guildId: string,
  draft: EntryBundleDraft,
  at: Instant,
  id: string = newRecordId(),
): Promise<string> {
  const steps = transaction(pb).create('entry_bundles', {
    id,
    guild: guildId,
    state: 'draft',
    ...bundleFields(draft),
  });
  await withContents(steps, 'bundle', { id, guildId }, draft, at).run();
  return id;
}

/** Updates a bundle. Added models reach members who have it; removed models stay with them. */
export async function changeBundle(
  pb: PocketBase,
  before: Pick<EntryBundle, 'id' | 'guildId'>,
  draft: EntryBundleDraft,
  at: Instant,
): Promise<void> {
  const steps = transaction(pb).update('entry_bundles', before.id, bundleFields(draft));
  await withContents(steps, 'bundle', before, draft, at).run();
}

/** A guild's loyalty rewards, fewest months first. */
export async function rewardsOfGuild(pb: PocketBase, guildId: string): Promise<LoyaltyReward[]> {
  const [rows] = await ask(
    pb,
    select(
      REWARD,
      sql`SELECT ${REWARD} FROM loyalty_rewards w WHERE w.guild = {:guildId} ORDER BY w.months, w.kind, w.id`,
      { guildId },
    ),
  );
  return rows;
}

type RewardDraft = Pick<LoyaltyReward, 'name' | 'kind' | 'months' | 'productIds'>;

/** Stores a new reward as a draft and returns its id. */
export async function createReward(
  pb: PocketBase,
  guildId: string,
  { name, kind, months, productIds }: RewardDraft,
  at: Instant,
  id: string = newRecordId(),
): Promise<string> {
  const fields = { id, guild: guildId, state: 'draft', name: name.trim(), kind, months };
  const steps = transaction(pb).create('loyalty_rewards', fields);
  await withContents(steps, 'reward', { id, guildId }, { productIds, tierIds: [] }, at).run();
  return id;
}

/** Updates a reward; its condition cannot change once it is offered. */
export async function changeReward(
  pb: PocketBase,
  before: Pick<LoyaltyReward, 'id' | 'guildId' | 'state'>,
  { name, kind, months, productIds }: RewardDraft,
  at: Instant,
): Promise<void> {
  const rule = before.state === 'draft' ? { kind, months } : {};
  const steps = transaction(pb).update('loyalty_rewards', before.id, { name: name.trim(), ...rule });
  await withContents(steps, 'reward', before, { productIds, tierIds: [] }, at).run();
}

/**
 * Activates or ends a bundle or reward if its state is unchanged. A new reward also goes to members who have already
 * reached it: their latest month is marked to be processed again. Returns false if the state has changed meanwhile.
 */
export async function changeGiftState(
  pb: PocketBase,
  kind: keyof typeof TABLES,
  gift: { id: string; guildId: string; state: EntryBundleState },
  to: EntryBundleState,
  at: Instant,
): Promise<boolean> {
  const params = { id: gift.id, guild: gift.guildId, from: gift.state, to, now: dateOf(at) };
  const steps = transaction(pb).exec(
    sql`UPDATE ${TABLES[kind]} SET state = {:to}, updated = {:now},
        startedAt = CASE WHEN {:to} = 'active' AND startedAt = '' THEN {:now} ELSE startedAt END,
        endedAt = CASE {:to} WHEN 'ended' THEN {:now} ELSE '' END
      WHERE id = {:id} AND guild = {:guild} AND state = {:from}`,
    params,
    { expect: 1, else: 'changed' },
  );
  if (kind === 'loyalty_rewards' && to === 'active')
    steps.exec(
      sql`UPDATE membership_periods SET handedAt = '' WHERE guild = {:guild} AND startsAt <= {:now}
        AND kind IN ('paid', 'gift') AND month = (SELECT max(o.month) FROM membership_periods o
          WHERE o.member = membership_periods.member AND o.startsAt <= {:now} AND o.kind IN ('paid', 'gift'))`,
      params,
    );
  return (await refusalOf(steps, ['changed'])) === null;
}
