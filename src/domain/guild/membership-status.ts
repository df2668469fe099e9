import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { instantMonthsLater, type Month, monthOf } from '../kernel/month.ts';
import type { Invoice } from '../payments/invoice.ts';
import type { Billing } from './guild.ts';
import { type MemberState, memberState, type MembershipPaymentStatus } from './member.ts';
import type { PaidMonths } from './membership-period.ts';

/** What a membership is, computed from what the payment provider says now and from nothing else. */

/** One bill of a subscription, in the words of tiers. */
export interface MembershipInvoice {
  id: string;
  reason: 'first' | 'renewal' | 'change';
  state: Invoice['state'];
  at: Instant;
  paidAt: Instant | null;
  /** Whether a card was tried for it. */
  wasTried: boolean;
  /** Whether its money was given back whole, or a bank holds it. */
  isGivenBack: boolean;
  lines: readonly {
    tier: { id: string; cents: Cents; position: number } | null;
    cents: Cents;
    from: Instant;
    until: Instant;
    isProration: boolean;
  }[];
}

/** A subscription, in the words of tiers. */
export interface MembershipSubscription {
  status: MembershipPaymentStatus['status'];
  beganAt: Instant;
  periodEnd: Instant;
  endsAtPeriodEnd: boolean;
  /** Periods that begin before this are not charged. */
  pausedUntil: Instant | null;
  /** What it is billed from the next payment on. */
  tier: { id: string; cents: Cents; position: number };
  billing: Billing;
}

/** Months a bill paid for, or one that was not charged for a wish: a skip or the guild's pause. */
export function paidMonthsOfInvoice(bill: MembershipInvoice, joinedAt: Instant): PaidMonths | null {
  const line = wholeLine(bill);
  if (!line?.tier) return null;
  const covers = { tierId: line.tier.id, from: line.from, until: line.until, joinedAt };
  if (bill.state === 'void' && !bill.wasTried)
    return { ...covers, id: skipId(bill.id), kind: 'skipped', paidCents: 0 };
  if (bill.state !== 'paid') return null;
  return line.cents === 0
    ? { ...covers, id: bill.id, kind: 'trial', paidCents: 0 }
    : { ...covers, id: bill.id, kind: 'paid', paidCents: line.cents };
}

/** The word under which a month that was not charged is written; no payment is called so. */
export function skipId(of: string): string {
  return `skip:${of}`;
}

/** The month ahead that will not be charged as things stand; null where it will. */
export function skippedMonthAhead(told: MembershipSubscription, subscriptionId: string): PaidMonths | null {
  const { pausedUntil, periodEnd, billing } = told;
  if (billing !== 'monthly' || pausedUntil === null || pausedUntil <= periodEnd) return null;
  return {
    id: skipId(`${subscriptionId}:${monthOf(periodEnd)}`),
    kind: 'skipped',
    tierId: told.tier.id,
    paidCents: 0,
    from: periodEnd,
    until: instantMonthsLater(periodEnd, 1, new Date(told.beganAt).getUTCDate()),
    joinedAt: told.beganAt,
  };
}

/** An upgrade that was paid: to which tier, from when until when. */
export interface Upgrade {
  paymentId: string;
  tierId: string;
  paidCents: Cents;
  at: Instant;
  until: Instant;
}

/** What a bill raised, or null: the difference to a higher tier, paid in mid-period. */
export function upgradeOfInvoice(bill: MembershipInvoice): Upgrade | null {
  if (bill.reason !== 'change' || bill.state !== 'paid') return null;
  const added = bill.lines.find(({ cents, isProration, tier }) => isProration && cents > 0 && tier !== null);
  if (!added?.tier) return null;
  const paidCents = bill.lines.reduce((sum, { cents }) => sum + cents, 0);
  if (paidCents < 0) return null;
  return { paymentId: bill.id, tierId: added.tier.id, paidCents, at: added.from, until: added.until };
}

/**
 * The months an upgrade raises, each with a payment of its own name, so that every one of a year is raised. The first is
 * called like the payment; `upgradePaymentIds` names them all.
 */
export function upgradedMonths(
  raise: Upgrade,
  months: readonly { month: Month; kind: string; from: Instant; until: Instant }[],
): { paymentId: string; tierId: string; at: Instant }[] {
  const running = months
    .filter(
      ({ kind, until, from }) =>
        (kind === 'paid' || kind === 'gift') && until > raise.at && from < raise.until,
    )
    .sort((a, b) => a.from - b.from);
  const ids = upgradePaymentIds(raise.paymentId);
  return running.slice(0, ids.length).map(({ from }, place) => ({
    paymentId: ids[place] ?? '',
    tierId: raise.tierId,
    at: Math.max(from, raise.at),
  }));
}

