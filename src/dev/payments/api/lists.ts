import type { ObjectKind, ProviderObject } from '../book.ts';
import { checkoutOf } from '../charges/checkout.ts';
import type { StandInContext } from '../context.ts';
import { bookingView } from '../sellers/bank.ts';
import { type FormFields, type FormValue, formOf, itemsOf, rejectUnknown, wholeNumber } from './form.ts';
import { noSuchObject, Problem } from './problem.ts';
import { expanded } from './view.ts';

/** A collection of the API: its objects and the filters of its list. */
export interface Collection {
  shelf: ObjectKind;
  what: string;
  by: readonly string[];
  /** Filters whose name differs from the field's. */
  fields?: Readonly<Record<string, string>>;
  /** Whether sellers' accounts have such lists of their own. */
  ofSellers?: true;
}

/** By their path. */
export const COLLECTIONS: Readonly<Record<string, Collection>> = {
  'checkout/sessions': {
    shelf: 'sessions',
    what: 'checkout.session',
    by: ['payment_intent', 'status', 'customer', 'subscription'],
  },
  payment_intents: { shelf: 'payments', what: 'payment_intent', by: ['customer'] },
  charges: { shelf: 'charges', what: 'charge', by: ['payment_intent', 'transfer_group', 'customer'] },
  balance_transactions: { shelf: 'bookings', what: 'balance_transaction', by: ['type', 'source'] },
  refunds: { shelf: 'refunds', what: 'refund', by: ['payment_intent', 'charge'] },
  disputes: { shelf: 'disputes', what: 'dispute', by: ['payment_intent', 'charge'] },
  'radar/early_fraud_warnings': {
    shelf: 'fraud_warnings',
    what: 'radar.early_fraud_warning',
    by: ['charge', 'payment_intent'],
  },
  transfers: { shelf: 'transfers', what: 'transfer', by: ['transfer_group', 'destination'] },
  customers: { shelf: 'customers', what: 'customer', by: ['email'] },
  products: { shelf: 'products', what: 'product', by: ['active'] },
  prices: {
    shelf: 'prices',
    what: 'price',
    by: ['active', 'product', 'type', 'lookup_keys'],
    fields: { lookup_keys: 'lookup_key' },
  },
  subscriptions: { shelf: 'subscriptions', what: 'subscription', by: ['customer', 'status'] },
  invoices: {
    shelf: 'invoices',
    what: 'invoice',
    by: ['customer', 'subscription', 'status'],
    fields: { subscription: 'of_subscription' },
  },
  invoice_payments: {
    shelf: 'invoice_payments',
    what: 'invoice_payment',
    by: ['invoice', 'status', 'payment'],
    fields: { payment: 'of_payment' },
  },
  payment_methods: { shelf: 'cards', what: 'payment_method', by: ['customer', 'type'] },
  application_fees: { shelf: 'application_fees', what: 'application_fee', by: ['charge'] },
  payouts: { shelf: 'payouts', what: 'payout', by: ['status'], ofSellers: true },
  webhook_endpoints: { shelf: 'webhook_endpoints', what: 'webhook endpoint', by: [] },
  'billing_portal/configurations': {
    shelf: 'portal_configurations',
    what: 'configuration',
    by: ['active', 'is_default'],
  },
  events: { shelf: 'events', what: 'event', by: ['type'], ofSellers: true },
};
/** The balance transactions of one seller. */
export const SELLER_BOOKINGS: Collection = {
  shelf: 'seller_bookings',
  what: 'balance_transaction',
  by: ['type', 'source', 'payout'],
};
/** The cards of one customer. */
export const CARDS: Collection = { shelf: 'cards', what: 'payment_method', by: ['type'] };
export const BANKS: Collection = { shelf: 'banks', what: 'bank_account', by: ['object'] };
/** Listed below a transfer only. */
export const REVERSALS: Collection = { shelf: 'reversals', what: 'transfer_reversal', by: [] };

const MAX_PAGE = 100;
const DEFAULT_PAGE = 10;

