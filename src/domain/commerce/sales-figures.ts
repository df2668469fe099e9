import { type CsvCell, csvText } from '../kernel/csv.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import type { Income, IncomeSource } from '../payments/income.ts';
import { type Sale, saleStateText, taxOfSale } from './sale.ts';

/** A seller's sales figures: totals, a chart over time, best sellers, and results of coupons. */

/** Which sales to show. Null is any; `from` is inclusive, `to` exclusive. */
export interface SaleFilter {
  source: IncomeSource | null;
  state: SaleStateFilter | null;
  productId: string | null;
  couponCode: string | null;
  /** A part of the buyer's user name. */
  buyer: string | null;
  from: Instant | null;
  to: Instant | null;
}

export const SALE_STATE_FILTERS = {
  kept: 'Sold',
  'given-back': 'Refunded',
  disputed: 'Disputed',
} as const;
export type SaleStateFilter = keyof typeof SALE_STATE_FILTERS;

export const SALE_SOURCE_TEXTS: Record<IncomeSource, string> = {
  sale: 'Products',
  membership: 'Guild memberships',
  partner: 'As a partner',
};

export const ANY_SALE: SaleFilter = {
  source: null,
  state: null,
  productId: null,
  couponCode: null,
  buyer: null,
  from: null,
  to: null,
};

/** Sums over sales: list - discount - tax in prices = paid. */
export interface SaleTotals extends Income {
  count: number;
  listCents: Cents;
  discountCents: Cents;
}

/** Sums over the sales that match a filter, as the database adds them up. */
export interface SaleSums {
  totals: SaleTotals;
  /** Days with sales, earliest first; `day` is the start in UTC. */
  days: { day: Instant; count: number; yoursCents: Cents }[];
  /**
   * Best sellers under the name they were last sold by. A renamed product is one entry; deleted ones are grouped by their
   * name.
   */
  products: SaleFigures['products'];
  coupons: SaleFigures['coupons'];
  members: SaleFigures['members'];
}

/** One step of the chart: a day, week or month that begins at `from`. */
export interface SaleStep {
  from: Instant;
  count: number;
  yoursCents: Cents;
}

export interface SaleFigures {
  totals: SaleTotals;
  step: 'day' | 'week' | 'month';
  steps: SaleStep[];
  /** Best sellers first, by what the seller earned. */
  products: { name: string; count: number; yoursCents: Cents }[];
  coupons: { code: string; count: number; discountCents: Cents; yoursCents: Cents }[];
  /** Sales at member prices; null if there were none. */
  members: { count: number; discountCents: Cents; yoursCents: Cents } | null;
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 45;
/** Minimum length of a chart without a start date: a chart of one day shows nothing. */
const LEAST_DAYS = 14;
const MOST_WEEKS_DAYS = 371;
/** Days further apart than this are shown by month, also when each counts as the first of its month. */
export const MONTHS_AFTER_DAYS = MOST_WEEKS_DAYS + 31;
/** Number of best sellers to list. */
export const BEST_SELLERS = 5;

/**
 * Calculates the figures of these sales.
 * @param span the requested days; an open start is the first sale's day, an open end is today, and the chart then covers
 * at least two weeks.
 * @param seenFrom the first day with page views; the chart begins there at the latest.
 */
export function salesFigures(
  sums: SaleSums,
  span: Pick<SaleFilter, 'from' | 'to'>,
  now: Instant,
  seenFrom: Instant | null = null,
): SaleFigures {
  const last = sums.days.reduce((most, { day }) => Math.max(most, day), (span.to ?? now + 1) - 1);
  const latestFirst = span.from ?? Math.min(now, last - (LEAST_DAYS - 1) * DAY_MS);
  const first = sums.days.reduce(
    (least, { day }) => Math.min(least, day),
    Math.min(latestFirst, seenFrom ?? latestFirst),
  );
  const days = (last - first) / DAY_MS;
  const step = days <= MOST_DAYS ? 'day' : days <= MOST_WEEKS_DAYS ? 'week' : 'month';
  const steps = stepsBetween(first, last, step);
  const stepAt = new Map(steps.map((entry) => [entry.from, entry]));
  for (const { day, count, yoursCents } of sums.days) {
    const entry = stepAt.get(stepStart(day, step));
    if (!entry) continue;
    entry.count += count;
    entry.yoursCents += yoursCents;
  }
  const byYours = (a: { yoursCents: Cents; count: number }, b: { yoursCents: Cents; count: number }) =>
    b.yoursCents - a.yoursCents || b.count - a.count;
  return {
    totals: sums.totals,
    step,
    steps,
    products: sums.products.toSorted(byYours).slice(0, BEST_SELLERS),
    coupons: sums.coupons.toSorted(byYours),
    members: sums.members,
  };
}

/** The start of the day, week (Monday) or month that contains an instant, in UTC. */
export function stepStart(at: Instant, step: SaleFigures['step']): Instant {
  const day = Math.floor(at / DAY_MS) * DAY_MS;
  const date = new Date(day);
  if (step === 'day') return day;
  if (step === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function stepsBetween(first: Instant, last: Instant, step: SaleFigures['step']): SaleStep[] {
  const steps: SaleStep[] = [];
  for (let from = stepStart(first, step); from <= last; from = nextStep(from, step))
    steps.push({ from, count: 0, yoursCents: 0 });
  return steps;
}

function nextStep(from: Instant, step: SaleFigures['step']): Instant {
  if (step !== 'month') return from + (step === 'day' ? DAY_MS : 7 * DAY_MS);
  const date = new Date(from);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

const amount = (cents: Cents) => ({ cents });

const CSV_COLUMNS: readonly (readonly [head: string, cell: (sale: Sale) => CsvCell])[] = [
  ['Day', ({ soldAt }) => new Date(soldAt).toISOString().slice(0, 10)],
  ['Order', ({ number }) => number],
  ['Product', ({ productName }) => productName],
  ['Buyer', ({ buyer }) => buyer ?? ''],
  ['List', ({ listCents }) => amount(listCents)],
  ['Discount', ({ discountCents }) => amount(discountCents)],
  ['Coupon', ({ couponCode }) => couponCode ?? ''],
  ['Release', ({ releaseTitle }) => releaseTitle ?? ''],
  ['Tax in price', (sale) => amount(taxOfSale(sale))],
  ['Paid', ({ paidCents }) => amount(paidCents)],
  ['Commission %', ({ commissionPercent }) => commissionPercent],
  ['Commission', ({ commissionCents }) => amount(commissionCents)],
  ['Net', ({ netCents }) => amount(netCents)],
  ['Refunded', ({ refundedCents }) => amount(refundedCents)],
  ['Held', ({ heldCents }) => amount(heldCents)],
  ['Yours', ({ yoursCents }) => amount(yoursCents)],
  ['State', saleStateText],
  ['Your part %', ({ shared }) => shared?.percent ?? 100],
];
const cellsOf = (sale: Sale): CsvCell[] => CSV_COLUMNS.map(([, cell]) => cell(sale));

/** Sales as CSV, amounts in dollars. */
export const salesCsv = (sales: readonly Sale[]): string =>
  csvText([CSV_COLUMNS.map(([head]) => head), ...sales.map(cellsOf)]);

/** The same without the head, to be added to it after a line break. */
export const salesCsvRows = (sales: readonly Sale[]): string => csvText(sales.map(cellsOf));
