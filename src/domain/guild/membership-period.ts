import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { instantMonthsLater, type Month, monthAfter, monthNumber, monthOf } from '../kernel/month.ts';
import { splitByWeight } from '../kernel/split.ts';

/**
 * Kinds of a member's month. `paid` and `gift` bring the month's grants; a `trial` gives access but no grants; `skipped`
 * keeps a streak alive; `refunded` counts as no month.
 */
export const PERIOD_KINDS = ['paid', 'trial', 'gift', 'skipped', 'refunded'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];

/** Labels of the kinds. */
export const PERIOD_KIND_TEXTS: Record<PeriodKind, string> = {
  paid: 'Paid',
  trial: 'Trial',
  gift: 'A gift',
  skipped: 'Skipped',
  refunded: 'Refunded',
};

/** Whether a month of this kind brings releases, bundles and rewards and counts for loyalty. */
export function periodGives(kind: PeriodKind): boolean {
  return kind === 'paid' || kind === 'gift';
}

/** One month of one member. Rows are never deleted; a refund changes the kind. */
export interface MembershipPeriod {
  id: string;
  memberId: string;
  month: Month;
  kind: PeriodKind;
  tierId: string;
  /** The invoice that paid for it, or an id of our own for unpaid months: "gift:…", "skip:…". */
  paymentId: string;
  /** Position among the payment's months, from 0: a yearly invoice covers twelve. */
  part: number;
  paidCents: Cents;
  /** Start of the month as paid, and its end (exclusive). It brings nothing before it begins. */
  from: Instant;
  until: Instant;
  /** When the stay that this month belongs to began. */
  joinedAt: Instant;
  /** An upgrade within the month, paid by itself. */
  upgrade: { tierId: string; paymentId: string; paidCents: Cents; refunded: boolean } | null;
}

/** The months of one invoice, gift, trial or skip. */
export interface PaidMonths {
  id: string;
  kind: 'paid' | 'gift' | 'trial' | 'skipped';
  tierId: string;
  paidCents: Cents;
  from: Instant;
  until: Instant;
  joinedAt: Instant;
}

/** The most months one payment covers. */
export const MONTHS_MOST = 12;

/**
 * Months between two moments as a provider bills them: at least one, at most twelve. A few days more or less, as after
 * the 31st or a clock change, do not count.
 */
export function monthsBetween(from: Instant, until: Instant): number {
  const tolerance = 4 * 86_400_000;
  let months = 1;
  while (months < MONTHS_MOST && instantMonthsLater(from, months + 1) <= until + tolerance) months += 1;
  return months;
}

/** Whether a kind occupies its month, so that another payment moves to a later one. A trial or a skip does not. */
export function periodTakesMonth(kind: PeriodKind): boolean {
  return periodGives(kind);
}

/**
 * The months a payment covers: its own, or the next free one for each that is already covered. So no month is paid twice
 * and no payment is lost, in any order of payments. A trial is a single one, from its first day to its last.
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
  const isTrial = paid.kind === 'trial';
  const months = isTrial ? 1 : monthsBetween(paid.from, paid.until);
  const cents = splitByWeight(paid.paidCents, Array<number>(months).fill(paid.paidCents));
  const day = new Date(paid.from).getUTCDate();
  const first = monthOf(paid.from);
  const covered: Omit<MembershipPeriod, 'id'>[] = [];
  for (let part = 0; part < months; part += 1) {
    let month = monthAfter(first, part);
    // A trial or a skip of a month that is already covered adds nothing.
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
      until: isTrial ? paid.until : instantMonthsLater(paid.from, later + 1, day),
      joinedAt: paid.joinedAt,
      upgrade: null,
    });
  }
  return covered;
}

/** A payment for a month and the tier it paid for. */
export interface MonthClaim {
  paymentId: string;
  tierId: string;
}

/** The payments for a month that are not refunded; the month's own first, then an upgrade. */
export function claimsOf(
  period: Pick<MembershipPeriod, 'kind' | 'tierId' | 'paymentId' | 'upgrade'>,
): MonthClaim[] {
  const claims: MonthClaim[] = [];
  if (periodGives(period.kind)) claims.push({ paymentId: period.paymentId, tierId: period.tierId });
  if (period.upgrade && !period.upgrade.refunded)
    claims.push({ paymentId: period.upgrade.paymentId, tierId: period.upgrade.tierId });
  return claims;
}
