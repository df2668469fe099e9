import type { Licence } from '../catalogue/product.ts';
import type { Instant } from '../kernel/instant.ts';
import { bundleIsFor, type EntryBundle } from './entry-bundle.ts';
import type { GrantRule } from './guild.ts';
import { type LoyaltyReward, monthsReached } from './loyalty.ts';
import { claimsOf, type MembershipPeriod, type MonthClaim } from './membership-period.ts';
import type { Release } from './release.ts';
import { type Tier, tierReceives } from './tier.ts';

/** What a month can include; the values are those of an entitlement's source. */
export const GRANT_KINDS = ['release', 'entry_bundle', 'loyalty'] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

/**
 * A release, bundle or reward granted to a member, with its month and the payment behind it: only a refund of that
 * payment revokes it. Rows are never deleted.
 */
export interface GuildGrant {
  kind: GrantKind;
  /** Id of the release, bundle or reward. */
  what: string;
  periodId: string;
  paymentId: string;
  licence: Licence;
}

/** Everything a guild can grant. */
export interface GuildOffer {
  grantRule: GrantRule;
  tiers: readonly Pick<Tier, 'id' | 'position' | 'includesLower' | 'licence'>[];
  releases: readonly Pick<Release, 'id' | 'month' | 'tierIds' | 'publishedAt'>[];
  bundles: readonly Pick<
    EntryBundle,
    'id' | 'tierIds' | 'validFrom' | 'validTo' | 'startedAt' | 'endedAt' | 'minPaidPeriods'
  >[];
  rewards: readonly Pick<LoyaltyReward, 'id' | 'kind' | 'months' | 'startedAt' | 'endedAt'>[];
}

/** Whether a month includes a release, regardless of tiers. */
export function monthIncludesRelease(
  rule: GrantRule,
  period: Pick<MembershipPeriod, 'month' | 'from' | 'until'>,
  release: Pick<Release, 'month' | 'publishedAt'>,
  now: Instant,
): boolean {
  const { publishedAt } = release;
  if (publishedAt === null || publishedAt > now || period.from > now) return false;
  if (release.month === period.month) return true;
  return rule === 'all_while_active' && period.from <= publishedAt && publishedAt < period.until;
}

/**
 * The grants a member is still due: everything their months include and they do not hold. It depends only on the months,
 * the guild's offer and the moment; once the grants are made it is empty.
 *
 * Only tests call this. It is the rule to read; production runs the same rule as SQL in
 * `src/data/guild/guild-grants.ts`. `tests/data/guild/guild-parity.test.ts` keeps the two equal; change both together.
 * @param held grants that are not revoked.
 */
export function grantsDue(
  offer: GuildOffer,
  periods: readonly MembershipPeriod[],
  held: readonly Pick<GuildGrant, 'kind' | 'what' | 'licence'>[],
  now: Instant,
): GuildGrant[] {
  const due: GuildGrant[] = [];
  const has = (kind: GrantKind, what: string, licence: Licence | null) =>
    [...held, ...due].some(
      (existing) =>
        existing.kind === kind &&
        existing.what === what &&
        (licence === null || existing.licence === licence || existing.licence === 'merchant'),
    );
  const tierOf = new Map(offer.tiers.map((tier) => [tier.id, tier]));
  const begun = periods.filter(({ from }) => from <= now).sort(byMonth);
  const claimFor = (period: MembershipPeriod, tierIds: readonly string[]): [MonthClaim, Licence][] => {
    const targetTiers = offer.tiers.filter(({ id }) => tierIds.includes(id));
    return claimsOf(period).flatMap((claim): [MonthClaim, Licence][] => {
      const tier = tierOf.get(claim.tierId);
      return tier && tierReceives(tier, targetTiers) ? [[claim, tier.licence]] : [];
    });
  };
  const grant = (
    kind: GrantKind,
    what: string,
    period: MembershipPeriod,
    claim: MonthClaim,
    licence: Licence,
  ) => due.push({ kind, what, periodId: period.id, paymentId: claim.paymentId, licence });

  for (const release of offer.releases)
    for (const period of begun) {
      if (!monthIncludesRelease(offer.grantRule, period, release, now)) continue;
      // A better licence is a new grant: an upgrade to a merchant tier adds the right to sell the month's release.
      for (const [claim, licence] of claimFor(period, release.tierIds))
        if (!has('release', release.id, licence)) grant('release', release.id, period, claim, licence);
    }

  const reached = monthsReached(begun, now);
  let paid = 0;
  for (const period of begun) {
    if (period.kind === 'paid') paid += 1;
    for (const bundle of offer.bundles) {
      if (!bundleIsFor(bundle, period.joinedAt) || paid < bundle.minPaidPeriods) continue;
      for (const [claim, licence] of claimFor(period, bundle.tierIds))
        if (!has('entry_bundle', bundle.id, null)) grant('entry_bundle', bundle.id, period, claim, licence);
    }
    const here = reached.find(({ month }) => month === period.month);
    const [claim] = claimsOf(period);
    const tier = claim && tierOf.get(claim.tierId);
    if (!here || !claim || !tier || claim.paymentId !== period.paymentId) continue;
    for (const reward of offer.rewards) {
      const open = reward.startedAt !== null && (reward.endedAt === null || period.from < reward.endedAt);
      if (open && here[reward.kind] >= reward.months && !has('loyalty', reward.id, null))
        grant('loyalty', reward.id, period, claim, tier.licence);
    }
  }
  return due;
}

/** By month, then by start: within a month a trial comes before the payment that follows it. */
function byMonth(a: MembershipPeriod, b: MembershipPeriod): number {
  return a.month.localeCompare(b.month) || a.from - b.from || a.id.localeCompare(b.id);
}
