import type PocketBase from 'pocketbase';
import type { EntryBundle, EntryBundleDraft, EntryBundleState } from '../../domain/guild/entry-bundle.ts';
import type { LoyaltyReward } from '../../domain/guild/loyalty.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { newRecordId } from '../kernel/record-id.ts';
import type {
  EntryBundleProductsRecord,
  EntryBundlesRecord,
  EntryBundleTiersRecord,
  LoyaltyRewardProductsRecord,
  LoyaltyRewardsRecord,
} from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';
import { withContents } from './guild-contents.ts';

/** Entry bundles and loyalty rewards of a guild, as their seller edits them. */

const TABLES = { entry_bundles: sql`entry_bundles`, loyalty_rewards: sql`loyalty_rewards` } as const;

/** A guild's bundles, newest first. */
export async function bundlesOfGuild(pb: PocketBase, guildId: string): Promise<EntryBundle[]> {
  const inThem = pb.filter('bundle.guild = {:guildId}', { guildId });
  const [records, products, tiers] = await Promise.all([
    pb.collection('entry_bundles').getFullList<EntryBundlesRecord>({
      filter: pb.filter('guild = {:guildId}', { guildId }),
      sort: '-created,id',
    }),
    pb.collection('entry_bundle_products').getFullList<EntryBundleProductsRecord>({
      filter: inThem,
      sort: 'position,id',
    }),
    pb.collection('entry_bundle_tiers').getFullList<EntryBundleTiersRecord>({ filter: inThem }),
  ]);
  return records.map((record) => ({
    id: record.id,
    guildId: record.guild,
    name: record.name,
    description: record.description,
    productIds: products.filter(({ bundle }) => bundle === record.id).map(({ product }) => product),
    tierIds: tiers.filter(({ bundle }) => bundle === record.id).map(({ tier }) => tier),
    validFrom: instantOf(record.validFrom),
    validTo: instantOf(record.validTo),
    minPaidPeriods: record.minPaidPeriods,
    state: record.state === '' ? 'ended' : record.state,
    startedAt: instantOf(record.startedAt),
    endedAt: instantOf(record.endedAt),
  }));
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
  const [records, products] = await Promise.all([
    pb.collection('loyalty_rewards').getFullList<LoyaltyRewardsRecord>({
      filter: pb.filter('guild = {:guildId}', { guildId }),
      sort: 'months,kind,id',
    }),
    pb.collection('loyalty_reward_products').getFullList<LoyaltyRewardProductsRecord>({
      filter: pb.filter('reward.guild = {:guildId}', { guildId }),
      sort: 'position,id',
    }),
  ]);
  return records.map((record) => ({
    id: record.id,
    guildId: record.guild,
    name: record.name,
    kind: record.kind === 'streak' ? 'streak' : 'total',
    months: record.months,
    productIds: products.filter(({ reward }) => reward === record.id).map(({ product }) => product),
    state: record.state === '' ? 'ended' : record.state,
    startedAt: instantOf(record.startedAt),
    endedAt: instantOf(record.endedAt),
  }));
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
