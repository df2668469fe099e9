import { noSuchObject, Problem, RefusedRequest } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import { bankNow } from '../clock.ts';
import type { StandInContext } from '../context.ts';
import {
  automaticTaxView,
  checkTaxable,
  countryOfCustomer,
  HOME,
  type TaxedLine,
  taxedSums,
  taxOfLine,
  taxPercentIn,
  taxRateId,
} from '../tax.ts';
import type { Price } from './catalogue.ts';
import { settleInvoice } from './invoice-payments.ts';

/** Invoices. Amounts in cents, negative for credits; times in seconds. */

export interface InvoiceLine {
  description: string;
  cents: number;
  price: Price;
  quantity: number;
  start: number;
  end: number;
  /** Whether it settles a change within a period. */
  isProration: boolean;
}
export interface InvoiceDraft {
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
  lines: readonly InvoiceLine[];
  at: number;
  start: number;
  end: number;
}

/** The fields of an invoice, without creating it. */
export function invoiceFields(
  context: StandInContext,
  subscription: ProviderObject,
  createInvoice: InvoiceDraft,
): Record<string, unknown> {
  const taxed = (subscription['automatic_tax'] as { enabled?: boolean } | null)?.enabled === true;
  const customer = context.book.find('customers', subscription['customer']) ?? null;
  const percent = taxed ? taxPercentIn(context, countryOfCustomer(customer) ?? HOME) : null;
  const lines = createInvoice.lines.map(({ cents, price }) => {
    if (taxed) checkTaxable(price.tax_behavior, 'automatic_tax');
    return { cents, behavior: price.tax_behavior };
  });
  const { subtotal, tax, taxAdded } = taxedSums(lines, percent);
  const total = subtotal + taxAdded;
  const owed = Number(customer?.['balance'] ?? 0);
  const due = Math.max(0, total + Math.min(0, owed));
  return {
    customer: subscription['customer'],
    customer_address: customer?.['address'] ?? null,
    customer_email: customer?.['email'] ?? null,
    customer_name: customer?.['name'] ?? null,
    currency: subscription['currency'],
    billing_reason: createInvoice.reason,
    collection_method: 'charge_automatically',
    auto_advance: true,
    automatic_tax: { ...automaticTaxView(taxed), disabled_reason: null },
    subtotal,
    subtotal_excluding_tax: total - tax,
    total,
    total_excluding_tax: total - tax,
    total_taxes: taxesOf(lines, percent),
    starting_balance: owed,
    ending_balance: null,
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: false,
    next_payment_attempt: null,
    period_start: createInvoice.start,
    period_end: createInvoice.end,
    status: 'draft',
    status_transitions: { finalized_at: null, paid_at: null, voided_at: null, marked_uncollectible_at: null },
    metadata: {},
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription['metadata'] },
    },
    lines: {
      object: 'list',
      has_more: false,
      url: '',
      data: createInvoice.lines.map((line, at) => ({
        ...lineView(subscription, line, at),
        taxes: taxesOf(lines.slice(at, at + 1), percent),
      })),
    },
  };
}

/** The taxes of lines by their behaviour, as objects show them. */
function taxesOf(lines: readonly TaxedLine[], percent: number | null): Record<string, unknown>[] {
  if (percent === null) return [];
  return (['exclusive', 'inclusive'] as const).flatMap((behavior) => {
    const own = lines.filter((line) => line.behavior === behavior);
    const amount = own.reduce((sum, line) => sum + taxOfLine(line, percent), 0);
    const whole = own.reduce((sum, { cents }) => sum + cents, 0);
    const tax = {
      amount,
      tax_behavior: behavior,
      tax_rate_details: { tax_rate: taxRateId(percent) },
      taxability_reason: 'standard_rated',
      taxable_amount: behavior === 'inclusive' ? whole - amount : whole,
      type: 'tax_rate_details',
    };
    return amount === 0 ? [] : [tax];
  });
}

function lineView(subscription: ProviderObject, line: InvoiceLine, at: number): Record<string, unknown> {
  const [item] = subscription['kept_items'] as { id: string }[];
  return {
    id: `il_${subscription.id.slice(4, 16)}${line.start}${at}`,
    object: 'line_item',
    amount: line.cents,
    subtotal: line.cents,
    currency: subscription['currency'],
    description: line.description,
    quantity: line.quantity,
    period: { start: line.start, end: line.end },
    metadata: subscription['metadata'],
    parent: {
      type: 'subscription_item_details',
      subscription_item_details: {
        subscription: subscription.id,
        subscription_item: item?.id,
        proration: line.isProration,
      },
    },
    pricing: {
      type: 'price_details',
      price_details: { price: line.price.id, product: line.price['product'] },
      unit_amount_decimal: String(line.price.unit_amount),
    },
  };
}

/**
 * How long the invoice of a renewal is a draft before it is charged, in seconds. Source: the provider's page "Subscription
 * invoices", about an hour. First invoices and those of changes are charged at once.
 */
