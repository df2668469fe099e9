import type { Row } from './book.ts';
import type { TestCard } from './cards.ts';
import { checkoutOf } from './checkout.ts';
import { type Desk, entered } from './desk.ts';
import { openDispute } from './disputes.ts';

/** What the provider keeps of a card payment, in cents: 2.9 % and 30 cents. Source: its list price for US cards. */
export function cardFee(amountCents: number): number {
  return Math.round(amountCents * 0.029) + 30;
}

/** The buyer pressed Pay. Answers the sentence of a refusal, or null when it is paid. Pressed twice, it is paid once. */
export function pay(desk: Desk, sessionId: string, card: TestCard): string | null {
  const { book } = desk;
  const session = checkoutOf(desk, sessionId);
  if (session['status'] === 'complete') return null;
  if (session['status'] !== 'open') return 'This payment page is over. Go back to the shop and start again.';
  const payment = attemptOf(desk, session);
  if (card.outcome === 'declined') {
    book.change(payment, {
      last_payment_error: {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
      },
    });
    desk.emit('payment_intent.payment_failed', payment);
    return 'Your card was declined. Try another one; nothing was charged.';
  }
  const amount = Number(session['amount_total']);
  const currency = session['currency'];
  const charge = book.add('charges', 'charge', {
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
    billing_details: session['customer_details'],
    payment_method_details: { type: 'card', card: { brand: card.brand, last4: card.number.slice(-4) } },
  });
  book.change(charge, {
    balance_transaction: entered(desk, {
      type: 'charge',
      source: charge.id,
      amount,
      fee: cardFee(amount),
      currency,
    }),
  });
  book.change(payment, {
    status: 'succeeded',
    amount_received: amount,
    latest_charge: charge.id,
    last_payment_error: null,
  });
  book.change(session, {
    status: 'complete',
    payment_status: 'paid',
    payment_intent: payment.id,
    url: null,
  });
  desk.emit('payment_intent.succeeded', payment);
  desk.emit('charge.succeeded', charge);
  desk.emit('checkout.session.completed', session);
  if (card.outcome === 'disputed') openDispute(desk, charge.id);
  return null;
}

/** The payment behind a page is there from the first try on, and is the same at every further one. */
function attemptOf({ book }: Desk, session: Row): Row {
  const begun = book.find('payments', session['attempt']);
  if (begun) return begun;
  const payment = book.add('payments', 'payment_intent', {
    amount: session['amount_total'],
    amount_received: 0,
    currency: session['currency'],
    customer: session['customer'] ?? null,
    status: 'requires_payment_method',
    latest_charge: null,
    last_payment_error: null,
    payment_method_types: ['card'],
    ...(session['payment_data'] as Record<string, unknown>),
  });
  book.change(session, { attempt: payment.id });
  return payment;
}
