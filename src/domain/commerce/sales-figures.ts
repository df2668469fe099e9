import { csvText } from '../kernel/csv.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { type Income, type IncomeSource, sumOfIncome } from '../payments/income.ts';
import { type Sale, saleStateText } from './sale.ts';

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

type SoldLine = Pick<
  Sale,
  | 'orderState'
  | 'soldAt'
  | 'productId'
  | 'productName'
  | 'couponCode'
  | 'memberPercent'
  | 'listCents'
  | 'discountCents'
  | keyof Income
>;

/** Sums over sales: list - discount = paid. */
export interface SaleTotals extends Income {
  count: number;
  listCents: Cents;
  discountCents: Cents;
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
/** Number of best sellers to list. */
const BEST = 5;

/**
 * Calculates the figures of these sales.
 * @param span the requested days; an open start is the first sale's day, an open end is today, and the chart then covers
 * at least two weeks.
 * @param seenFrom the first day with page views; the chart begins there at the latest.
 */
export function salesFigures(
  lines: readonly SoldLine[],
  span: Pick<SaleFilter, 'from' | 'to'>,
  now: Instant,
  seenFrom: Instant | null = null,
): SaleFigures {
  const last = lines.reduce((most, { soldAt }) => Math.max(most, soldAt), (span.to ?? now + 1) - 1);
  const latestFirst = span.from ?? Math.min(now, last - (LEAST_DAYS - 1) * DAY_MS);
  const first = lines.reduce(
    (least, { soldAt }) => Math.min(least, soldAt),
    Math.min(latestFirst, seenFrom ?? latestFirst),
  );
  const days = (last - first) / DAY_MS;
  const step = days <= MOST_DAYS ? 'day' : days <= MOST_WEEKS_DAYS ? 'week' : 'month';
  const steps = stepsBetween(first, last, step);
  const stepAt = new Map(steps.map((entry) => [entry.from, entry]));
  const products = new Map<string, SaleFigures['products'][number]>();
  const coupons = new Map<string, SaleFigures['coupons'][number]>();
  let members: SaleFigures['members'] = null;
  const totals: SaleTotals = { ...sumOfIncome(lines), count: lines.length, listCents: 0, discountCents: 0 };
  for (const line of lines) {
    const { yoursCents } = line;
    totals.listCents += line.listCents;
    totals.discountCents += line.discountCents;
    const entry = stepAt.get(stepOf(line.soldAt, step));
    if (entry) {
      entry.count += 1;
      entry.yoursCents += yoursCents;
    }
    // A renamed product stays one entry; a deleted one is grouped by its name.
    const key = line.productId ?? line.productName;
    const product = products.get(key) ?? { name: line.productName, count: 0, yoursCents: 0 };
    products.set(key, { ...product, count: product.count + 1, yoursCents: product.yoursCents + yoursCents });
    if (line.memberPercent !== null) {
      const before: NonNullable<SaleFigures['members']> = members ?? {
        count: 0,
        discountCents: 0,
        yoursCents: 0,
      };
      members = {
        count: before.count + 1,
        discountCents: before.discountCents + line.discountCents,
        yoursCents: before.yoursCents + yoursCents,
      };
    }
    if (line.couponCode === null) continue;
    const coupon = coupons.get(line.couponCode) ?? {
      code: line.couponCode,
      count: 0,
      discountCents: 0,
      yoursCents: 0,
    };
    coupons.set(line.couponCode, {
      ...coupon,
      count: coupon.count + 1,
      discountCents: coupon.discountCents + line.discountCents,
      yoursCents: coupon.yoursCents + yoursCents,
    });
  }
  const byYours = (a: { yoursCents: Cents; count: number }, b: { yoursCents: Cents; count: number }) =>
    b.yoursCents - a.yoursCents || b.count - a.count;
  return {
    totals,
    step,
    steps,
    products: [...products.values()].sort(byYours).slice(0, BEST),
    coupons: [...coupons.values()].sort(byYours),
    members,
  };
}

/** The start of the day, week (Monday) or month that contains an instant, in UTC. */
export function stepOf(at: Instant, step: SaleFigures['step']): Instant {
  const day = Math.floor(at / DAY_MS) * DAY_MS;
  const date = new Date(day);
  if (step === 'day') return day;
  if (step === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function stepsBetween(first: Instant, last: Instant, step: SaleFigures['step']): SaleStep[] {
  const steps: SaleStep[] = [];
  for (let from = stepOf(first, step); from <= last; from = nextStep(from, step))
    steps.push({ from, count: 0, yoursCents: 0 });
  return steps;
}

function nextStep(from: Instant, step: SaleFigures['step']): Instant {
  if (step !== 'month') return from + (step === 'day' ? DAY_MS : 7 * DAY_MS);
  const date = new Date(from);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

const amount = (cents: Cents) => (cents / 100).toFixed(2);

/** Sales as CSV, amounts in dollars. */
export function salesCsv(sales: readonly Sale[]): string {
  const head = [
    'Day',
    'Order',
    'Product',
    'Buyer',
    'List',
    'Discount',
    'Coupon',
    'Release',
    'Paid',
    'Commission %',
    'Commission',
    'Net',
    'Refunded',
    'Held',
    'Yours',
    'State',
  ];
  const rows = sales.map((sale) => [
    new Date(sale.soldAt).toISOString().slice(0, 10),
    sale.number,
    sale.productName,
    sale.buyer ?? '',
    amount(sale.listCents),
    amount(sale.discountCents),
    sale.couponCode ?? '',
    sale.releaseTitle ?? '',
    amount(sale.paidCents),
    String(sale.commissionPercent),
    amount(sale.commissionCents),
    amount(sale.netCents),
    amount(sale.refundedCents),
    amount(sale.heldCents),
    amount(sale.yoursCents),
    saleStateText(sale),
  ]);
  return csvText([head, ...rows]);
}