export const DRAFT_S = 3600;

/**
 * Creates an invoice for a subscription. A renewal is a draft for an hour, others are charged at once. While collection is
 * paused the invoice is set aside according to the pause.
 * @param isPresent whether the customer is at the payment page, so that a card that is declined later still pays
 */
export function createInvoice(
  context: StandInContext,
  subscription: ProviderObject,
  made: InvoiceDraft,
  isPresent = false,
): ProviderObject {
  const { book } = context;
  const isRenewal = made.reason === 'subscription_cycle';
  const row = book.add('invoices', 'invoice', {
    ...invoiceFields(context, subscription, made),
    of_subscription: subscription.id,
    number: null,
    automatically_finalizes_at: isRenewal ? made.at + DRAFT_S : null,
    next_payment_attempt: isRenewal ? made.at + DRAFT_S : null,
  });
  book.change(row, { created: made.at });
  book.change(subscription, { latest_invoice: row.id });
  context.emit('invoice.created', row);
  const pause = subscription['pause_collection'] as { behavior: string } | null;
  if (pause && isRenewal) return setAside(context, row, pause.behavior, made.at);
  return isRenewal ? row : finalizeInvoice(context, row, made.at, isPresent);
}

/** Makes an invoice final and charges it. A negative total is credited to the customer's next invoice. */
export function finalizeInvoice(
  context: StandInContext,
  row: ProviderObject,
  at: number,
  isPresent = false,
): ProviderObject {
  const { book } = context;
  const customer = book.find('customers', row['customer']);
  const owed = Number(row['starting_balance']);
  const total = Number(row['total']);
  const left = total < 0 ? owed + total : Math.min(0, owed + total);
  if (customer && left !== owed) book.change(customer, { balance: left });
  book.change(row, {
    status: 'open',
    number: `STAND-IN-${String(numbered(context) + 1).padStart(4, '0')}`,
    effective_at: at,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
    hosted_invoice_url: `${context.url}/invoice/${row.id}`,
    invoice_pdf: `${context.url}/invoice/${row.id}`,
    ending_balance: left,
    status_transitions: { ...(row['status_transitions'] as object), finalized_at: at },
  });
  context.emit('invoice.finalized', row);
  settleInvoice(context, row, { at, isPresent });
  return row;
}

function numbered({ book }: StandInContext): number {
  return book.all('invoices').filter(({ number }) => number !== null).length;
}

function setAside(
  context: StandInContext,
  row: ProviderObject,
  behavior: string,
  at: number,
): ProviderObject {
  context.book.change(row, { automatically_finalizes_at: null, next_payment_attempt: null });
  const transitions = { ...(row['status_transitions'] as object) };
  if (behavior === 'void') {
    context.book.change(row, { status: 'void', status_transitions: { ...transitions, voided_at: at } });
    context.emit('invoice.voided', row);
  } else if (behavior === 'mark_uncollectible') {
    context.book.change(row, {
      status: 'uncollectible',
      status_transitions: { ...transitions, marked_uncollectible_at: at },
    });
    context.emit('invoice.marked_uncollectible', row);
  } else context.book.change(row, { auto_advance: false });
  return row;
}

/** @throws Problem where there is none of that id. */
export function findInvoice({ book }: StandInContext, id: string): ProviderObject {
  const row = book.find('invoices', id);
  if (!row) throw noSuchObject('invoice', id);
  return row;
}

/** Retries an open invoice. @throws Problem 402 where the card is declined, Refusal where the invoice is not open. */
export function payInvoice(context: StandInContext, id: string): ProviderObject {
  const row = findInvoice(context, id);
  if (row['status'] === 'paid')
    throw new RefusedRequest('Invoice is already paid', { code: 'invoice_already_paid' });
  if (row['status'] !== 'open') throw new RefusedRequest('This invoice cannot be paid; it is not open.');
  if (settleInvoice(context, row, { at: bankNow(context), isPresent: false })) return row;
  const payment = context.book.find('payments', row['attempt']);
  if (payment?.['status'] === 'requires_action')
    throw new Problem(
      402,
      'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `invoice.payment_intent`.',
      { type: 'card_error', code: 'invoice_payment_intent_requires_action' },
    );
  throw new Problem(402, 'Your card was declined.', { type: 'card_error', code: 'card_declined' });
}

/** The payer confirms an open invoice with their bank, at its own page. */
export function confirmInvoice(context: StandInContext, id: string): ProviderObject {
  const row = findInvoice(context, id);
  if (row['status'] === 'open') settleInvoice(context, row, { at: bankNow(context), isPresent: true });
  return row;
}

/** Voids an open invoice. */
export function voidInvoice(context: StandInContext, id: string): ProviderObject {
  const row = findInvoice(context, id);
  if (row['status'] !== 'open') throw new RefusedRequest('Only open invoices can be voided.');
  return setAside(
    context,
    context.book.change(row, { next_payment_attempt: null }),
    'void',
    bankNow(context),
  );
}