/** Every name under which a payment can raise a month. */
export function upgradePaymentIds(paymentId: string): string[] {
  return Array.from({ length: 12 }, (_, place) => (place === 0 ? paymentId : `${paymentId}:${place}`));
}

/** What a membership is now. */
export interface MembershipStatus {
  state: MemberState;
  /** How often he pays; another rhythm that is ahead counts from its first payment on. */
  billing: Billing;
  tierId: string;
  priceCents: Cents;
  nextTierId: string | null;
  nextChargeAt: Instant | null;
  failedSince: Instant | null;
}

/**
 * What a membership is now; null where nothing was ever paid. The tier is the one that is paid for; where the
 * subscription is billed another from the next payment on, that one is ahead.
 * @param bills of this subscription, oldest first.
 */
export function membershipStatus(
  told: MembershipSubscription,
  bills: readonly MembershipInvoice[],
  banned: boolean,
  now: Instant,
): MembershipStatus | null {
  const failedSince = failedSinceOf(told, bills);
  const lastMonthEnds = lastPaidEnd(bills);
  const { endsAtPeriodEnd: cancelling } = told;
  const paidLine = lastPaidLine(bills);
  // A rhythm that changes with the next payment is told as a trial until then; what runs is paid.
  const status = told.status === 'trialing' && paidLine ? 'active' : told.status;
  const state = memberState(
    { banned, subscription: { status, cancelling, failedSince }, lastMonthEnds },
    now,
  );
  if (state === null || (lastMonthEnds === null && status === 'ended')) return null;
  const paid = paidTier(bills) ?? told.tier;
  const isDown = told.tier.id !== paid.id && told.tier.position < paid.position;
  const isCharged = state === 'active' || state === 'trialing' || state === 'past_due';
  return {
    state,
    billing: paidLine ? billingOf(paidLine) : told.billing,
    tierId: paid.id,
    priceCents: paid.cents,
    nextTierId: isDown && isCharged ? told.tier.id : null,
    nextChargeAt: isCharged ? nextCharge(told) : null,
    failedSince,
  };
}

/** Since when money is waited for: the newest bill a card was tried for in vain. */
function failedSinceOf({ status }: MembershipSubscription, bills: readonly MembershipInvoice[]): Instant | null {
  if (status === 'active' || status === 'trialing' || status === 'incomplete') return null;
  const newest = bills
    .filter(({ reason, state, wasTried }) => reason !== 'change' && (state === 'paid' || wasTried))
    .at(-1);
  return newest && newest.state !== 'paid' ? newest.at : null;
}

/** The newest month or year that was paid with money; null where none was. */
function lastPaidLine(bills: readonly MembershipInvoice[]): MembershipInvoice['lines'][number] | null {
  const lines = bills.flatMap((bill) => (bill.state === 'paid' ? (wholeLine(bill) ?? []) : []));
  return lines.findLast(({ cents }) => cents > 0) ?? null;
}

/** The longest month has 31 days. */
const LONGEST_MONTH_MS = 31 * 86_400_000;

function billingOf({ from, until }: MembershipInvoice['lines'][number]): Billing {
  return until - from > 2 * LONGEST_MONTH_MS ? 'annual' : 'monthly';
}

function lastPaidEnd(bills: readonly MembershipInvoice[]): Instant | null {
  const ends = bills.flatMap((bill) => (bill.state === 'paid' ? (wholeLine(bill)?.until ?? []) : []));
  return ends.length === 0 ? null : Math.max(...ends);
}

/** The tier of the newest thing that was paid and not given back; of the newest paid at all where everything was. */
function paidTier(bills: readonly MembershipInvoice[]): MembershipSubscription['tier'] | null {
  const paid = bills.filter(({ state }) => state === 'paid');
  const kept = paid.filter(({ isGivenBack }) => !isGivenBack);
  const tiers = (kept.length > 0 ? kept : paid).flatMap((bill) => {
    const raise = upgradeOfInvoice(bill);
    const line = raise
      ? bill.lines.find(({ tier, cents }) => tier?.id === raise.tierId && cents > 0)
      : wholeLine(bill);
    return line?.tier ?? [];
  });
  return tiers.at(-1) ?? null;
}

function wholeLine(bill: MembershipInvoice): MembershipInvoice['lines'][number] | null {
  if (bill.reason === 'change') return null;
  return bill.lines.findLast(({ isProration, cents }) => !isProration && cents >= 0) ?? null;
}

function nextCharge({ periodEnd, pausedUntil, billing, beganAt }: MembershipSubscription): Instant | null {
  if (pausedUntil === Number.POSITIVE_INFINITY) return null;
  const months = billing === 'annual' ? 12 : 1;
  const anchor = new Date(beganAt).getUTCDate();
  let at = periodEnd;
  while (pausedUntil !== null && at < pausedUntil) at = instantMonthsLater(at, months, anchor);
  return at;
}
