import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { instantMonthsLater, type Month } from '../kernel/month.ts';
import type { Billing, GuildState } from './guild.ts';
import { SEAT_REFUSAL_TEXTS, type SeatRefusal, seatRefusal, type Tier } from './tier.ts';

/**
 * `past_due`: a payment failed, for at most seven days, then `lapsed`. `cancelling`: paid until the end of the period,
 * then `left`. Members keep what they received in every state.
 */
export const MEMBER_STATES = [
  'trialing',
  'active',
  'past_due',
  'lapsed',
  'cancelling',
  'left',
  'banned',
] as const;
export type MemberState = (typeof MEMBER_STATES)[number];

/** Labels of the states. */
export const MEMBER_STATE_TEXTS: Record<MemberState, string> = {
  trialing: 'On trial',
  active: 'Member',
  past_due: 'Payment failed',
  lapsed: 'Lapsed',
  cancelling: 'Leaving',
  left: 'Left',
  banned: 'Banned',
};

/** A current or former member. One row per user and guild, also after rejoining. */
export interface Member {
  id: string;
  guildId: string;
  userId: string;
  tierId: string;
  state: MemberState;
  billing: Billing;
  /** What each payment costs: the price at the time of joining the tier, kept while the member stays in it. */
  priceCents: Cents;
  /** First joined ever, and start of the current stay. */
  since: Instant;
  joinedAt: Instant;
  /** When the next payment is due; null for none. */
  nextChargeAt: Instant | null;
  /** The lower tier from the next payment on; null for no change. */
  nextTierId: string | null;
  /** Since when payments fail; null when they do not. */
  failedSince: Instant | null;
  /** Counted from the member's months: in a row, and in total. */
  streak: number;
  months: number;
  /** Imported months, as when a guild moves here. They are shown but grant nothing. */
  tenureMonths: number;
  /** The provider's subscription id; "" for members who pay nothing. */
  subscriptionId: string;
}

/** Grace period after a failed payment, in ms: seven days. */
export const GRACE_MS = 7 * 86_400_000;

/** The payment status of a membership's subscription. */
export interface MembershipPaymentStatus {
  status: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'ended';
  /** It ends with the paid period. */
  cancelling: boolean;
  /** Since when its newest invoice is unpaid after a failed charge; null for none. */
  failedSince: Instant | null;
}

/**
 * A member's state from the current facts alone, so that the order of webhook events does not matter. Null when nothing
 * was ever paid: opening the payment page makes nobody a member.
 * @param facts.subscription null for members who pay nothing; their membership lasts as long as their months.
 */
export function memberState(
  facts: { banned: boolean; subscription: MembershipPaymentStatus | null; lastMonthEnds: Instant | null },
  now: Instant,
): MemberState | null {
  if (facts.banned) return 'banned';
  const { subscription, lastMonthEnds } = facts;
  if (!subscription) {
    if (lastMonthEnds === null) return null;
    return now < lastMonthEnds ? 'active' : 'left';
  }
  const { status, cancelling, failedSince } = subscription;
  if (status === 'incomplete') return lastMonthEnds === null ? null : 'lapsed';
  if (status === 'ended') return failedSince === null ? 'left' : 'lapsed';
  if (failedSince !== null || status === 'past_due' || status === 'unpaid')
    return status === 'unpaid' || now - (failedSince ?? now) >= GRACE_MS ? 'lapsed' : 'past_due';
  if (cancelling) return 'cancelling';
  return status === 'trialing' ? 'trialing' : 'active';
}

/** Whether this is a current member, with access, a seat and member prices. */
export function memberIsIn(state: MemberState): boolean {
  return state === 'active' || state === 'trialing' || state === 'past_due' || state === 'cancelling';
}

/** When mails about a failed payment are sent, in whole days after the failure. */
export const DUNNING_DAYS = [0, 3, 6] as const;

/** The days whose dunning mails are due by now; empty once the grace period is over. */
export function dunningDays(failedSince: Instant, now: Instant): number[] {
  if (now - failedSince >= GRACE_MS) return [];
  return DUNNING_DAYS.filter((day) => now - failedSince >= day * 86_400_000);
}

export type JoinRefusal =
  | 'guild-not-open'
  | 'own-guild'
  | 'banned'
  | 'already-in'
  | 'no-such-billing'
  | SeatRefusal;

