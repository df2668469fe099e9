import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { instantMonthsLater, type Month } from '../kernel/month.ts';
import type { Billing, GuildState } from './guild.ts';
import { SEAT_REFUSAL_TEXTS, type SeatRefusal, seatRefusal, type Tier } from './tier.ts';

/**
 * `past_due` is a card that failed, for seven days at most; then it is `lapsed`. `cancelling` has paid and leaves at the
 * end of it; then it is `left`. What was received stays in each of them.
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

/** How a person reads each state. */
export const MEMBER_STATE_TEXTS: Record<MemberState, string> = {
  trialing: 'On trial',
  active: 'Member',
  past_due: 'Payment failed',
  lapsed: 'Lapsed',
  cancelling: 'Leaving',
  left: 'Left',
  banned: 'Banned',
};

/** Somebody in a guild, or who was. One row per person and guild, also after rejoining. */
export interface Member {
  id: string;
  guildId: string;
  userId: string;
  tierId: string;
  state: MemberState;
  billing: Billing;
  /** What one payment costs him: the price of the day he took the tier, kept while he stays in it. */
  priceCents: Cents;
  /** First ever, and the beginning of the present stay. */
  since: Instant;
  joinedAt: Instant;
  /** When the next payment is due; null where none is. */
  nextChargeAt: Instant | null;
  /** The lower tier he comes to then; null where he stays. */
  nextTierId: string | null;
  /** Since when payments fail; null where they do not. */
  failedSince: Instant | null;
  /** Counted from his months: in a row, and in all. */
  streak: number;
  months: number;
  /** Months from elsewhere that the artist counts in, as when a guild moves here. Shown, never a month that gives. */
  tenureMonths: number;
  /** The provider's subscription; "" for members who pay nothing. */
  subscriptionId: string;
}

/** How long a failed payment is waited for, in ms: seven days. */
export const GRACE_MS = 7 * 86_400_000;

/** What the payment provider says about a subscription now. */
export interface MembershipPaymentStatus {
  status: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'ended';
  /** It ends with what is paid. */
  cancelling: boolean;
  /** Since when its newest invoice waits after a failure; null where none does. */
  failedSince: Instant | null;
}

/**
 * A member's state from what is true now. Nothing of the past plays a part, so the order in which news arrive does not
 * either. Null where nothing was ever paid: nobody is a member by opening the payment page.
 * @param subscription null for members who pay nothing: theirs lasts as long as their months.
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

/** Whether somebody is in the guild now: sees what is for members, takes a seat, pays members' prices. */
export function memberIsIn(state: MemberState): boolean {
  return state === 'active' || state === 'trialing' || state === 'past_due' || state === 'cancelling';
}

/** Mails about a failed payment, in whole days after it failed. */
export const DUNNING_DAYS = [0, 3, 6] as const;

/** The mails about a failed payment that are due by now, by their day; none once the grace is over. */
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
  'guild-not-open': 'This guild takes nobody in at the moment.',
  'own-guild': 'This is your own guild.',
  banned: 'The artist does not take you into this guild. What you have received stays yours.',
  'already-in': 'You are a member already. Change your tier in your account.',
  'no-such-billing': 'This tier is not sold by the year. Choose to pay each month.',
};

/**
 * Why somebody cannot join now, or null. Who has left or lapsed joins again like anybody, at the price of the day.
 * @param member what he is or was in this guild; null where nothing.
 */
export function joinRefusal(ask: {
  guild: { state: GuildState; billings: readonly Billing[] };
  tier: Pick<Tier, 'state' | 'seats' | 'members' | 'annualCents'>;
  billing: Billing;
  ownsStore: boolean;
  member: Pick<Member, 'state'> | null;
}): JoinRefusal | null {
  const { guild, tier, billing, member } = ask;
  if (ask.ownsStore) return 'own-guild';
  if (member?.state === 'banned') return 'banned';
  if (member && memberIsIn(member.state)) return 'already-in';
  if (guild.state !== 'live') return 'guild-not-open';
  if (!guild.billings.includes(billing) || (billing === 'annual' && tier.annualCents === null))
    return 'no-such-billing';
  return seatRefusal(tier);
}

