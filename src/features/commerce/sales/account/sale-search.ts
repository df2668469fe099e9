import {
  ANY_SALE,
  SALE_SOURCE_TEXTS,
  SALE_STATE_FILTERS,
  type SaleFilter,
  type SaleStateFilter,
} from '../../../../domain/commerce/sales-figures.ts';
import type { Instant } from '../../../../domain/kernel/instant.ts';
import type { IncomeSource } from '../../../../domain/payments/income.ts';

/** The filters as they are in the page's address. Days are in UTC. */
export interface SaleSearch {
  source: IncomeSource | '';
  state: SaleStateFilter | '';
  product: string;
  coupon: string;
  /** A part of a buyer's user name. */
  buyer: string;
  span: Span;
  /** "2026-11-21", both inclusive; only if the span is `days`. */
  from: string;
  to: string;
}

export const SPANS = {
  all: 'All time',
  '30': 'The last 30 days',
  '90': 'The last 90 days',
  '365': 'The last year',
  days: 'Between two days',
} as const;
export type Span = keyof typeof SPANS;

const DAY_MS = 86_400_000;

/** Reads the filters from an address; invalid values are dropped. */
export function saleSearchOf(search: string): SaleSearch {
  const params = new URLSearchParams(search);
  const text = (name: string, shape: RegExp) => {
    const value = params.get(name) ?? '';
    return shape.test(value) ? value : '';
  };
  const source = params.get('source') ?? '';
  const state = params.get('state') ?? '';
  const span = params.get('span') ?? '';
  return {
    source: Object.hasOwn(SALE_SOURCE_TEXTS, source) ? (source as IncomeSource) : '',
    state: Object.hasOwn(SALE_STATE_FILTERS, state) ? (state as SaleStateFilter) : '',
    product: text('product', /^[a-z0-9]{15}$/),
    coupon: text('coupon', /^[A-Z0-9]{1,40}$/),
    buyer: text('buyer', /^[a-z0-9_-]{1,32}$/),
    span: Object.hasOwn(SPANS, span) ? (span as Span) : 'all',
    from: dayOf(params.get('from')) === null ? '' : (params.get('from') ?? ''),
    to: dayOf(params.get('to')) === null ? '' : (params.get('to') ?? ''),
  };
}

/** The filters as a query string; "" for all sales. */
export function saleSearchText(filters: SaleSearch): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== '' && !(name === 'span' && value === 'all')) search.set(name, value);
  return search.toString();
}

/** The filter for the server. Days are inclusive. */
export function saleFilterOf(
  { source, state, product, coupon, buyer, span, from, to }: SaleSearch,
  now: Instant,
): SaleFilter {
  const first =
    span === 'days' ? dayOf(from) : span === 'all' ? null : startOfDay(now) - (Number(span) - 1) * DAY_MS;
  const last = span === 'days' ? dayOf(to) : null;
  return {
    ...ANY_SALE,
    source: source === '' ? null : source,
    state: state === '' ? null : state,
    productId: product === '' ? null : product,
    couponCode: coupon === '' ? null : coupon,
    buyer: buyer === '' ? null : buyer,
    from: first,
    to: last === null ? null : last + DAY_MS,
  };
}

const startOfDay = (at: Instant) => Math.floor(at / DAY_MS) * DAY_MS;

/** A day of this century as an instant; null for anything else. */
function dayOf(text: string | null): Instant | null {
  if (text === null || !/^20\d\d-\d\d-\d\d$/.test(text)) return null;
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) ? null : at;
}
