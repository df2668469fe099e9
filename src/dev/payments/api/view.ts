import type { Book, ObjectKind, ProviderObject } from '../book.ts';
import { breakdownOf } from '../charges/page-tax.ts';
import { Problem } from './problem.ts';

/** Fields that the API does not show. */
const INTERNAL = new Set([
  'items',
  'payment_data',
  'subscription_data',
  'attempt',
  'owner',
  'payout',
  'kept_items',
  'pending_lines',
  'told_upcoming',
  'told_trial',
  'of_subscription',
  'of_payment',
  'failed_first',
  'card_number',
  'booking',
  'booked_from',
  'collected_from',
  'keeps_address',
  'tax_reason',
  'tax_percent',
]);

/** Fields that refer to another object, for `expand`. */
const REFERENCES: Record<string, ObjectKind> = {
  payment_intent: 'payments',
  latest_charge: 'charges',
  balance_transaction: 'bookings',
  charge: 'charges',
  customer: 'customers',
  source_transaction: 'charges',
  transfer: 'transfers',
  source: 'seller_payments',
  destination: 'banks',
  subscription: 'subscriptions',
  latest_invoice: 'invoices',
  invoice: 'invoices',
  default_payment_method: 'cards',
  product: 'products',
  application_fee: 'application_fees',
};
/** Fields that `expand` only passes through. */
const PASSED_THROUGH = new Set([
  'total_details',
  'items',
  'data',
  'price',
  'payments',
  'payment',
  'parent',
  'subscription_details',
  'invoice_settings',
]);

/** An object as the API shows it. */
export function viewOf(row: ProviderObject): ProviderObject {
  const shown = structuredClone(
    Object.fromEntries(Object.entries(row).filter(([field]) => !INTERNAL.has(field))),
  ) as ProviderObject;
  if (row.object === 'subscription') shown['items'] = itemsOf(row);
  return shown;
}

function itemsOf(subscription: ProviderObject): unknown {
  const items = structuredClone(subscription['kept_items'] as Record<string, unknown>[]);
  return {
    object: 'list',
    url: `/v1/subscription_items?subscription=${subscription.id}`,
    has_more: false,
    data: items.map((item) => ({
      ...item,
      object: 'subscription_item',
      plan: planOf(item['price'] as Record<string, unknown>),
      subscription: subscription.id,
      metadata: {},
    })),
  };
}

/** The older form of a price that the API still shows. */
function planOf(price: Record<string, unknown>): unknown {
  const { id, active, currency, metadata, nickname, product, unit_amount: amount } = price;
  const recurring = price['recurring'] as { interval: string; interval_count: number };
  const { interval, interval_count } = recurring;
  return {
    id,
    object: 'plan',
    active,
    amount,
    amount_decimal: String(amount),
    billing_scheme: 'per_unit',
    created: price['created'],
    currency,
    interval,
    interval_count,
    livemode: false,
    metadata,
    nickname,
    product,
    usage_type: 'licensed',
  };
}

/** How many entries of a list another object carries. Source: the provider's reference of such lists. */
const CARRIED = 10;

/** A list that another object carries: its first entries, the rest is asked for at its address. */
export function carriedList(url: string, data: readonly ProviderObject[]): unknown {
  return {
    object: 'list',
    url,
    has_more: data.length > CARRIED,
    data: data.slice(0, CARRIED).map(viewOf),
  };
}

/**
 * An object with references expanded, such as `payment_intent.latest_charge`.
 * @throws Problem where a field cannot be expanded.
 */
export function expanded(book: Book, row: ProviderObject, wishes: readonly string[]): ProviderObject {
  const shown = viewOf(row);
  for (const wish of wishes) expandAt(book, shown, wish.split('.'), wish);
  if (shown['line_items'] === true)
    shown['line_items'] = carriedList(`/v1/checkout/sessions/${row.id}/line_items`, lineItems(row));
  const totals = shown['total_details'] as { breakdown?: unknown } | undefined;
  if (totals?.breakdown === true) totals.breakdown = breakdownOf(row);
  return shown;
}

function expandAt(book: Book, place: Record<string, unknown>, steps: readonly string[], wish: string): void {
  const [field, ...further] = steps;
  if (field === undefined) return;
  if (field === 'line_items' && place['object'] === 'checkout.session') {
    place[field] = true;
    return;
  }
  if (field === 'breakdown' && place['amount_tax'] !== undefined) {
    place[field] = true;
    return;
  }
  if (field === 'payments' && place['object'] === 'invoice') place[field] ??= paymentsOf(book, place['id']);
  // A charge shows a transfer only where it was for a seller.
  if (field === 'transfer' && place['object'] === 'charge' && place[field] === undefined) return;
  const shelf = REFERENCES[field];
  const isText = typeof place[field] === 'string';
  if ((!shelf && !PASSED_THROUGH.has(field)) || place[field] === undefined || (isText && !shelf))
    throw new Problem(400, `This property cannot be expanded (${wish}).`, { param: 'expand' });
  const found = shelf && isText ? book.find(shelf, place[field]) : undefined;
  if (found) place[field] = viewOf(found);
  const next = place[field];
  // Still null, such as the payment of an open page.
  if (typeof next !== 'object' || next === null) return;
  for (const one of Array.isArray(next) ? next : [next])
    expandAt(book, one as Record<string, unknown>, further, wish);
}

/** The payments of an invoice, shown on request only. */
function paymentsOf(book: Book, invoice: unknown): unknown {
  const data = book.all('invoice_payments').filter((row) => row['invoice'] === invoice);
  return carriedList('/v1/invoice_payments', data);
}

/** The line items of a payment page. */
export function lineItems(session: ProviderObject): ProviderObject[] {
  const items = session['items'] as {
    name: string;
    quantity?: number;
    amount_subtotal: number;
    amount_tax: number;
    amount_total: number;
  }[];
  return items.map(({ name, quantity = 1, amount_subtotal, amount_tax, amount_total }, at) => ({
    id: `li_${session.id.slice(-12)}${at}`,
    object: 'item',
    created: session.created,
    description: name,
    quantity,
    amount_discount: 0,
    amount_subtotal,
    amount_tax,
    amount_total,
    currency: session['currency'],
  }));
}
