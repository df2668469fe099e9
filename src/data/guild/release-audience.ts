import type PocketBase from 'pocketbase';
import type { Release } from '../../domain/guild/release.ts';
import { type Tier, tierReceives } from '../../domain/guild/tier.ts';
import { first, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';

const COUNT = shape({ count: value(sql`count(*)`, number) });

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
  const periods = await first(
    pb,
    select(
      COUNT,
      sql`SELECT ${COUNT} FROM membership_periods p
        WHERE p.guild = {:guildId} AND p.month = {:month} AND p.kind IN ('paid', 'gift')
          AND (p.tier IN (SELECT value FROM json_each({:tiers}))
            OR (p.raiseTier IN (SELECT value FROM json_each({:tiers})) AND p.raiseRefunded = FALSE))`,
      { guildId: release.guildId, month: release.month, tiers: receiving.map(({ id }) => id) },
    ),
  );
  return { inTiers: receiving.reduce((sum, { members }) => sum + members, 0), now: periods?.count ?? 0 };
}
