import type { ProviderObject } from '../book.ts';
import { asksForAuthentication, type Decline, type TestCard } from '../cards.ts';
import { bankNow } from '../clock.ts';
import { addEntry, type StandInContext } from '../context.ts';
import { openDispute, warnOfFraud } from './disputes.ts';

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

/** Fills the balance transactions that are due by the stand-in's clock, and lets money become available. */
export function runCapture(context: StandInContext): void {
  const now = bankNow(context);
  for (const row of context.book.all('bookings'))
    if (row['status'] === 'pending' && Number(row['available_on']) <= now)
      context.book.change(row, { status: 'available' });
  for (const row of context.book.all('charges')) {
    if (row['booking'] === undefined || row['balance_transaction'] !== null) continue;
    if (Number(row['booked_from']) > now) continue;
    context.book.change(row, { balance_transaction: row['booking'] });
    context.emit('charge.updated', row);
  }
}

/**
 * Records a declined payment. Each try with a card leaves a failed charge; a debit has its charge already, and a payment
 * that was never sent to a bank has none.
 */
export function decline(
  context: StandInContext,
  payment: ProviderObject,
  declined: Decline,
  tried: { card: TestCard; billing: unknown } | null,
): void {
  const { code, decline_code, message } = declined;
  const failed = tried && failedCharge(context, payment, tried.card, tried.billing, declined);
  context.book.change(payment, {
    status: 'requires_payment_method',
    next_action: null,
    ...(failed && { latest_charge: failed.id }),
    last_payment_error: {
      type: 'card_error',
      code,
      decline_code,
      message,
      ...(failed && { charge: failed.id }),
    },
  });
  if (failed) context.emit('charge.failed', failed);
  context.emit('payment_intent.payment_failed', payment);
}

function failedCharge(
  context: StandInContext,
  payment: ProviderObject,
  card: TestCard,
  billing: unknown,
  { code, decline_code, message }: Decline,
): ProviderObject {
  const isBlocked = decline_code === 'fraudulent';
  return context.book.change(addCharge(context, payment, card, billing), {
    status: 'failed',
    captured: false,
    amount_captured: 0,
    failure_code: code,
    failure_message: message,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: isBlocked ? 'not_sent_to_network' : 'declined_by_network',
      reason: isBlocked ? 'highest_risk_level' : (decline_code ?? code),
      risk_level: isBlocked ? 'highest' : 'normal',
      seller_message: isBlocked
        ? 'Stripe blocked this payment as too risky.'
        : 'The bank declined the payment.',
      type: isBlocked ? 'blocked' : 'issuer_declined',
    },
  });
}

/** Charges the card for a whole payment. The caller emits the events. */
export function charge(
  context: StandInContext,
  payment: ProviderObject,
  card: TestCard,
  billing: unknown,
): ProviderObject {
  const row = addCharge(context, payment, card, billing);
  collectCharge(context, payment, row);
  return row;
}

/** A charge whose bank answers days later: it is pending. The caller emits the events. */
export function chargeLater(
  context: StandInContext,
  payment: ProviderObject,
  card: TestCard,
  billing: unknown,
): ProviderObject {
  const row = addCharge(context, payment, card, billing);
  context.book.change(payment, { status: 'processing', latest_charge: row.id, last_payment_error: null });
  return row;
}

/** The money of a charge has come. */
export function collectCharge(context: StandInContext, payment: ProviderObject, row: ProviderObject): void {
  const { book } = context;
  const amount = Number(payment['amount']);
  const { currency } = payment;
  book.change(row, {
    status: 'succeeded',
    paid: true,
    booking: addEntry(context, {
      type: 'charge',
      source: row.id,
      amount,
      fee: cardFee(amount),
      currency,
      availableOn: bankNow(context) + context.fundsWaitS,
    }),
    booked_from: bankNow(context) + BOOKED_AFTER_S,
  });
  book.change(payment, {
    status: 'succeeded',
    amount_received: amount,
    latest_charge: row.id,
    last_payment_error: null,
    next_action: null,
  });
}

/** What a charge shows of a page's customer. */
function billingOf(customer: unknown): Record<string, unknown> {
  const { email, name, address } = (customer ?? {}) as Record<string, unknown>;
  return { ...(email ? { email } : {}), ...(name ? { name } : {}), ...(address ? { address } : {}) };
}

function addCharge(
  { book }: StandInContext,
  payment: ProviderObject,
  card: TestCard,
  billing: unknown,
): ProviderObject {
  const amount = Number(payment['amount']);
  return book.add('charges', 'charge', {
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    refunded: false,
    captured: true,
    application_fee: null,
    application_fee_amount: null,
    disputed: false,
    paid: false,
    currency: payment['currency'],
    customer: payment['customer'],
    status: 'pending',
    balance_transaction: null,
    payment_intent: payment.id,
    metadata: payment['metadata'],
    transfer_group: payment['transfer_group'],
    billing_details: billingOf(billing),
    payment_method_details: methodOf(card),
  });
}

function methodOf(card: TestCard): unknown {
  const last4 = card.number.slice(-4);
  if (card.isDebit)
    return { type: 'us_bank_account', us_bank_account: { bank_name: 'STRIPE TEST BANK', last4 } };
  const passed = { authentication_flow: 'challenge', result: 'authenticated', version: '2.2.0' };
  return {
    type: 'card',
    card: { brand: card.brand, last4, three_d_secure: asksForAuthentication(card) ? passed : null },
  };
}

/** Emits the events of a successful payment. */
export function emitCharged(context: StandInContext, payment: ProviderObject, charged: ProviderObject): void {
  context.emit('payment_intent.succeeded', payment);
  context.emit('charge.succeeded', charged);
}

/** What some test cards do at once after they have paid: a dispute, or a warning of fraud. */
export function followTestCard(context: StandInContext, charged: ProviderObject, card: TestCard): void {
  if (card.outcome === 'disputed') openDispute(context, charged.id, card.dispute);
  if (card.outcome === 'warned') warnOfFraud(context, charged.id);
}