export const JOIN_REFUSAL_TEXTS: Record<JoinRefusal, string> = {
  ...SEAT_REFUSAL_TEXTS,
  'guild-not-open': 'This guild is not open to new members at the moment.',
  'own-guild': 'This is your own guild.',
  banned: 'The artist has banned you from this guild. What you received stays yours.',
  'already-in': 'You are already a member. You can change your tier in your account.',
  'no-such-billing': 'This tier has no yearly price. Choose monthly payment.',
};

/**
 * Why a user cannot join now, or null. Former members rejoin like anyone else, at the current price.
 * @param request.member the user's current or former membership; null for none.
 */
export function joinRefusal(request: {
  guild: { state: GuildState; billings: readonly Billing[] };
  tier: Pick<Tier, 'state' | 'seats' | 'members' | 'annualCents'>;
  billing: Billing;
  ownsStore: boolean;
  member: Pick<Member, 'state'> | null;
}): JoinRefusal | null {
  const { guild, tier, billing, member } = request;
  if (request.ownsStore) return 'own-guild';
  if (member?.state === 'banned') return 'banned';
  if (member && memberIsIn(member.state)) return 'already-in';
  if (guild.state !== 'live') return 'guild-not-open';
  if (!guild.billings.includes(billing) || (billing === 'annual' && tier.annualCents === null))
    return 'no-such-billing';
  return seatRefusal(tier);
}

/** What can be done with a membership in each state. */
const MEMBER_VERBS: Record<MemberState, readonly MemberVerb[]> = {
  // A higher tier would cost nothing until the first payment.
  trialing: ['cancel', 'ban'],
  active: ['cancel', 'change-tier', 'skip', 'ban'],
  past_due: ['cancel', 'ban'],
  cancelling: ['come-back', 'ban'],
  lapsed: ['join', 'ban'],
  left: ['join', 'ban'],
  banned: ['lift-ban'],
};
export type MemberVerb = 'join' | 'cancel' | 'come-back' | 'change-tier' | 'skip' | 'ban' | 'lift-ban';

export type MemberVerbRefusal = 'not-now';
export const MEMBER_VERB_REFUSAL_TEXTS: Record<MemberVerbRefusal, string> = {
  'not-now': 'This is not possible in the membership’s current state. Reload the page.',
};

/** Why something cannot be done with a membership now, or null. */
export function memberVerbRefusal(state: MemberState, verb: MemberVerb): MemberVerbRefusal | null {
  return MEMBER_VERBS[state].includes(verb) ? null : 'not-now';
}

export type TierChangeRefusal =
  | 'same-tier'
  | 'change-ahead'
  | 'billing-ahead'
  | 'other-guild'
  | MemberVerbRefusal
  | SeatRefusal
  | 'no-such-billing';

export const TIER_CHANGE_REFUSAL_TEXTS: Record<TierChangeRefusal, string> = {
  ...SEAT_REFUSAL_TEXTS,
  ...MEMBER_VERB_REFUSAL_TEXTS,
  'same-tier': 'You are already in this tier.',
  'change-ahead': 'A tier change is scheduled. Choose to stay in your tier first, then you can upgrade.',
  'billing-ahead': 'Your billing changes with your next payment. You can change your tier after that.',
  'other-guild': 'This tier belongs to another guild.',
  'no-such-billing': 'This tier has no yearly price.',
};

/** Why a member cannot change to another tier, or null. */
export function tierChangeRefusal(
  member: Pick<Member, 'state' | 'guildId' | 'tierId' | 'billing' | 'nextTierId'>,
  to: Pick<Tier, 'id' | 'guildId' | 'state' | 'seats' | 'members' | 'annualCents'>,
): TierChangeRefusal | null {
  if (member.guildId !== to.guildId) return 'other-guild';
  // Staying cancels a scheduled change; the member still has the seat and the price.
  const stays = member.tierId === to.id && member.nextTierId !== null;
  if (member.nextTierId === to.id || (member.tierId === to.id && !stays)) return 'same-tier';
  if (stays) return memberVerbRefusal(member.state, 'change-tier');
  const refusal = memberVerbRefusal(member.state, 'change-tier');
  if (refusal) return refusal;
  if (member.billing === 'annual' && to.annualCents === null) return 'no-such-billing';
  return seatRefusal(to);
}

export type BillingChangeRefusal =
  | 'same-billing'
  | 'tier-ahead'
  | 'skip-ahead'
  | 'billing-not-offered'
  | MemberVerbRefusal;

export const BILLING_CHANGE_REFUSAL_TEXTS: Record<BillingChangeRefusal, string> = {
  ...MEMBER_VERB_REFUSAL_TEXTS,
  'same-billing': 'You already pay this way.',
  'tier-ahead': 'A tier change is scheduled. You can change your billing after it.',
  'skip-ahead': 'A month is skipped or the guild is paused. You can change your billing after that.',
  'billing-not-offered': 'Your tier does not offer this billing.',
};

