import type { Row } from '../book.ts';
import type { TestCard } from '../cards.ts';
import type { StandInContext } from '../context.ts';
import { subscribeFromPage } from '../subscriptions/page-subscriptions.ts';
import { charge, decline, disputeIfTestCard, emitCharged } from './charging.ts';
import { checkoutOf } from './checkout.ts';

const DECLINED = 'Your card was declined. Try another one; nothing was charged.';

/** The buyer pressed Pay. Answers the error message, or null when it is paid. Idempotent. */
export function pay(context: StandInContext, sessionId: string, card: TestCard): string | null {
  const { book } = context;
  const session = checkoutOf(context, sessionId);
  if (session['status'] === 'complete') return null;
  if (session['status'] !== 'open')
    return 'This payment page has expired. Go back to the shop and start again.';
  if (session['mode'] === 'subscription')
    return card.outcome === 'declined' ? DECLINED : subscribeFromPage(context, session, card);
  const payment = attemptOf(context, session);
  if (card.outcome === 'declined') {
    decline(context, payment);
    return DECLINED;
  }
  const charged = charge(context, payment, card, session['customer_details']);
  book.change(session, {
    status: 'complete',
    payment_status: 'paid',
    payment_intent: payment.id,
    url: null,
  });
  emitCharged(context, payment, charged);
  context.emit('checkout.session.completed', session);
  disputeIfTestCard(context, charged, card);
  return null;
}

/** The payment of a page, created at the first try and reused after that. */
function attemptOf({ book }: StandInContext, session: Row): Row {
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