/** One page of a list, newest first. `among` are the fields that the path fixes. */
export function listed(
  context: StandInContext,
  { shelf, by, what, fields = {} }: Collection,
  path: string,
  form: FormFields,
  among: Record<string, unknown> = {},
): unknown {
  rejectUnknown(form, [...by, 'limit', 'starting_after', 'ending_before', 'created', 'expand', 'types']);
  if (shelf === 'sessions') for (const row of context.book.all('sessions')) checkoutOf(context, row.id);
  const fitsTime = timesOf(form);
  const types = itemsOf(form['types']);
  const all = context.book
    .all(shelf)
    .filter(
      (row) =>
        fitsTime(row.created) &&
        by.every((param) => fits(row, shelf, param, fields[param] ?? param, form[param])) &&
        Object.entries(among).every(([field, value]) => (row[field] ?? null) === value) &&
        (types.length === 0 || types.includes(String(row['type']))),
    );
  const page = listPage(all, what, path, form);
  const wishes = expandOf(form).map((wish) => wish.replace(/^data\./, ''));
  return { ...page, data: page.data.map((row) => shownRow(context, shelf, row, wishes)) };
}

/** The page of a list that a request asks for. @throws Problem for a limit outside 1 to 100, or an unknown cursor */
export function listPage(
  all: readonly ProviderObject[],
  what: string,
  url: string,
  form: FormFields,
): { object: 'list'; url: string; has_more: boolean; data: ProviderObject[] } {
  const limit = form['limit'] === undefined ? DEFAULT_PAGE : wholeNumber(form['limit'], 'limit');
  if (limit < 1 || limit > MAX_PAGE)
    throw new Problem(400, `Invalid limit: must be 1 to ${MAX_PAGE}.`, { param: 'limit' });
  const place = (param: 'starting_after' | 'ending_before') => {
    const at = all.findIndex((row) => row.id === form[param]);
    if (at < 0) throw noSuchObject(what, String(form[param]), param);
    return at;
  };
  const backwards = form['ending_before'] !== undefined;
  const end = backwards ? place('ending_before') : all.length;
  const from = backwards
    ? Math.max(0, end - limit)
    : form['starting_after'] === undefined
      ? 0
      : place('starting_after') + 1;
  const data = all.slice(from, Math.min(end, from + limit));
  return { object: 'list', url, has_more: backwards ? from > 0 : from + data.length < all.length, data };
}

/** Whether a row matches one of the list's filters. */
function fits(
  row: ProviderObject,
  shelf: ObjectKind,
  param: string,
  field: string,
  sent: FormValue | undefined,
): boolean {
  // Ended subscriptions are only listed on request.
  if (shelf === 'subscriptions' && param === 'status') {
    if (sent === 'all') return true;
    if (sent === undefined) return row['status'] !== 'canceled';
  }
  if (sent === undefined) return true;
  if (param === 'payment') return row[field] === formOf(sent)['payment_intent'];
  return Array.isArray(sent) ? sent.includes(String(row[field])) : String(row[field]) === sent;
}

function shownRow(
  context: StandInContext,
  shelf: ObjectKind,
  row: ProviderObject,
  wishes: readonly string[],
): ProviderObject {
  const shown = shelf === 'seller_bookings' ? bookingView(context, row) : row;
  return expanded(context.book, shown, wishes);
}

/** The filter by `created`, in seconds: one instant, or bounds. */
function timesOf(form: FormFields): (seconds: number) => boolean {
  const created = form['created'];
  if (created === undefined) return () => true;
  if (typeof created === 'string') {
    const exact = wholeNumber(created, 'created');
    return (seconds) => seconds === exact;
  }
  const bounds = formOf(created);
  rejectUnknown(bounds, ['gt', 'gte', 'lt', 'lte'], 'created');
  const bound = (name: string, otherwise: number) =>
    bounds[name] === undefined ? otherwise : wholeNumber(bounds[name], `created[${name}]`);
  const [gt, gte, lt, lte] = [
    bound('gt', -1),
    bound('gte', 0),
    bound('lt', Infinity),
    bound('lte', Infinity),
  ];
  return (seconds) => seconds > gt && seconds >= gte && seconds < lt && seconds <= lte;
}

export function expandOf(form: FormFields): string[] {
  return itemsOf(form['expand']).filter((wish) => typeof wish === 'string');
}

/** The stored object. @throws Problem where there is none with this id. */
export function oneOf(context: StandInContext, { shelf, what }: Collection, id: string): ProviderObject {
  const row = shelf === 'sessions' ? checkoutOf(context, id) : context.book.find(shelf, id);
  if (!row) throw noSuchObject(what, id);
  return row;
}
