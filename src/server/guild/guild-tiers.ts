import type PocketBase from 'pocketbase';
import {
  changeTierState,
  createTier,
  saveTier,
  tierOfGuild,
  tiersOfGuild,
} from '../../data/guild/guild-tiers.ts';
import { GUILD_LIMITS, type GuildState } from '../../domain/guild/guild.ts';
import {
  TIER_MOVE_REFUSAL_TEXTS,
  type TierDraft,
  type TierState,
  tierMoveRefusal,
} from '../../domain/guild/tier.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';

/** Sellers' use cases for tiers. */

/** Adds a tier above the others, as a draft, and returns its id. */
export async function addTier(
  pb: PocketBase,
  guildId: string,
  draft: TierDraft,
): Promise<{ id: string } | { refusal: Refusal }> {
  const id = await createTier(pb, guildId, draft);
  if (id !== null) return { id };
  return {
    refusal: { sentence: `A guild has at most ${GUILD_LIMITS.tiers} tiers, including retired ones.` },
  };
}

/** Updates a tier. Members keep the price they joined at. */
export async function updateTier(
  pb: PocketBase,
  guildId: string,
  id: string,
  draft: TierDraft,
): Promise<Refusal | null> {
  const before = await tierOfGuild(pb, guildId, id);
  if (!before) return 'not-found';
  if (before.state === 'retired')
    return { sentence: 'A retired tier cannot be changed, because it describes what its members have.' };
  await saveTier(pb, before, draft);
  return null;
}

/** Changes a tier's state. An open guild keeps at least one public tier. */
export async function moveTier(
  pb: PocketBase,
  guild: { id: string; state: GuildState },
  id: string,
  to: TierState,
  now: Instant,
): Promise<Refusal | null> {
  const tiers = await tiersOfGuild(pb, guild.id);
  const tier = tiers.find((candidate) => candidate.id === id);
  if (!tier) return 'not-found';
  const otherPublicTiers = tiers.filter((other) => other.id !== id && other.state === 'public').length;
  const live = guild.state === 'live' || guild.state === 'paused';
  const refusal = tierMoveRefusal(tier.state, to, { live, otherPublicTiers });
  if (refusal) return { sentence: TIER_MOVE_REFUSAL_TEXTS[refusal] };
  return (await changeTierState(pb, tier, to, now)) ? null : 'changed-meanwhile';
}
