import { randomBytes } from 'node:crypto';
import { noSuchObject } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import { periodEnd } from '../calendar.ts';
import { bankNow, DAY_S } from '../clock.ts';
import type { StandInContext } from '../context.ts';
import { type Price, priceName } from './catalogue.ts';
import { createInvoice } from './invoices.ts';

/** Subscriptions, with one item each. Times in seconds by the stand-in's clock. */

/** The item of a subscription, with its paid period. */
export interface StoredItem {
  id: string;
  created: number;
  price: Price;
  quantity: number;
  current_period_start: number;
  current_period_end: number;
}

export function itemOf(subscription: ProviderObject): StoredItem {
  const [item] = subscription['kept_items'] as StoredItem[];
  if (!item) throw new Error(`The subscription ${subscription.id} has no item.`);
  return item;
}

export interface NewSubscription {
  customer: ProviderObject;
  price: Price;
  quantity: number;
  metadata: Record<string, string>;
  trialDays: number;
  taxed: boolean;
  destination: string | null;
  feePercent: number | null;
  description: string | null;
}

/** Creates a subscription and invoices its first period; a trial's first invoice is of 0. The customer is present. */
export function beginSubscription(context: StandInContext, made: NewSubscription): ProviderObject {
  const { price, quantity } = made;
  const at = bankNow(context);
  const trialEnd = made.trialDays > 0 ? at + made.trialDays * DAY_S : null;
  const anchor = trialEnd ?? at;
  const item: StoredItem = {
    id: `si_${randomBytes(8).toString('hex')}`,
    created: at,
    price: structuredClone(price),
    quantity,
    current_period_start: at,
    current_period_end: trialEnd ?? periodEnd(at, price.recurring ?? MONTHLY, at),
  };
  const row = context.book.add('subscriptions', 'subscription', {
    customer: made.customer.id,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    currency: price.currency,
    collection_method: 'charge_automatically',
    billing_cycle_anchor: anchor,
    billing_mode: { type: 'flexible' },
    start_date: at,
    trial_start: trialEnd === null ? null : at,
    trial_end: trialEnd,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    ended_at: null,
    pause_collection: null,
    latest_invoice: null,
    default_payment_method:
      (made.customer['invoice_settings'] as { default_payment_method?: string } | undefined)
        ?.default_payment_method ?? null,
    application_fee_percent: made.feePercent,
    transfer_data: made.destination === null ? null : { amount_percent: null, destination: made.destination },
    on_behalf_of: null,
    automatic_tax: {
      enabled: made.taxed,
      disabled_reason: null,
      liability: made.taxed ? { type: 'self' } : null,
    },
    description: made.description,
    metadata: made.metadata,
    schedule: null,
    pending_update: null,
    test_clock: null,
    kept_items: [item],
    pending_lines: [],
  });
  context.book.change(row, { created: at });
  // It is active before the first event: the page is only left once it is paid.
  if (trialEnd === null) context.book.change(row, { status: 'active' });
  context.emit('customer.subscription.created', row);
  const name = priceName(context, price);
  const whole = {
    description: trialEnd === null ? `${quantity} × ${name}` : `Trial period for ${name}`,
    cents: trialEnd === null ? price.unit_amount * quantity : 0,
    price,
    quantity,
    start: at,
    end: item.current_period_end,
    isProration: false,
  };
  createInvoice(
    context,
    row,
    { reason: 'subscription_create', lines: [whole], at, start: at, end: at },
    true,
  );
  return row;
}

const MONTHLY = { interval: 'month', interval_count: 1 } as const;

/** Ends a subscription at once; unpaid invoices are not retried. Idempotent. */
export function endSubscription(
  context: StandInContext,
  row: ProviderObject,
  at: number,
  why: string,
): ProviderObject {
  const { book } = context;
  if (row['ended_at'] !== null) return row;
  book.change(row, {
    status: 'canceled',
    canceled_at: row['canceled_at'] ?? at,
    ended_at: at,
    cancellation_details: { comment: null, feedback: null, reason: why },
  });
  for (const invoice of book.all('invoices'))
    if (
      invoice['of_subscription'] === row.id &&
      (invoice['status'] === 'open' || invoice['status'] === 'draft')
    )
      book.change(invoice, {
        next_payment_attempt: null,
        automatically_finalizes_at: null,
        auto_advance: false,
      });
  context.emit('customer.subscription.deleted', row);
  return row;
}

/** @throws Problem where there is none of that id. */
export function subscriptionOf({ book }: StandInContext, id: string): ProviderObject {
  const row = book.find('subscriptions', id);
  if (!row) throw noSuchObject('subscription', id);
  return row;
}
