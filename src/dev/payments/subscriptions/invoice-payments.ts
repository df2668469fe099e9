import { carriedList } from '../api/view.ts';
import type { ProviderObject } from '../book.ts';
import { type Decline, declineOf, type TestCard } from '../cards.ts';
import { charge, decline, emitCharged, followTestCard } from '../charges/charging.ts';
import { DAY_S } from '../clock.ts';
import { addEntry, type StandInContext } from '../context.ts';
import { transfersState } from '../sellers/accounts.ts';
import { transfer } from '../sellers/transfers.ts';
import { cardOf } from './customers.ts';

/** Charges invoices to the customer's card and transfers the seller's share. */

/** A failed renewal is retried after these days; after the last retry the subscription ends. */
const RETRY_AFTER_DAYS = [3, 5, 7];

/**
 * Charges the amount due of an open invoice. Where that fails the subscription becomes past due and a retry is scheduled.
 * @param how.isPresent whether the customer is at the payment page
 * @returns whether it is paid
 */
export function settleInvoice(
  context: StandInContext,
  invoice: ProviderObject,
  how: { at: number; isPresent: boolean },
): boolean {
  const { book } = context;
  const subscription = book.find('subscriptions', invoice['of_subscription']);
  if (!subscription) return false;
  const due = Number(invoice['amount_due']);
  if (due === 0) return paid(context, invoice, subscription, how.at);
  const payment = paymentOf(context, invoice, due);
  const found = cardOf(context, subscription['customer'], subscription['default_payment_method']);
  book.change(invoice, { attempted: true, attempt_count: Number(invoice['attempt_count']) + 1 });
  const declined = found ? invoiceDecline(context, subscription, found.card, how.isPresent) : NO_CARD;
  if (!found || declined) {
    const isAsked = found && declined !== UNPAYABLE;
    const tried = isAsked ? { card: found.card, billing: found.kept['billing_details'] } : null;
    decline(context, payment, declined ?? NO_CARD, tried);
    const isToConfirm = declined?.code === 'authentication_required';
    if (isToConfirm) book.change(payment, { status: 'requires_action' });
    failed(context, invoice, subscription, how.at);
    if (isToConfirm) context.emit('invoice.payment_action_required', invoice);
    return false;
  }
  const charged = charge(context, payment, found.card, found.kept['billing_details']);
  share(context, subscription, payment, charged);
  for (const row of book.all('invoice_payments'))
    if (row['invoice'] === invoice.id)
      book.change(row, {
        status: 'paid',
        amount_paid: due,
        status_transitions: { paid_at: how.at, canceled_at: null },
      });
  emitCharged(context, payment, charged);
  paid(context, invoice, subscription, how.at);
  followTestCard(context, charged, found.card);
  return true;
}

/** Why a charge would fail now, by the seller's account and by the card; null where it would succeed. */
export function invoiceDecline(
  context: StandInContext,
  subscription: ProviderObject,
  card: TestCard,
  isPresent: boolean,
): Decline | null {
  const destination = destinationOf(subscription);
  const account = context.book.find('accounts', destination);
  if (destination !== null && (!account || transfersState(account) !== 'active')) return UNPAYABLE;
  return declineOf(card, isPresent);
}

const NO_CARD: Decline = {
  code: 'payment_method_unexpected_state',
  decline_code: null,
  message: 'The customer has no payment method.',
};
const UNPAYABLE: Decline = {
  code: 'account_invalid',
  decline_code: null,
  message: 'The destination account cannot be paid at the moment.',
};

function destinationOf(subscription: ProviderObject): string | null {
  return (subscription['transfer_data'] as { destination: string } | null)?.destination ?? null;
}

