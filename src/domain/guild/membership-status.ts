import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { instantMonthsLater, type Month, monthOf } from '../kernel/month.ts';
import type { Invoice } from '../payments/invoice.ts';
import type { Billing } from './guild.ts';
import { type MemberState, type MembershipPaymentStatus, memberState } from './member.ts';
import type { PaidMonths } from './membership-period.ts';

/** The status of a membership, computed only from the current snapshot of its subscription and invoices. */

/** An invoice of a subscription, with tiers instead of the provider's prices. */
export interface MembershipInvoice {
  id: string;
  reason: 'first' | 'renewal' | 'change';
  state: Invoice['state'];
  at: Instant;
  paidAt: Instant | null;
  /** Whether a charge was attempted. */
  wasTried: boolean;
  /** Whether its payment is fully refunded, or disputed and not won. */
  isGivenBack: boolean;
  lines: readonly {
    tier: { id: string; cents: Cents; position: number } | null;
    cents: Cents;
    from: Instant;
    until: Instant;
    isProration: boolean;
  }[];
}

/** A subscription, with a tier instead of the provider's price. */
export interface MembershipSubscription {
  status: MembershipPaymentStatus['status'];
  beganAt: Instant;
  periodEnd: Instant;
  endsAtPeriodEnd: boolean;
  /** Periods that begin before this are not charged. */
  pausedUntil: Instant | null;
  /** What is billed from the next payment on. */
  tier: { id: string; cents: Cents; position: number };
  billing: Billing;
}

/** The months an invoice paid for, or the month that was deliberately not charged: a skip or a guild pause. */
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

/** The payment id of a month that was not charged; no real payment has such an id. */
export function skipId(of: string): string {
  return `skip:${of}`;
}

/** The next month, if a pause means it will not be charged; else null. */
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

/** A paid upgrade to a higher tier. */
export interface Upgrade {
  paymentId: string;
  tierId: string;
  paidCents: Cents;
  at: Instant;
  until: Instant;
}

/** The upgrade an invoice paid for: the prorated difference to a higher tier; null for none. */
export function upgradeOfInvoice(bill: MembershipInvoice): Upgrade | null {
  if (bill.reason !== 'change' || bill.state !== 'paid') return null;
  const added = bill.lines.find(({ cents, isProration, tier }) => isProration && cents > 0 && tier !== null);
  if (!added?.tier) return null;
  const paidCents = bill.lines.reduce((sum, { cents }) => sum + cents, 0);
  if (paidCents < 0) return null;
  return { paymentId: bill.id, tierId: added.tier.id, paidCents, at: added.from, until: added.until };
}

/**
 * The months an upgrade applies to, each with a payment id of its own, so that every month of a year is upgraded. The
 * first has the payment's id; `upgradePaymentIds` lists them all.
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

/** Every id under which a payment can upgrade a month. */
export function upgradePaymentIds(paymentId: string): string[] {
  return Array.from({ length: 12 }, (_, place) => (place === 0 ? paymentId : `${paymentId}:${place}`));
}

/** The current status of a membership. */
export interface MembershipStatus {
  state: MemberState;
  /** A scheduled change of billing counts from its first payment on. */
  billing: Billing;
  tierId: string;
  priceCents: Cents;
  nextTierId: string | null;
  nextChargeAt: Instant | null;
  failedSince: Instant | null;
}

/**
 * The current status of a membership; null when nothing was ever paid. `tierId` is the tier that is paid for;
 * `nextTierId` is the one billed from the next payment on.
 * @param invoices of this subscription, oldest first.
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
  // The provider reports a scheduled billing change as a trial; the running period is paid.
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

/** Since when a payment is overdue: the date of the newest invoice if its charge failed. */
function failedSinceOf(
  { status }: MembershipSubscription,
  bills: readonly MembershipInvoice[],
): Instant | null {
  if (status === 'active' || status === 'trialing' || status === 'incomplete') return null;
  const newest = bills
    .filter(({ reason, state, wasTried }) => reason !== 'change' && (state === 'paid' || wasTried))
    .at(-1);
  return newest && newest.state !== 'paid' ? newest.at : null;
}

/** The line of the newest paid month or year, not counting trials; null for none. */
function lastPaidLine(bills: readonly MembershipInvoice[]): MembershipInvoice['lines'][number] | null {
  const lines = bills.flatMap((bill) => (bill.state === 'paid' ? (wholeLine(bill) ?? []) : []));
  return lines.findLast(({ cents }) => cents > 0) ?? null;
}

const LONGEST_MONTH_MS = 31 * 86_400_000;

function billingOf({ from, until }: MembershipInvoice['lines'][number]): Billing {
  return until - from > 2 * LONGEST_MONTH_MS ? 'annual' : 'monthly';
}

function lastPaidEnd(bills: readonly MembershipInvoice[]): Instant | null {
  const ends = bills.flatMap((bill) => (bill.state === 'paid' ? (wholeLine(bill)?.until ?? []) : []));
  return ends.length === 0 ? null : Math.max(...ends);
}

/** The tier of the newest payment that is not refunded; of the newest payment if all are. */
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
