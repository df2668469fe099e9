import type { Instant } from '../kernel/instant.ts';
import { type Month, monthOf } from '../kernel/month.ts';
import { bundleIsFor, type EntryBundle } from './entry-bundle.ts';
import type { Release } from './release.ts';
import { type Tier, tierReceives } from './tier.ts';

/** Something that waits for who joins, and how many models it holds. */
export interface JoinGift {
  name: string;
  models: number;
}

/** Whether it is out: its members have it, or are getting it. */
export function releaseIsOut(release: Pick<Release, 'state' | 'publishedAt'>, now: Instant): boolean {
  const { state, publishedAt } = release;
  return (
    (state === 'publishing' || state === 'published' || state === 'archived') &&
    publishedAt !== null &&
    publishedAt <= now
  );
}

/**
 * What is in the library of who joins a tier now, once the first month is paid: bundles that want no more than that,
 * and the releases of the month that are out.
 * @param ladder all tiers of the guild.
 */
export function joinGifts(
  tier: Tier,
  ladder: readonly Tier[],
  gives: { bundles: readonly EntryBundle[]; releases: readonly Release[] },
  now: Instant,
): JoinGift[] {
  const month: Month = monthOf(now);
  const isFor = (tierIds: readonly string[]) => tierReceives(tier, tiersNamed(ladder, tierIds));
  return [
    ...gives.bundles
      .filter(
        (bundle) =>
          bundle.state === 'active' &&
          bundle.minPaidPeriods <= 1 &&
          bundleIsFor(bundle, now) &&
          isFor(bundle.tierIds),
      )
      .map(({ name, productIds }) => ({ name, models: productIds.length })),
    ...gives.releases
      .filter((release) => release.month === month && releaseIsOut(release, now) && isFor(release.tierIds))
      .map(({ title, productIds }) => ({ name: title, models: productIds.length })),
  ];
}

/** What a year saves against twelve months, in whole percent rounded down; 0 where nothing, or no year is sold. */
export function yearSavesPercent(tier: Pick<Tier, 'monthlyCents' | 'annualCents'>): number {
  if (tier.annualCents === null || tier.monthlyCents <= 0) return 0;
  return Math.max(0, Math.floor(100 - (tier.annualCents * 100) / (tier.monthlyCents * 12)));
}

function tiersNamed(ladder: readonly Tier[], ids: readonly string[]): Tier[] {
  return ladder.filter(({ id }) => ids.includes(id));
}
