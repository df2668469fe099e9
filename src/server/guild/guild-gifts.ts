import type PocketBase from 'pocketbase';
import {
  bundleOfGuild,
  bundlesOfGuild,
  changeBundle,
  changeGiftState,
  changeReward,
  createBundle,
  createReward,
  rewardsOfGuild,
} from '../../data/guild/entry-bundles.ts';
import {
  ENTRY_BUNDLE_MOVE_REFUSAL_TEXTS,
  type EntryBundleDraft,
  type EntryBundleMoveRefusal,
  entryBundleMoveRefusal,
} from '../../domain/guild/entry-bundle.ts';
import { GUILD_LIMITS } from '../../domain/guild/guild.ts';
import {
  LOYALTY_MOVE_REFUSAL_TEXTS,
  type LoyaltyReward,
  loyaltyMoveRefusal,
} from '../../domain/guild/loyalty.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import { NO_HOLD, type ReviewHold } from '../catalogue/review-hold.ts';

/** Sellers' use cases for entry bundles and loyalty rewards. */

type RewardDraft = Pick<LoyaltyReward, 'name' | 'kind' | 'months' | 'productIds'>;

const FIELDS: Partial<Record<EntryBundleMoveRefusal, string>> = {
  'no-product': 'productIds',
  'no-tier': 'tierIds',
  over: 'validTo',
};

/** Stores a new bundle as a draft and returns its id. */
export async function addBundle(
  pb: PocketBase,
  guildId: string,
  draft: EntryBundleDraft,
  now: Instant,
): Promise<{ id: string } | { refusal: Refusal }> {
  if ((await bundlesOfGuild(pb, guildId)).length >= GUILD_LIMITS.bundles)
    return { refusal: { sentence: `A guild has at most ${GUILD_LIMITS.bundles} bundles.` } };
  return { id: await createBundle(pb, guildId, draft, now) };
}

/** Updates a bundle. An active bundle must stay valid. */
export async function updateBundle(
  pb: PocketBase,
  guildId: string,
  id: string,
  draft: EntryBundleDraft,
  now: Instant,
  hold: ReviewHold = NO_HOLD,
): Promise<Refusal | null> {
  const before = await bundleOfGuild(pb, guildId, id);
  if (!before) return 'not-found';
  const refusal =
    before.state === 'active' ? entryBundleMoveRefusal({ ...draft, state: 'draft' }, 'active', now) : null;
  if (refusal)
    return { field: FIELDS[refusal] ?? 'name', sentence: ENTRY_BUNDLE_MOVE_REFUSAL_TEXTS[refusal] };
  const held = before.state === 'active' ? await hold(draft.productIds) : null;
  if (held !== null) return { field: 'productIds', sentence: held };
  await changeBundle(pb, before, draft, now);
  return null;
}

/** Activates a bundle or ends it for good. */
export async function moveBundle(
  pb: PocketBase,
  guildId: string,
  id: string,
  to: 'active' | 'ended',
  now: Instant,
  hold: ReviewHold = NO_HOLD,
): Promise<Refusal | null> {
  const bundle = await bundleOfGuild(pb, guildId, id);
  if (!bundle) return 'not-found';
  const refusal = entryBundleMoveRefusal(bundle, to, now);
  if (refusal) return { sentence: ENTRY_BUNDLE_MOVE_REFUSAL_TEXTS[refusal] };
  const held = to === 'active' ? await hold(bundle.productIds) : null;
  if (held !== null) return { sentence: held };
  return (await changeGiftState(pb, 'entry_bundles', bundle, to, now)) ? null : 'changed-meanwhile';
}

/** Stores a new reward as a draft and returns its id. */
export async function addReward(
  pb: PocketBase,
  guildId: string,
  draft: RewardDraft,
  now: Instant,
): Promise<{ id: string } | { refusal: Refusal }> {
  if ((await rewardsOfGuild(pb, guildId)).length >= GUILD_LIMITS.rewards)
    return { refusal: { sentence: `A guild has at most ${GUILD_LIMITS.rewards} rewards.` } };
  return { id: await createReward(pb, guildId, draft, now) };
}

/** Updates a reward; its condition cannot change once it is offered. */
export async function updateReward(
  pb: PocketBase,
  guildId: string,
  id: string,
  draft: RewardDraft,
  now: Instant,
  hold: ReviewHold = NO_HOLD,
): Promise<Refusal | null> {
  const before = await rewardOfGuild(pb, guildId, id);
  if (!before) return 'not-found';
  if (before.state === 'active' && draft.productIds.length === 0)
    return { sentence: LOYALTY_MOVE_REFUSAL_TEXTS['no-product'] };
  const held = before.state === 'active' ? await hold(draft.productIds) : null;
  if (held !== null) return { field: 'productIds', sentence: held };
  await changeReward(pb, before, draft, now);
  return null;
}

/** Activates a reward or ends it for good. */
export async function moveReward(
  pb: PocketBase,
  guildId: string,
  id: string,
  to: 'active' | 'ended',
  now: Instant,
  hold: ReviewHold = NO_HOLD,
): Promise<Refusal | null> {
  const reward = await rewardOfGuild(pb, guildId, id);
  if (!reward) return 'not-found';
  const refusal = loyaltyMoveRefusal(reward, to);
  if (refusal) return { sentence: LOYALTY_MOVE_REFUSAL_TEXTS[refusal] };
  const held = to === 'active' ? await hold(reward.productIds) : null;
  if (held !== null) return { sentence: held };
  return (await changeGiftState(pb, 'loyalty_rewards', reward, to, now)) ? null : 'changed-meanwhile';
}

async function rewardOfGuild(pb: PocketBase, guildId: string, id: string): Promise<LoyaltyReward | null> {
  return (await rewardsOfGuild(pb, guildId)).find((reward) => reward.id === id) ?? null;
}
