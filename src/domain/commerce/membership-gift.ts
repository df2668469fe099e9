import type { Billing, GuildState } from '../guild/guild.ts';
import { type Member, memberIsIn } from '../guild/member.ts';
import {
  joinPriceCents,
  SEAT_REFUSAL_TEXTS,
  type SeatRefusal,
  seatRefusal,
  type Tier,
} from '../guild/tier.ts';
import { dayText, type Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { instantMonthsLater } from '../kernel/month.ts';
import { counted } from '../kernel/plural.ts';
import type { OrderState } from './order.ts';

/**
 * A gift of a membership: somebody pays months of a tier once, and another person redeems them with a mailed link. The
 * months run without a subscription and end by themselves.
 */

/** How many months can be given. */
export const MEMBERSHIP_GIFT_MONTHS = [1, 3, 6, 12] as const;
export type MembershipGiftMonths = (typeof MEMBERSHIP_GIFT_MONTHS)[number];

export const MEMBERSHIP_GIFT_LIMITS = {
  /** The longest message, in characters. */
  message: 1000,
  /** How far ahead the day of delivery may be, in days. */
  daysAhead: 180,
  /** How long a link can be redeemed after the delivery, in months. */
  validMonths: 12,
  /** How long before that the recipient is reminded, in days. */
  remindDays: 30,
} as const;

const DAY_MS = 86_400_000;

/** Until when a gift that is delivered at a moment can be redeemed (exclusive). */
export function membershipGiftEnd(deliverAt: Instant): Instant {
  return instantMonthsLater(deliverAt, MEMBERSHIP_GIFT_LIMITS.validMonths);
}

/** The months as text: "1 month", "3 months". */
export function giftMonthsText(months: number): string {
  return counted(months, 'month');
}

/** The name of the line of an order that pays for a gift. */
export function membershipGiftName(months: number, guildName: string, tierName: string): string {
  return `${giftMonthsText(months)} of ${guildName}, ${tierName}, as a gift`;
}

/**
 * What a gift costs, paid once: each month at the price of joining now, or twelve at the yearly price where that is lower.
 * @returns null where the guild does not sell this many months.
 */
export function membershipGiftCents(
  tier: Pick<Tier, 'monthlyCents' | 'annualCents' | 'earlyBird' | 'members'>,
  billings: readonly Billing[],
  months: MembershipGiftMonths,
  now: Instant,
): Cents | null {
  const monthly = billings.includes('monthly') ? joinPriceCents(tier, 'monthly', now) : null;
  const annual = months === 12 && billings.includes('annual') ? joinPriceCents(tier, 'annual', now) : null;
  const prices = [monthly === null ? null : monthly * months, annual].filter((cents) => cents !== null);
  return prices.length === 0 ? null : Math.min(...prices);
}

export type MembershipGiftSaleRefusal =
  | 'guild-not-open'
  | 'own-guild'
  | 'not-these-months'
  | 'delivery-past'
  | 'delivery-late'
  | 'nobody'
  | 'yourself'
  | 'artist'
  | SeatRefusal;

export const MEMBERSHIP_GIFT_SALE_REFUSAL_TEXTS: Record<MembershipGiftSaleRefusal, string> = {
  ...SEAT_REFUSAL_TEXTS,
  'guild-not-open': 'This guild is not open to new members at the moment.',
  'own-guild': 'This is your own guild. You can give months to people on the page of your members.',
  'not-these-months': 'This tier cannot be given for this number of months.',
  'delivery-past': 'Choose a day of delivery that is today or later.',
  'delivery-late': `Choose a day of delivery within the next ${MEMBERSHIP_GIFT_LIMITS.daysAhead} days.`,
  nobody: 'There is nobody with this name. Check how it is spelled, or enter an e-mail address.',
  yourself: 'This is your own account. Join the guild instead.',
  artist: 'This is the artist of the guild.',
};

/**
 * Why a gift cannot be bought now, or null.
 * @param request.deliverAt the beginning of the day of delivery in UTC; null for at once.
 * @param request.recipient the account that was named; null for an address without a known account, undefined where
 * nobody has the name.
 */
export function membershipGiftSaleRefusal(
  request: {
    guild: { state: GuildState; billings: readonly Billing[] };
    tier: Pick<Tier, 'state' | 'seats' | 'members' | 'monthlyCents' | 'annualCents' | 'earlyBird'>;
    months: MembershipGiftMonths;
    deliverAt: Instant | null;
    giverId: string;
    ownerId: string;
    recipient: { id: string } | null | undefined;
  },
  now: Instant,
): MembershipGiftSaleRefusal | null {
  const { guild, tier, months, deliverAt, giverId, ownerId, recipient } = request;
  if (giverId === ownerId) return 'own-guild';
  if (guild.state !== 'live') return 'guild-not-open';
  if (membershipGiftCents(tier, guild.billings, months, now) === null) return 'not-these-months';
  const seat = seatRefusal(tier);
  if (seat) return seat;
  if (deliverAt !== null && deliverAt + DAY_MS <= now) return 'delivery-past';
  if (deliverAt !== null && deliverAt > now + MEMBERSHIP_GIFT_LIMITS.daysAhead * DAY_MS)
    return 'delivery-late';
  if (recipient === undefined) return 'nobody';
  if (recipient?.id === giverId) return 'yourself';
  return recipient?.id === ownerId ? 'artist' : null;
}

/** What a gift is now, from its dates and its order. */
export type MembershipGiftState =
  | 'unpaid'
  | 'waiting'
  | 'sent'
  | 'redeemed'
  | 'ended'
  | 'refunded'
  | 'disputed';

/** Why a gift that nobody redeemed ended: its year is over, or its guild takes no members any more. */
export const MEMBERSHIP_GIFT_ENDS = ['expired', 'closed'] as const;
export type MembershipGiftEnd = (typeof MEMBERSHIP_GIFT_ENDS)[number];

/** The dates of a gift; null for what has not happened. */
export interface MembershipGiftDates {
  orderState: OrderState;
  /** When the link is mailed. */
  deliverAt: Instant;
  deliveredAt: Instant | null;
  claimedAt: Instant | null;
  /** Until when it can be redeemed (exclusive). */
  expiresAt: Instant;
  endedAt: Instant | null;
}

const isPaid = (state: OrderState) => state === 'paid' || state === 'partly_refunded';

export function membershipGiftState(gift: MembershipGiftDates): MembershipGiftState {
  const { orderState } = gift;
  if (orderState === 'pending' || orderState === 'expired') return 'unpaid';
  if (orderState === 'disputed') return 'disputed';
  if (gift.endedAt !== null) return 'ended';
  if (!isPaid(orderState)) return 'refunded';
  if (gift.claimedAt !== null) return 'redeemed';
  return gift.deliveredAt === null ? 'waiting' : 'sent';
}

/** Whether a paid gift waits for its delivery or its recipient, so that its link can be mailed once more. */
export function membershipGiftIsOpen(gift: MembershipGiftDates): boolean {
  const state = membershipGiftState(gift);
  return state === 'waiting' || state === 'sent';
}

/** What the giver reads about a gift. */
export function membershipGiftText(
  gift: MembershipGiftDates & { endReason: MembershipGiftEnd | null },
): string {
  const texts: Record<MembershipGiftState, () => string> = {
    unpaid: () => 'It is not paid yet.',
    waiting: () => `The link will be mailed on ${dayText(gift.deliverAt)}.`,
    sent: () =>
      `The link was mailed on ${dayText(gift.deliveredAt ?? gift.deliverAt)}. If nobody redeems it by ${dayText(gift.expiresAt)}, you get your money back.`,
    redeemed: () => `Redeemed on ${dayText(gift.claimedAt ?? gift.deliverAt)}.`,
    ended: () =>
      gift.endReason === 'closed'
        ? 'The guild closed before the gift was redeemed, so you get your money back.'
        : `Nobody redeemed the gift within ${MEMBERSHIP_GIFT_LIMITS.validMonths} months, so you get your money back.`,
    refunded: () => 'It was refunded, so it can no longer be redeemed.',
    disputed: () => 'The payment is disputed, so it cannot be redeemed at the moment.',
  };
  return texts[membershipGiftState(gift)]();
}

export type MembershipGiftRefusal =
  | 'unknown'
  | 'taken'
  | 'refunded'
  | 'disputed'
  | 'over'
  | 'for-somebody-else'
  | 'guild-paused'
  | 'own-guild'
  | 'banned'
  | 'pays-already'
  | 'other-tier';

export const MEMBERSHIP_GIFT_REFUSAL_TEXTS: Record<MembershipGiftRefusal, string> = {
  unknown: 'There is no gift at this link. Check that the link is complete.',
  taken: 'This gift has already been redeemed. A link works once.',
  refunded: 'This gift was refunded, so it can no longer be redeemed.',
  disputed: 'The payment for this gift is disputed at the moment. Try again later.',
  over: 'This gift can no longer be redeemed. Whoever gave it gets the money back.',
  'for-somebody-else': 'This gift is for another account. Sign in with that one.',
  'guild-paused':
    'The guild is paused at the moment. Redeem the gift when it goes on; the link keeps working.',
  'own-guild': 'This is a gift of your own guild. Somebody else can redeem it.',
  banned: 'The artist has banned you from this guild. Somebody else can redeem the gift.',
  'pays-already':
    'You pay for a membership in this guild. Leave it in your account and redeem the gift when it has ended, or pass the link on.',
  'other-tier':
    'You have months of another tier in this guild. Redeem the gift when they have ended, or pass the link on.',
};

/**
 * Why a user cannot redeem a gift now, or null. Who has given or bought months of the tier adds these to them; who pays by
 * subscription would pay for the same months twice.
 * @param user null before they have signed in: then only the gift itself is judged.
 */
export function membershipGiftRefusal(
  gift:
    | (MembershipGiftDates & { recipientId: string | null; guildState: GuildState; tier: { id: string } })
    | null,
  user: {
    id: string;
    ownsStore: boolean;
    member: Pick<Member, 'state' | 'subscriptionId' | 'tierId'> | null;
  } | null,
  now: Instant,
): MembershipGiftRefusal | null {
  if (!gift) return 'unknown';
  const state = membershipGiftState(gift);
  if (state === 'redeemed') return 'taken';
  if (state === 'refunded' || state === 'disputed') return state;
  if (state === 'unpaid') return 'unknown';
  if (state === 'ended' || now >= gift.expiresAt) return 'over';
  if (gift.guildState === 'paused') return 'guild-paused';
  if (gift.guildState !== 'live') return 'over';
  if (!user) return null;
  if (gift.recipientId !== null && gift.recipientId !== user.id) return 'for-somebody-else';
  if (user.ownsStore) return 'own-guild';
  const { member } = user;
  if (member?.state === 'banned') return 'banned';
  if (!member || !memberIsIn(member.state)) return null;
  if (member.subscriptionId !== '') return 'pays-already';
  return member.tierId === gift.tier.id ? null : 'other-tier';
}

/** What the months of a redeemed gift need by the state of its order: nothing, to be taken away, or to be given back. */
export function membershipGiftDue(
  orderState: OrderState,
  isTaken: boolean,
): 'revoke-refund' | 'revoke-dispute' | 'restore' | null {
  if (isPaid(orderState)) return isTaken ? 'restore' : null;
  if (isTaken) return null;
  return orderState === 'disputed' ? 'revoke-dispute' : orderState === 'refunded' ? 'revoke-refund' : null;
}

/** The id under which a redeemed gift covers its months. */
export function membershipGiftPaymentId(orderId: string): string {
  return `gift-order:${orderId}`;
}
