import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { monthOf } from '../kernel/month.ts';
import { releaseIsOut } from './join-offer.ts';
import type { Release } from './release.ts';
import { type Tier, tierReceives } from './tier.ts';

/** What the models of a month cost in the shop, one by one. */
export interface MonthWorth {
  models: number;
  cents: Cents;
}

/**
 * What this month's releases for a tier cost in the shop, by the prices of today; null where that is not more than the tier
 * costs, or where nothing of it is sold there. Models that are not in the shop count for nothing.
 * @param priceOf the price of a model in the shop; null for one that is not sold there.
 */
export function monthWorth(
  tier: Tier,
  { ladder, releases }: { ladder: readonly Tier[]; releases: readonly Release[] },
  priceOf: (productId: string) => Cents | null,
  now: Instant,
): MonthWorth | null {
  const month = monthOf(now);
  const received = releases.filter(
    (release) =>
      release.month === month &&
      releaseIsOut(release, now) &&
      tierReceives(
        tier,
        ladder.filter(({ id }) => release.tierIds.includes(id)),
      ),
  );
  const prices = [...new Set(received.flatMap(({ productIds }) => productIds))].flatMap(
    (id) => priceOf(id) || [],
  );
  const cents = prices.reduce((sum, price) => sum + price, 0);
  return cents > tier.monthlyCents ? { models: prices.length, cents } : null;
}

/** Lists of models without those that stood in an earlier list, so that a page shows each model once. */
export function eachOnce<T extends { id: string }>(lists: readonly (readonly T[])[]): T[][] {
  const seen = new Set<string>();
  return lists.map((list) => list.filter(({ id }) => !seen.has(id) && seen.add(id)));
}
