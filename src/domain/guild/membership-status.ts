import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { instantMonthsLater, type Month, monthOf } from '../kernel/month.ts';
import type { Invoice } from '../payments/invoice.ts';
import type { Billing } from './guild.ts';
import { type MemberState, type MembershipPaymentStatus, memberState } from './member.ts';
import { type MembershipPeriod, type PaidMonths, periodGives } from './membership-period.ts';

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
  isReversed: boolean;
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
export function paidMonthsOfInvoice(invoice: MembershipInvoice, joinedAt: Instant): PaidMonths | null {
  const line = periodLine(invoice);
  if (!line?.tier) return null;
  const covers = { tierId: line.tier.id, from: line.from, until: line.until, joinedAt };
  if (invoice.state === 'void' && !invoice.wasTried)
    return { ...covers, id: skipId(invoice.id), kind: 'skipped', paidCents: 0 };
  if (invoice.state !== 'paid') return null;
  return line.cents === 0
    ? { ...covers, id: invoice.id, kind: 'trial', paidCents: 0 }
    : { ...covers, id: invoice.id, kind: 'paid', paidCents: line.cents };
}

/** The payment id of a month that was not charged; no real payment has such an id. */
export function skipId(of: string): string {
  return `skip:${of}`;
}

/** The next month, if a pause means it will not be charged; else null. */
export function skippedMonthAhead(
  subscription: MembershipSubscription,
  subscriptionId: string,
): PaidMonths | null {
  const { pausedUntil, periodEnd, billing } = subscription;
  if (billing !== 'monthly' || pausedUntil === null || pausedUntil <= periodEnd) return null;
  // Paused until further notice: the month may still be charged, and counts as skipped when it was not.
  if (pausedUntil === Number.POSITIVE_INFINITY) return null;
  return {
    id: skipId(`${subscriptionId}:${monthOf(periodEnd)}`),
    kind: 'skipped',
    tierId: subscription.tier.id,
    paidCents: 0,
    from: periodEnd,
    until: instantMonthsLater(periodEnd, 1, new Date(subscription.beganAt).getUTCDate()),
    joinedAt: subscription.beganAt,
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
export function upgradeOfInvoice(invoice: MembershipInvoice): Upgrade | null {
  if (invoice.reason !== 'change' || invoice.state !== 'paid') return null;
  const added = invoice.lines.find(
    ({ cents, isProration, tier }) => isProration && cents > 0 && tier !== null,
  );
  if (!added?.tier) return null;
  const paidCents = invoice.lines.reduce((sum, { cents }) => sum + cents, 0);
  if (paidCents < 0) return null;
  return { paymentId: invoice.id, tierId: added.tier.id, paidCents, at: added.from, until: added.until };
}

/**
 * The months an upgrade applies to, each with a payment id of its own, so that every month of a year is upgraded. The
 * first has the payment's id; `upgradePaymentIds` lists them all.
 */
export function upgradedMonths(
  upgrade: Upgrade,
  months: readonly { month: Month; kind: string; from: Instant; until: Instant }[],
): { paymentId: string; tierId: string; at: Instant }[] {
  const running = months
    .filter(
      ({ kind, until, from }) =>
        (kind === 'paid' || kind === 'gift') && until > upgrade.at && from < upgrade.until,
    )
    .sort((a, b) => a.from - b.from);
  const ids = upgradePaymentIds(upgrade.paymentId);
  return running.slice(0, ids.length).map(({ from }, place) => ({
    paymentId: ids[place] ?? '',
    tierId: upgrade.tierId,
    at: Math.max(from, upgrade.at),
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
  subscription: MembershipSubscription,
  invoices: readonly MembershipInvoice[],
  banned: boolean,
  now: Instant,
): MembershipStatus | null {
  const failedSince = failedSinceOf(subscription, invoices);
  const lastMonthEnds = lastPaidEnd(invoices);
  const { endsAtPeriodEnd: cancelling } = subscription;
  const paidLine = lastPaidLine(invoices);
  // The provider reports a scheduled billing change as a trial; the running period is paid.
  const status = subscription.status === 'trialing' && paidLine ? 'active' : subscription.status;
  const state = memberState(
    { banned, subscription: { status, cancelling, failedSince }, lastMonthEnds },
    now,
  );
  if (state === null || (lastMonthEnds === null && status === 'ended')) return null;
  const paid = paidTier(invoices) ?? subscription.tier;
  const isDown = subscription.tier.id !== paid.id && subscription.tier.position < paid.position;
  const isCharged = state === 'active' || state === 'trialing' || state === 'past_due';
  return {
    state,
    billing: paidLine ? billingOf(paidLine) : subscription.billing,
    tierId: paid.id,
    priceCents: paid.cents,
    nextTierId: isDown && isCharged ? subscription.tier.id : null,
    nextChargeAt: isCharged ? nextCharge(subscription) : null,
    failedSince,
  };
}

/** A few days more or less between the months of a subscription and those behind it, as after the 31st. */
const SEAM_MS = 4 * 86_400_000;

/**
 * The status of a member whose subscription ended while months lie behind it: given ones, and paid ones that given ones moved
 * there. They stay, without a subscription, until these months end. Any other status is returned as it is.
 * @param paidUntil when the last period of the subscription ends.
 * @param periods the member's months, the earliest first.
 */
export function withMonthsBehind(
  status: MembershipStatus,
  paidUntil: Instant,
  periods: readonly Pick<MembershipPeriod, 'kind' | 'tierId' | 'from' | 'until'>[],
  now: Instant,
): MembershipStatus & { hasSubscription: boolean } {
  const behind = periods.find(
    ({ kind, from, until }) => periodGives(kind) && until > now && from >= paidUntil - SEAM_MS,
  );
  if (!behind || (status.state !== 'left' && status.state !== 'lapsed'))
    return { ...status, hasSubscription: true };
  return {
    state: 'active',
    billing: status.billing,
    tierId: behind.tierId,
    priceCents: status.priceCents,
    nextTierId: null,
    nextChargeAt: null,
    failedSince: null,
    hasSubscription: false,
  };
}

/** Since when a payment is overdue: the date of the newest invoice if its charge failed. */
function failedSinceOf(
  { status }: MembershipSubscription,
  invoices: readonly MembershipInvoice[],
): Instant | null {
  if (status === 'active' || status === 'trialing' || status === 'incomplete') return null;
  const newest = invoices
    .filter(({ reason, state, wasTried }) => reason !== 'change' && (state === 'paid' || wasTried))
    .at(-1);
  return newest && newest.state !== 'paid' ? newest.at : null;
}

/** The line of the newest paid month or year, not counting trials; null for none. */
function lastPaidLine(invoices: readonly MembershipInvoice[]): MembershipInvoice['lines'][number] | null {
  const lines = invoices.flatMap((invoice) => (invoice.state === 'paid' ? (periodLine(invoice) ?? []) : []));
  return lines.findLast(({ cents }) => cents > 0) ?? null;
}

const LONGEST_MONTH_MS = 31 * 86_400_000;

function billingOf({ from, until }: MembershipInvoice['lines'][number]): Billing {
  return until - from > 2 * LONGEST_MONTH_MS ? 'annual' : 'monthly';
}

function lastPaidEnd(invoices: readonly MembershipInvoice[]): Instant | null {
  const ends = invoices.flatMap((invoice) =>
    invoice.state === 'paid' ? (periodLine(invoice)?.until ?? []) : [],
  );
  return ends.length === 0 ? null : Math.max(...ends);
}

/** The tier of the newest payment that is not refunded; of the newest payment if all are. */
function paidTier(invoices: readonly MembershipInvoice[]): MembershipSubscription['tier'] | null {
  const paid = invoices.filter(({ state }) => state === 'paid');
  const valid = paid.filter(({ isReversed }) => !isReversed);
  const tiers = (valid.length > 0 ? valid : paid).flatMap((invoice) => {
    const upgrade = upgradeOfInvoice(invoice);
    const line = upgrade
      ? invoice.lines.find(({ tier, cents }) => tier?.id === upgrade.tierId && cents > 0)
      : periodLine(invoice);
    return line?.tier ?? [];
  });
  return tiers.at(-1) ?? null;
}

function periodLine(invoice: MembershipInvoice): MembershipInvoice['lines'][number] | null {
  if (invoice.reason === 'change') return null;
  return invoice.lines.findLast(({ isProration, cents }) => !isProration && cents >= 0) ?? null;
}

function nextCharge({ periodEnd, pausedUntil, billing, beganAt }: MembershipSubscription): Instant | null {
  if (pausedUntil === Number.POSITIVE_INFINITY) return null;
  const months = billing === 'annual' ? 12 : 1;
  const anchor = new Date(beganAt).getUTCDate();
  let at = periodEnd;
  while (pausedUntil !== null && at < pausedUntil) at = instantMonthsLater(at, months, anchor);
  return at;
}
