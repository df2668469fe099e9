import type { Row } from '../book.ts';
import type { TestCard } from '../cards.ts';
import type { Desk } from '../desk.ts';
import { joinFromPage } from '../subscriptions/joining.ts';
import { charge, decline, disputeIfSuch, tellCharged } from './charging.ts';
import { checkoutOf } from './checkout.ts';

const DECLINED = 'Your card was declined. Try another one; nothing was charged.';

/** The buyer pressed Pay. Answers the sentence of a refusal, or null when it is paid. Pressed twice, it is paid once. */
export function pay(desk: Desk, sessionId: string, card: TestCard): string | null {
  const { book } = desk;
  const session = checkoutOf(desk, sessionId);
  if (session['status'] === 'complete') return null;
  if (session['status'] !== 'open') return 'This payment page is over. Go back to the shop and start again.';
  if (session['mode'] === 'subscription')
    return card.outcome === 'declined' ? DECLINED : joinFromPage(desk, session, card);
  const payment = attemptOf(desk, session);
  if (card.outcome === 'declined') {
    decline(desk, payment);
    return DECLINED;
  }
  const charged = charge(desk, payment, card, session['customer_details']);
  book.change(session, {
    status: 'complete',
    payment_status: 'paid',
    payment_intent: payment.id,
    url: null,
  });
  tellCharged(desk, payment, charged);
  desk.emit('checkout.session.completed', session);
  disputeIfSuch(desk, charged, card);
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
