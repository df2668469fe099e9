import type { Row } from '../book.ts';
import type { TestCard } from '../cards.ts';
import { charge, decline, disputeIfTestCard, emitCharged } from '../charges/charging.ts';
import { DAY_S } from '../clock.ts';
import { addEntry, type StandInContext } from '../context.ts';
import { transfersState } from '../sellers/accounts.ts';
import { transfer } from '../sellers/transfers.ts';
import { cardOf } from './customers.ts';

/** Invoices are charged to the card the customer left, and shared with the seller the subscription names. */

/** After so many days a failed renewal is tried again; after the last the subscription ends. */
const TRIED_AGAIN_AFTER_DAYS = [3, 5, 7];

/**
 * Charges what an open invoice asks for. Where that fails the subscription is past due, and the next try is set.
 * @param how.isPresent whether the customer stands at the page
 * @returns whether it is paid
 */
export function settleInvoice(
  context: StandInContext,
  invoice: Row,
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
  if (!found || !wouldPay(context, subscription, found.card, how.isPresent)) {
    decline(context, payment);
    return failed(context, invoice, subscription, how.at);
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
  disputeIfTestCard(context, charged, found.card);
  return true;
}

/** Whether a charge would go through now: by the card, and by the account of the seller it is for. */
export function wouldPay(
  context: StandInContext,
  subscription: Row,
  card: TestCard,
  isPresent: boolean,
): boolean {
  const destination = destinationOf(subscription);
  const account = context.book.find('accounts', destination);
  if (destination !== null && (!account || transfersState(account) !== 'active')) return false;
  return card.outcome !== 'declined' && (isPresent || card.outcome !== 'declined later');
}

function destinationOf(subscription: Row): string | null {
  return (subscription['transfer_data'] as { destination: string } | null)?.destination ?? null;
}

/** One payment stands behind an invoice, through all its tries. */
function paymentOf({ book }: StandInContext, invoice: Row, amount: number): Row {
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

/** The seller gets the whole and gives the hall its percent; the card's fee is the hall's. */
function share(context: StandInContext, subscription: Row, payment: Row, charged: Row): void {
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
  book.change(charged, { ...fields, transfer: sent.id, destination, application_fee: null });
  if (cents === 0) return;
  const fee = book.add('application_fees', 'application_fee', {
    account: destination,
    amount: cents,
    amount_refunded: 0,
    refunded: false,
    charge: charged.id,
    currency: charged['currency'],
  });
  addEntry(context, {
    type: 'application_fee',
    source: fee.id,
    amount: cents,
    currency: charged['currency'],
  });
  // The seller's booking stands for the whole and shows the percent as its fee.
  const booking = book.all('seller_bookings').find((row) => row['source'] === sent['destination_payment']);
  if (booking) book.change(booking, { fee: cents, net: amount - cents });
  book.change(charged, { application_fee: fee.id });
  context.emit('application_fee.created', fee);
}

function paid(context: StandInContext, invoice: Row, subscription: Row, at: number): boolean {
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

function failed(context: StandInContext, invoice: Row, subscription: Row, at: number): boolean {
  const { book } = context;
  const first = Number(invoice['failed_first'] ?? at);
  const next = TRIED_AGAIN_AFTER_DAYS.map((days) => first + days * DAY_S).find((time) => time > at);
  const isOver = subscription['ended_at'] !== null;
  book.change(invoice, { failed_first: first, next_payment_attempt: isOver ? null : (next ?? null) });
  context.emit('invoice.payment_failed', invoice);
  if (subscription['status'] === 'active') {
    book.change(subscription, { status: 'past_due' });
    context.emit('customer.subscription.updated', subscription);
  }
  return false;
}
