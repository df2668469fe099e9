import type { Row } from '../book.ts';
import type { TestCard } from '../cards.ts';
import type { StandInContext } from '../context.ts';
import { priceOf } from './catalogue.ts';
import { createCustomer, saveCard } from './customers.ts';
import { wouldPay } from './invoice-payments.ts';
import { beginSubscription } from './subscriptions.ts';

/** What a payment page in mode `subscription` keeps of the hall's wishes until it is paid. */
export interface SubscriptionRequest {
  price: string;
  quantity: number;
  metadata: Record<string, string>;
  trialDays: number;
  destination: string | null;
  feePercent: number | null;
  description: string | null;
}

/** A subscription begins at the hosted page. Answers the sentence of a refusal, or null when it has begun. */
export function subscribeFromPage(context: StandInContext, session: Row, card: TestCard): string | null {
  const { book } = context;
  const wish = session['subscription_data'] as SubscriptionRequest;
  const transferData = wish.destination === null ? null : { destination: wish.destination };
  // Nobody has the page of a seller who cannot be paid for long; it is refused before anything is made.
  if (!wouldPay(context, { ...session, transfer_data: transferData }, card, true))
    return 'This seller cannot be paid at the moment. Nothing was charged.';
  const customer =
    book.find('customers', session['customer']) ??
    createCustomer(context, { email: String(session['customer_email'] ?? 'somebody@guildhall.test') });
  saveCard(context, customer, card);
  const taxed = (session['automatic_tax'] as { enabled: boolean }).enabled;
  const subscription = beginSubscription(context, {
    ...wish,
    customer,
    price: priceOf(context, wish.price),
    taxed,
  });
  const due = Number(session['amount_total']);
  book.change(session, {
    status: 'complete',
    payment_status: due > 0 ? 'paid' : 'no_payment_required',
    customer: customer.id,
    customer_details: { email: customer['email'] },
    subscription: subscription.id,
    invoice: subscription['latest_invoice'],
    url: null,
  });
  context.emit('checkout.session.completed', session);
  return null;
}