/**
 * What a member pays after changing the billing with the next payment, or why they cannot. Choosing the current billing
 * cancels a scheduled change at the price the member has; the other one costs the current price.
 * @param member `nextBilling` is the scheduled billing; null for none.
 */
export function billingChange(
  member: Pick<Member, 'state' | 'billing' | 'priceCents' | 'nextTierId' | 'subscriptionId'> & {
    nextBilling: Billing | null;
  },
  tier: Pick<Tier, 'monthlyCents' | 'annualCents'>,
  offered: readonly Billing[],
  to: Billing,
): { priceCents: Cents } | { refusal: BillingChangeRefusal } {
  if (member.state !== 'active' || member.subscriptionId === '') return { refusal: 'not-now' };
  if (to === (member.nextBilling ?? member.billing)) return { refusal: 'same-billing' };
  if (member.nextTierId !== null) return { refusal: 'tier-ahead' };
  if (to === member.billing) return { priceCents: member.priceCents };
  const cents = to === 'annual' ? tier.annualCents : tier.monthlyCents;
  if (cents === null || !offered.includes(to)) return { refusal: 'billing-not-offered' };
  return { priceCents: cents };
}

/** When a tier change takes effect: an upgrade at once, for the difference; a downgrade with the next payment. */
export function tierChangeWay(
  from: Pick<Tier, 'position'>,
  to: Pick<Tier, 'position'>,
): 'at-once' | 'with-next-payment' {
  return to.position > from.position ? 'at-once' : 'with-next-payment';
}

/** What each payment costs a member in a tier: their own price in their tier, the current price in another. */
export function memberCents(
  member: Pick<Member, 'tierId' | 'priceCents' | 'billing'>,
  tier: Pick<Tier, 'id' | 'monthlyCents' | 'annualCents'>,
): Cents {
  if (tier.id === member.tierId) return member.priceCents;
  return member.billing === 'annual' ? (tier.annualCents ?? tier.monthlyCents * 12) : tier.monthlyCents;
}

/** The current price of a member's tier, when it is higher than theirs and they may accept it; else null. */
export function higherCents(
  member: Pick<Member, 'state' | 'billing' | 'priceCents' | 'nextTierId' | 'subscriptionId'>,
  tier: Pick<Tier, 'monthlyCents' | 'annualCents'>,
): Cents | null {
  if (member.subscriptionId === '' || member.nextTierId !== null) return null;
  if (memberVerbRefusal(member.state, 'change-tier')) return null;
  const cents = member.billing === 'annual' ? tier.annualCents : tier.monthlyCents;
  return cents !== null && cents > member.priceCents ? cents : null;
}

/** Months a member may skip in any twelve. */
export const SKIPS_A_YEAR = 3;
export type SkipRefusal = 'not-monthly' | 'month-covered' | 'two-in-a-row' | 'too-often' | MemberVerbRefusal;

export const SKIP_REFUSAL_TEXTS: Record<SkipRefusal, string> = {
  ...MEMBER_VERB_REFUSAL_TEXTS,
  'not-monthly': 'Only members who pay monthly can skip a month.',
  'month-covered': 'The next month is already paid or skipped.',
  'two-in-a-row': 'You cannot skip two months in a row.',
  'too-often': `You can skip at most ${SKIPS_A_YEAR} months in twelve.`,
};

/** Why the next month cannot be skipped, or null. */
export function skipRefusal(
  member: Pick<Member, 'state' | 'billing'>,
  month: Month,
  periods: readonly { month: Month; kind: string }[],
): SkipRefusal | null {
  const refusal = memberVerbRefusal(member.state, 'skip');
  if (refusal) return refusal;
  if (member.billing !== 'monthly') return 'not-monthly';
  if (periods.some((period) => period.month === month && period.kind !== 'refunded')) return 'month-covered';
  const start = Date.parse(`${month}-01T00:00:00Z`);
  const monthsAgo = (months: number) =>
    new Date(instantMonthsLater(start, -months)).toISOString().slice(0, 7);
  const skipped = periods.filter(({ kind }) => kind === 'skipped').map((period) => period.month);
  if (skipped.includes(monthsAgo(1))) return 'two-in-a-row';
  return skipped.filter((other) => other > monthsAgo(12) && other < month).length >= SKIPS_A_YEAR
    ? 'too-often'
    : null;
}
