import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { type Month, monthOf } from '../kernel/month.ts';
import { bundleIsFor, type EntryBundle } from './entry-bundle.ts';
import type { Billing, Guild } from './guild.ts';
import type { Release } from './release.ts';
import { joinPriceCents, seatRefusal, type Tier, tierReceives } from './tier.ts';

/** Something a new member gets, and how many models it holds. */
export interface JoinGift {
  name: string;
  models: number;
}

/**
 * The least that a new member pays in any of these tiers, by the month where the guild bills monthly, else by the year;
 * null where no tier has a seat.
 */
export function lowestJoinPrice(
  guild: Pick<Guild, 'billings'>,
  tiers: readonly Tier[],
  now: Instant,
): { cents: Cents; billing: Billing } | null {
  const billing = guild.billings.includes('monthly') ? 'monthly' : 'annual';
  const prices = tiers
    .filter((tier) => seatRefusal(tier) === null)
    .flatMap((tier) => joinPriceCents(tier, billing, now) ?? []);
  return prices.length === 0 ? null : { cents: Math.min(...prices), billing };
}

/** Whether a release is out: its members have it or are getting it. */
export function releaseIsOut(release: Pick<Release, 'state' | 'publishedAt'>, now: Instant): boolean {
  const { state, publishedAt } = release;
  return (
    (state === 'publishing' || state === 'published' || state === 'archived') &&
    publishedAt !== null &&
    publishedAt <= now
  );
}

/**
 * What a member who joins a tier now gets with the first paid month: bundles that need no more than one month, and the
 * releases of that month that are out.
 * @param ladder all tiers of the guild.
 * @param chargedAt when the first month is paid: now, or when the free trial ends.
 */
export function joinGifts(
  tier: Tier,
  ladder: readonly Tier[],
  offer: { bundles: readonly EntryBundle[]; releases: readonly Release[] },
  now: Instant,
  chargedAt: Instant = now,
): JoinGift[] {
  const month: Month = monthOf(chargedAt);
  const isFor = (tierIds: readonly string[]) => tierReceives(tier, tiersNamed(ladder, tierIds));
  return [
    ...offer.bundles
      .filter(
        (bundle) =>
          bundle.state === 'active' &&
          bundle.minPaidPeriods <= 1 &&
          bundleIsFor(bundle, now) &&
          isFor(bundle.tierIds),
      )
      .map(({ name, productIds }) => ({ name, models: productIds.length })),
    ...offer.releases
      .filter((release) => release.month === month && releaseIsOut(release, now) && isFor(release.tierIds))
      .map(({ title, productIds }) => ({ name: title, models: productIds.length })),
  ];
}

/** What yearly billing saves against twelve months, in whole percent rounded down; 0 when nothing or not offered. */
export function yearlySavingPercent(tier: Pick<Tier, 'monthlyCents' | 'annualCents'>): number {
  if (tier.annualCents === null || tier.monthlyCents <= 0) return 0;
  return Math.max(0, Math.floor(100 - (tier.annualCents * 100) / (tier.monthlyCents * 12)));
}

function tiersNamed(ladder: readonly Tier[], ids: readonly string[]): Tier[] {
  return ladder.filter(({ id }) => ids.includes(id));
}
