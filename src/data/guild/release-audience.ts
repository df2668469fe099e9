import type PocketBase from 'pocketbase';
import type { Release } from '../../domain/guild/release.ts';
import { type Tier, tierReceives } from '../../domain/guild/tier.ts';

/** How many members a release is for. */
export interface ReleaseAudience {
  /** Members in its tiers, or in tiers that include them. */
  inTiers: number;
  /** Members with a paid month of such a tier: they get it at once. */
  now: number;
}

/** How many members a release is for right now. Members who pay for its month later get it then. */
export async function countReleaseAudience(
  pb: PocketBase,
  release: Pick<Release, 'guildId' | 'month' | 'tierIds'>,
  tiers: readonly Pick<Tier, 'id' | 'position' | 'includesLower' | 'members'>[],
): Promise<ReleaseAudience> {
  const releaseTiers = tiers.filter(({ id }) => release.tierIds.includes(id));
  const receiving = tiers.filter((tier) => tierReceives(tier, releaseTiers));
  if (receiving.length === 0) return { inTiers: 0, now: 0 };
  const either = receiving
    .map(({ id }) => pb.filter('(tier = {:id} || (raiseTier = {:id} && raiseRefunded = false))', { id }))
    .join(' || ');
  const { totalItems } = await pb.collection('membership_periods').getList(1, 1, {
    filter: `${pb.filter('guild = {:guild} && month = {:month}', { guild: release.guildId, month: release.month })} && (kind = 'paid' || kind = 'gift') && (${either})`,
    fields: 'id',
  });
  return { inTiers: receiving.reduce((sum, { members }) => sum + members, 0), now: totalItems };
}