/** What a member may do about his membership from each state; what is not named here is not possible. */
const MEMBER_VERBS: Record<MemberState, readonly MemberVerb[]> = {
  trialing: ['cancel', 'change-tier', 'ban'],
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
  'not-now': 'This is not possible as the membership stands now; load the page anew.',
};

/** Why something cannot be done about a membership now, or null. */
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
  'same-tier': 'You are in this tier already.',
  'change-ahead': 'A change to another tier is ahead. Stay in your tier first, then you can go higher.',
  'billing-ahead': 'How you pay changes with your next payment. After it you can change your tier.',
  'other-guild': 'This tier belongs to another guild.',
  'no-such-billing': 'This tier is not sold by the year.',
};

/** Why a member cannot come to another tier, or null. Going down takes no seat away from anybody until it happens. */
export function tierChangeRefusal(
  member: Pick<Member, 'state' | 'guildId' | 'tierId' | 'billing' | 'nextTierId'>,
  to: Pick<Tier, 'id' | 'guildId' | 'state' | 'seats' | 'members' | 'annualCents'>,
): TierChangeRefusal | null {
  if (member.guildId !== to.guildId) return 'other-guild';
  // Staying calls off a change that is ahead; the seat and the price are his still.
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
  'same-billing': 'You pay so already.',
  'tier-ahead': 'A change to another tier is ahead. After it you can change how you pay.',
  'skip-ahead': 'A month is skipped or the guild pauses. After it you can change how you pay.',
  'billing-not-offered': 'Your tier is not sold so.',
};

/**
 * What somebody pays who goes over to another rhythm with his next payment, or why he cannot. His own calls off a change
 * that is ahead, at the price he keeps; the other costs what it does that day.
 * @param member `nextBilling` is the rhythm that is ahead; null where none is.
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

/** How a change of tier happens: a step up at once, paying the difference; a step down with the next payment. */
export function tierChangeWay(
  from: Pick<Tier, 'position'>,
  to: Pick<Tier, 'position'>,
): 'at-once' | 'with-next-payment' {
  return to.position > from.position ? 'at-once' : 'with-next-payment';
}

/** What one payment costs a member from now on: his kept price in his tier, the price of the day in another. */
export function memberCents(
  member: Pick<Member, 'tierId' | 'priceCents' | 'billing'>,
  tier: Pick<Tier, 'id' | 'monthlyCents' | 'annualCents'>,
): Cents {
  if (tier.id === member.tierId) return member.priceCents;
  return member.billing === 'annual' ? (tier.annualCents ?? tier.monthlyCents * 12) : tier.monthlyCents;
}

/** What a payment costs who joins his tier now, where a member who pays less may take that price; else null. */
export function higherCents(
  member: Pick<Member, 'state' | 'billing' | 'priceCents' | 'nextTierId' | 'subscriptionId'>,
  tier: Pick<Tier, 'monthlyCents' | 'annualCents'>,
): Cents | null {
  if (member.subscriptionId === '' || member.nextTierId !== null) return null;
  if (memberVerbRefusal(member.state, 'change-tier')) return null;
  const cents = member.billing === 'annual' ? tier.annualCents : tier.monthlyCents;
  return cents !== null && cents > member.priceCents ? cents : null;
}

/** Skipped months among twelve. */
export const SKIPS_A_YEAR = 3;
export type SkipRefusal = 'not-monthly' | 'month-covered' | 'two-in-a-row' | 'too-often' | MemberVerbRefusal;

export const SKIP_REFUSAL_TEXTS: Record<SkipRefusal, string> = {
  ...MEMBER_VERB_REFUSAL_TEXTS,
  'not-monthly': 'Only who pays each month can skip one.',
  'month-covered': 'The next month is paid or skipped already.',
  'two-in-a-row': 'Two months in a row cannot be skipped.',
  'too-often': `At most ${SKIPS_A_YEAR} months in twelve can be skipped.`,
};

/** Why the coming month cannot be skipped, or null. */
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
  return skipped.filter((one) => one > monthsAgo(12) && one < month).length >= SKIPS_A_YEAR
    ? 'too-often'
    : null;
}
