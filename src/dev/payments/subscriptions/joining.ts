import type { Row } from '../book.ts';
import type { TestCard } from '../cards.ts';
import type { Desk } from '../desk.ts';
import { priceOf } from './catalogue.ts';
import { createCustomer, keepCard } from './customers.ts';
import { wouldPay } from './invoice-payments.ts';
import { beginSubscription } from './subscriptions.ts';

/** What a payment page in mode `subscription` keeps of the hall's wishes until it is paid. */
export interface SubscriptionWish {
  price: string;
  quantity: number;
  metadata: Record<string, string>;
  trialDays: number;
  destination: string | null;
  feePercent: number | null;
  description: string | null;
}

/** A subscription begins at the hosted page. Answers the sentence of a refusal, or null when it has begun. */
export function joinFromPage(desk: Desk, session: Row, card: TestCard): string | null {
  const { book } = desk;
  const wish = session['subscription_data'] as SubscriptionWish;
  const transferData = wish.destination === null ? null : { destination: wish.destination };
  // Nobody has the page of a seller who cannot be paid for long; it is refused before anything is made.
  if (!wouldPay(desk, { ...session, transfer_data: transferData }, card, true))
    return 'This seller cannot be paid at the moment. Nothing was charged.';
  const customer =
    book.find('customers', session['customer']) ??
    createCustomer(desk, { email: String(session['customer_email'] ?? 'somebody@guildhall.test') });
  keepCard(desk, customer, card);
  const taxed = (session['automatic_tax'] as { enabled: boolean }).enabled;
  const subscription = beginSubscription(desk, {
    ...wish,
    customer,
    price: priceOf(desk, wish.price),
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
  desk.emit('checkout.session.completed', session);
  return null;
}