/** The payment of an invoice, created at the first try and reused by retries. */
function paymentOf({ book }: StandInContext, invoice: ProviderObject, amount: number): ProviderObject {
  const begun = book.find('payments', invoice['attempt']);
  if (begun) return begun;
  const payment = book.add('payments', 'payment_intent', {
    amount,
    amount_received: 0,
    currency: invoice['currency'],
    customer: invoice['customer'],
    status: 'requires_payment_method',
    latest_charge: null,
    last_payment_error: null,
    payment_method_types: ['card'],
    metadata: {},
    transfer_group: null,
    description: 'Subscription',
  });
  book.add('invoice_payments', 'invoice_payment', {
    invoice: invoice.id,
    amount_requested: amount,
    amount_paid: null,
    currency: invoice['currency'],
    is_default: true,
    status: 'open',
    status_transitions: { paid_at: null, canceled_at: null },
    payment: { type: 'payment_intent', payment_intent: payment.id },
    of_payment: payment.id,
  });
  book.change(invoice, { attempt: payment.id });
  return payment;
}

/** Transfers the whole amount to the seller and takes the commission as a fee; the marketplace pays the card's fee. */
function share(
  context: StandInContext,
  subscription: ProviderObject,
  payment: ProviderObject,
  charged: ProviderObject,
): void {
  const destination = destinationOf(subscription);
  if (destination === null) return;
  const { book } = context;
  const amount = Number(charged['amount']);
  const sent = transfer(context, {
    amount: String(amount),
    currency: String(charged['currency']),
    destination,
    source_transaction: charged.id,
  });
  const percent = Number(subscription['application_fee_percent'] ?? 0);
  const cents = Math.round((amount * percent) / 100);
  const fields = { transfer_data: { amount: null, destination }, application_fee_amount: cents };
  book.change(payment, fields);
  book.change(charged, { ...fields, transfer: sent.id, application_fee: null });
  if (cents === 0) return;
  const fee = book.add('application_fees', 'application_fee', {
    account: destination,
    amount: cents,
    amount_refunded: 0,
    refunded: false,
    charge: charged.id,
    currency: charged['currency'],
  });
  book.change(fee, { refunds: carriedList(`/v1/application_fees/${fee.id}/refunds`, []) });
  addEntry(context, {
    type: 'application_fee',
    source: fee.id,
    amount: cents,
    currency: charged['currency'],
  });
  // The seller's entry has the whole amount, with the commission as its fee.
  const booking = book.all('seller_bookings').find((row) => row['source'] === sent['destination_payment']);
  if (booking) book.change(booking, { fee: cents, net: amount - cents });
  book.change(charged, { application_fee: fee.id });
  context.emit('application_fee.created', fee);
}

function paid(
  context: StandInContext,
  invoice: ProviderObject,
  subscription: ProviderObject,
  at: number,
): boolean {
  const { book } = context;
  book.change(invoice, {
    status: 'paid',
    amount_paid: invoice['amount_due'],
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status_transitions: { ...(invoice['status_transitions'] as object), paid_at: at },
  });
  context.emit('invoice.paid', invoice);
  context.emit('invoice.payment_succeeded', invoice);
  const waits = subscription['status'] === 'past_due' || subscription['status'] === 'incomplete';
  if (!waits || subscription['latest_invoice'] !== invoice.id) return true;
  book.change(subscription, { status: 'active' });
  context.emit('customer.subscription.updated', subscription);
  return true;
}

function failed(
  context: StandInContext,
  invoice: ProviderObject,
  subscription: ProviderObject,
  at: number,
): void {
  const { book } = context;
  const first = Number(invoice['failed_first'] ?? at);
  const next = RETRY_AFTER_DAYS.map((days) => first + days * DAY_S).find((time) => time > at);
  const isOver = subscription['ended_at'] !== null;
  book.change(invoice, { failed_first: first, next_payment_attempt: isOver ? null : (next ?? null) });
  context.emit('invoice.payment_failed', invoice);
  if (subscription['status'] === 'active') {
    book.change(subscription, { status: 'past_due' });
    context.emit('customer.subscription.updated', subscription);
  }
}
