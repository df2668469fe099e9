import type { Row } from '../book.ts';
import type { TestCard } from '../cards.ts';
import { bankNow } from '../clock.ts';
import { addEntry, type StandInContext } from '../context.ts';
import { openDispute } from './disputes.ts';

/** Charging a card. Amounts in cents. */

/** The provider's fee for a card payment, in cents: 2.9 % and 30 cents. Source: its list price for US cards. */
function cardFee(amountCents: number): number {
  return Math.round(amountCents * 0.029) + 30;
}

/**
 * How long after a payment its balance transaction, and with it the fee, is known, in seconds. Source: the provider's guide to
 * asynchronous capture: null at first, filled within an hour, told by `charge.updated`.
 */
const BOOKED_AFTER_S = 3600;

/** Fills the balance transactions that are due by the stand-in's clock. */
export function runCapture(context: StandInContext): void {
  const now = bankNow(context);
  for (const row of context.book.all('charges')) {
    if (row['balance_transaction'] !== null || Number(row['booked_from']) > now) continue;
    context.book.change(row, { balance_transaction: row['booking'] });
    context.emit('charge.updated', row);
  }
}

/** Records a declined card at the payment. */
export function decline(context: StandInContext, payment: Row): void {
  context.book.change(payment, {
    last_payment_error: {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    },
  });
  context.emit('payment_intent.payment_failed', payment);
}

/** Charges the card for a whole payment. The caller emits the events. */
export function charge(context: StandInContext, payment: Row, card: TestCard, billing: unknown): Row {
  const { book } = context;
  const amount = Number(payment['amount']);
  const { currency } = payment;
  const row = book.add('charges', 'charge', {
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    refunded: false,
    captured: true,
    disputed: false,
    paid: true,
    currency,
    customer: payment['customer'],
    status: 'succeeded',
    payment_intent: payment.id,
    metadata: payment['metadata'],
    transfer_group: payment['transfer_group'],
    billing_details: billing,
    payment_method_details: { type: 'card', card: { brand: card.brand, last4: card.number.slice(-4) } },
  });
  book.change(row, {
    balance_transaction: null,
    booking: addEntry(context, { type: 'charge', source: row.id, amount, fee: cardFee(amount), currency }),
    booked_from: bankNow(context) + BOOKED_AFTER_S,
  });
  book.change(payment, {
    status: 'succeeded',
    amount_received: amount,
    latest_charge: row.id,
    last_payment_error: null,
  });
  return row;
}

/** Emits the events of a successful payment. */
export function emitCharged(context: StandInContext, payment: Row, charged: Row): void {
  context.emit('payment_intent.succeeded', payment);
  context.emit('charge.succeeded', charged);
}

/** A test card for disputes opens one at once. */
export function disputeIfTestCard(context: StandInContext, charged: Row, card: TestCard): void {
  if (card.outcome === 'disputed') openDispute(context, charged.id);
}
