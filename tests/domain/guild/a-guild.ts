import type { EntryBundle } from '../../../src/domain/guild/entry-bundle.ts';
import type { GuildOffer } from '../../../src/domain/guild/grant.ts';
import type { LoyaltyReward } from '../../../src/domain/guild/loyalty.ts';
import type { Member } from '../../../src/domain/guild/member.ts';
import { type MembershipPeriod, periodGives } from '../../../src/domain/guild/membership-period.ts';
import type { Release } from '../../../src/domain/guild/release.ts';
import type { Tier } from '../../../src/domain/guild/tier.ts';
import { instantMonthsLater, type Month, monthStart } from '../../../src/domain/kernel/month.ts';

/** A guild for tests of the rules: two tiers and a merchant tier, each including the lower ones. */

export const NOW = Date.parse('2026-11-21T12:00:00Z');
export const DAY = 86_400_000;

export function aTier(changes: Partial<Tier> = {}): Tier {
  return {
    id: 'low',
    guildId: 'guild',
    name: 'Sapling',
    description: '',
    image: null,
    monthlyCents: 800,
    annualCents: 8000,
    seats: null,
    members: 0,
    position: 0,
    benefits: [],
    licence: 'personal',
    includesLower: true,
    earlyBird: null,
    trialDays: 0,
    state: 'public',
    ...changes,
  };
}

export const TIERS: Tier[] = [
  aTier(),
  aTier({ id: 'high', position: 1, monthlyCents: 1500, annualCents: 15_000 }),
  aTier({ id: 'merchant', position: 2, monthlyCents: 3000, annualCents: null, licence: 'merchant' }),
];

export function aRelease(
  id: string,
  month: Month,
  tierIds: string[] = ['low'],
  changes: Partial<Release> = {},
): Release {
  return {
    id,
    guildId: 'guild',
    title: id,
    month,
    cover: null,
    description: '',
    productIds: [`${id}-model`],
    tierIds,
    publishAt: monthStart(month),
    publishedAt: monthStart(month),
    state: 'published',
    backCents: null,
    reached: 0,
    toReach: 0,
    ...changes,
  };
}

export function aBundle(changes: Partial<EntryBundle> = {}): EntryBundle {
  return {
    id: 'bundle',
    guildId: 'guild',
    name: 'Welcome',
    description: '',
    productIds: ['gift'],
    tierIds: ['low'],
    validFrom: null,
    validTo: null,
    minPaidPeriods: 1,
    state: 'active',
    startedAt: 0,
    endedAt: null,
    ...changes,
  };
}

export function aReward(kind: 'streak' | 'total', months: number, id = `${kind}-${months}`): LoyaltyReward {
  return {
    id,
    guildId: 'guild',
    name: id,
    kind,
    months,
    productIds: ['thanks'],
    state: 'active',
    startedAt: 0,
    endedAt: null,
  };
}

export function anOffer(changes: Partial<GuildOffer> = {}): GuildOffer {
  return { grantRule: 'one_per_payment', tiers: TIERS, releases: [], bundles: [], rewards: [], ...changes };
}

/** A month that begins on its 10th, paid by a payment of its own. */
export function aPeriod(month: Month, changes: Partial<MembershipPeriod> = {}): MembershipPeriod {
  const from = monthStart(month) + 9 * DAY;
  return {
    id: `p-${month}`,
    memberId: 'member',
    month,
    kind: 'paid',
    tierId: 'low',
    paymentId: `in-${month}`,
    part: 0,
    paidCents: 800,
    from,
    until: instantMonthsLater(from, 1),
    joinedAt: from,
    upgrade: null,
    ...changes,
  };
}

export function aMember(changes: Partial<Member> = {}): Member {
  return {
    id: 'member',
    guildId: 'guild',
    userId: 'user',
    tierId: 'low',
    state: 'active',
    billing: 'monthly',
    priceCents: 800,
    since: NOW,
    joinedAt: NOW,
    nextChargeAt: null,
    nextTierId: null,
    failedSince: null,
    streak: 1,
    months: 1,
    tenureMonths: 0,
    subscriptionId: 'sub',
    ...changes,
  };
}

/** The months after a refund of a payment. */
export function withoutPayment(periods: readonly MembershipPeriod[], paymentId: string): MembershipPeriod[] {
  return periods.map((period) => ({
    ...period,
    kind: period.paymentId === paymentId && periodGives(period.kind) ? 'refunded' : period.kind,
    upgrade: period.upgrade?.paymentId === paymentId ? { ...period.upgrade, refunded: true } : period.upgrade,
  }));
}

/** The current paid or given month; the latest if two overlap. */
export function runningPeriod(
  periods: readonly MembershipPeriod[],
  now: number,
): MembershipPeriod | undefined {
  return periods
    .filter(({ kind, from, until }) => periodGives(kind) && from <= now && now < until)
    .sort((a, b) => b.month.localeCompare(a.month))[0];
}
