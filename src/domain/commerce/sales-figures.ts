import { csvText } from '../kernel/csv.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { sellerPartOf } from '../payments/payment.ts';
import { orderNumber } from './order.ts';
import { type Sale, saleStateText } from './sale.ts';

/** What a seller's sales come to: sums, a curve over time, what sold best, what the coupons did. */

/** Which sales are asked for. Null is any; `from` is the first instant, `to` the first one after. */
export interface SaleFilter {
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
  'given-back': 'Money given back',
  disputed: 'Disputed',
} as const;
export type SaleStateFilter = keyof typeof SALE_STATE_FILTERS;

export const ANY_SALE: SaleFilter = {
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
  | 'paidCents'
  | 'commissionCents'
  | 'feeCents'
  | 'netCents'
  | 'refundedCents'
>;

/**
 * Sums over sales: list - discount = paid = commission + net. `yours` is the net less the seller's part of refunds; what is
 * left of a disputed order stands under `held` instead, as it does in the ledger.
 */
export interface SaleTotals {
  count: number;
  listCents: Cents;
  discountCents: Cents;
  paidCents: Cents;
  commissionCents: Cents;
  netCents: Cents;
  refundedCents: Cents;
  heldCents: Cents;
  yoursCents: Cents;
}

/** One step of the curve: from its first instant up to the next one's. */
export interface SaleStep {
  from: Instant;
  count: number;
  yoursCents: Cents;
}

export interface SaleFigures {
  totals: SaleTotals;
  step: 'day' | 'week' | 'month';
  steps: SaleStep[];
  /** The best first, by what stayed with the seller. */
  products: { name: string; count: number; yoursCents: Cents }[];
  coupons: { code: string; count: number; discountCents: Cents; yoursCents: Cents }[];
  /** What members of the guild bought at their price; null where nobody did. */
  members: { count: number; discountCents: Cents; yoursCents: Cents } | null;
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 45;
/** A curve of one day shows nothing: where its beginning is open it shows at least so many. */
const LEAST_DAYS = 14;
const MOST_WEEKS_DAYS = 371;
/** At most so many products stand among the best. */
const BEST = 5;

type Share = Pick<Sale, 'orderState' | 'netCents' | 'paidCents' | 'refundedCents'>;

const leftOf = (line: Share): Cents =>
  line.netCents - sellerPartOf(line.netCents, line.refundedCents, line.paidCents);

/** What stays with the seller of one line: refunds taken off, and nothing while its payment is disputed. */
export function yoursOf(line: Share): Cents {
  return line.orderState === 'disputed' ? 0 : leftOf(line);
}

/** What of one line waits for the end of a dispute. */
export function heldOf(line: Share): Cents {
  return line.orderState === 'disputed' ? leftOf(line) : 0;
}

/**
 * The figures of these sales.
 * @param span the days asked for; where an end is open it is the first sale's day, or today, and at least two weeks are shown.
 * @param seenFrom where the curve begins at the latest, because something was looked at then.
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
  const at = new Map(steps.map((one) => [one.from, one]));
  const products = new Map<string, SaleFigures['products'][number]>();
  const coupons = new Map<string, SaleFigures['coupons'][number]>();
  let members: SaleFigures['members'] = null;
  const totals: SaleTotals = {
    count: 0,
    listCents: 0,
    discountCents: 0,
    paidCents: 0,
    commissionCents: 0,
    netCents: 0,
    refundedCents: 0,
    heldCents: 0,
    yoursCents: 0,
  };
  for (const line of lines) {
    const yoursCents = yoursOf(line);
    totals.count += 1;
    totals.listCents += line.listCents;
    totals.discountCents += line.discountCents;
    totals.paidCents += line.paidCents;
    totals.commissionCents += line.commissionCents + line.feeCents;
    totals.netCents += line.netCents;
    totals.refundedCents += line.refundedCents;
    totals.heldCents += heldOf(line);
    totals.yoursCents += yoursCents;
    const there = at.get(stepOf(line.soldAt, step));
    if (there) {
      there.count += 1;
      there.yoursCents += yoursCents;
    }
    // A product keeps its place under a new name; one that is gone is known by its name.
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

/** The first instant of the day, week (Monday) or month an instant is in, in UTC. */
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

/** Sales as a table for a spreadsheet, amounts in dollars. */
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
    'Given back',
    'Yours',
    'State',
  ];
  const rows = sales.map((sale) => [
    new Date(sale.soldAt).toISOString().slice(0, 10),
    orderNumber({ id: sale.orderId, placedAt: sale.placedAt }),
    sale.productName,
    sale.buyer ?? '',
    amount(sale.listCents),
    amount(sale.discountCents),
    sale.couponCode ?? '',
    sale.releaseTitle ?? '',
    amount(sale.paidCents),
    String(sale.commissionPercent),
    amount(sale.commissionCents + sale.feeCents),
    amount(sale.netCents),
    amount(sale.refundedCents),
    amount(yoursOf(sale)),
    saleStateText(sale),
  ]);
  return csvText([head, ...rows]);
}
