import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { instantMonthsLater, type Month, monthAfter, monthNumber, monthOf } from '../kernel/month.ts';
import { splitByWeight } from '../kernel/split.ts';

/**
 * What a covered month is. `paid` and `gift` give what the month holds; a `trial` opens the doors and gives nothing to
 * keep; `skipped` keeps a streak alive; `refunded` is as if it had never been.
 */
export const PERIOD_KINDS = ['paid', 'trial', 'gift', 'skipped', 'refunded'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];

/** How a person reads each kind. */
export const PERIOD_KIND_TEXTS: Record<PeriodKind, string> = {
  paid: 'Paid',
  trial: 'Trial',
  gift: 'Given by the artist',
  skipped: 'Skipped',
  refunded: 'Refunded',
};

/** Whether a month of this kind gives releases, bundles and rewards, and counts for loyalty. */
export function periodGives(kind: PeriodKind): boolean {
  return kind === 'paid' || kind === 'gift';
}

/** One month of one member. Rows are added, never taken out; a refund changes the kind. */
export interface MembershipPeriod {
  id: string;
  memberId: string;
  month: Month;
  kind: PeriodKind;
  tierId: string;
  /** What it was paid with: an invoice, or a word of our own for months nobody paid. */
  paymentId: string;
  /** Which of the payment's months it is, from 0: a year's invoice covers twelve. */
  part: number;
  paidCents: Cents;
  /** First moment of the month as it was paid, and the first after it. It gives nothing before it begins. */
  from: Instant;
  until: Instant;
  /** When the stay in the guild began that this month belongs to. */
  joinedAt: Instant;
  /** An upgrade within the month, paid by itself. */
  raise: { tierId: string; paymentId: string; paidCents: Cents; refunded: boolean } | null;
}

/** A payment for one or several months, or a gift of them. */
export interface PaidMonths {
  id: string;
  kind: 'paid' | 'gift' | 'trial' | 'skipped';
  tierId: string;
  paidCents: Cents;
  from: Instant;
  until: Instant;
  joinedAt: Instant;
}

/** Months one payment covers at most. */
export const MONTHS_MOST = 12;

/**
 * How many months lie between two moments, counted as a provider bills them: at least one, at most twelve. A day more or
 * less, as after the 31st or a change of clocks, does not count.
 */
export function monthsBetween(from: Instant, until: Instant): number {
  const tolerance = 4 * 86_400_000;
  let months = 1;
  while (months < MONTHS_MOST && instantMonthsLater(from, months + 1) <= until + tolerance) months += 1;
  return months;
}

/** Whether a kind takes its month, so that another payment goes to a later one. A trial or a skip does not. */
export function periodTakesMonth(kind: PeriodKind): boolean {
  return periodGives(kind);
}

/**
 * The months a payment covers: its own, or where one of those is covered already the next that is free. So no month is
 * paid twice and no payment is lost, in whichever order payments arrive.
 * @param periods the member's months so far.
 */
export function monthsOfPayment(
  memberId: string,
  paid: PaidMonths,
  periods: readonly Pick<MembershipPeriod, 'month' | 'kind' | 'paymentId'>[],
): Omit<MembershipPeriod, 'id'>[] {
  if (periods.some(({ paymentId }) => paymentId === paid.id)) return [];
  const takes = periodTakesMonth(paid.kind);
  const taken = new Set(
    periods
      .filter(({ kind }) => (takes ? periodTakesMonth(kind) : kind !== 'refunded'))
      .map(({ month }) => month),
  );
  const months = monthsBetween(paid.from, paid.until);
  const cents = splitByWeight(paid.paidCents, Array<number>(months).fill(paid.paidCents));
  const day = new Date(paid.from).getUTCDate();
  const first = monthOf(paid.from);
  const covered: Omit<MembershipPeriod, 'id'>[] = [];
  for (let part = 0; part < months; part += 1) {
    let month = monthAfter(first, part);
    // A trial or a skip of a month that is covered already says nothing new.
    if (!takes && taken.has(month)) continue;
    while (taken.has(month)) month = monthAfter(month, 1);
    taken.add(month);
    const later = monthNumber(month) - monthNumber(first);
    covered.push({
      memberId,
      month,
      kind: paid.kind,
      tierId: paid.tierId,
      paymentId: paid.id,
      part,
      paidCents: cents[part] ?? 0,
      from: instantMonthsLater(paid.from, later, day),
      until: instantMonthsLater(paid.from, later + 1, day),
      joinedAt: paid.joinedAt,
      raise: null,
    });
  }
  return covered;
}

/** A payment that speaks for a month, and the tier it paid for; the month's own comes first. */
export interface MonthClaim {
  paymentId: string;
  tierId: string;
}

/** What was paid for a month and not given back. */
export function claimsOf(
  period: Pick<MembershipPeriod, 'kind' | 'tierId' | 'paymentId' | 'raise'>,
): MonthClaim[] {
  const claims: MonthClaim[] = [];
  if (periodGives(period.kind)) claims.push({ paymentId: period.paymentId, tierId: period.tierId });
  if (period.raise && !period.raise.refunded)
    claims.push({ paymentId: period.raise.paymentId, tierId: period.raise.tierId });
  return claims;
}
