import type { ProviderObject } from '../book.ts';
import type { TestCard } from '../cards.ts';
import type { StandInContext } from '../context.ts';
import { priceOf } from './catalogue.ts';
import { createCustomer, saveCard } from './customers.ts';
import { invoiceDecline } from './invoice-payments.ts';
import { beginSubscription } from './subscriptions.ts';

/** The subscription that a payment page in mode `subscription` creates once it is paid. */
export interface SubscriptionRequest {
  price: string;
  quantity: number;
  metadata: Record<string, string>;
  trialDays: number;
  destination: string | null;
  feePercent: number | null;
  description: string | null;
}

/** Creates the subscription of a payment page. Answers the error message, or null on success. */
export function subscribeFromPage(
  context: StandInContext,
  session: ProviderObject,
  card: TestCard,
): string | null {
  const { book } = context;
  const request = session['subscription_data'] as SubscriptionRequest;
  const transferData = request.destination === null ? null : { destination: request.destination };
  // Checked before anything is created, since the seller's account may have changed.
  if (invoiceDecline(context, { ...session, transfer_data: transferData }, card, true))
    return 'This seller cannot be paid at the moment. Nothing was charged.';
  const customer =
    book.find('customers', session['customer']) ??
    createCustomer(context, { email: String(session['customer_email'] ?? 'somebody@guildhall.test') });
  const { address } = (session['customer_details'] ?? {}) as { address?: unknown };
  if (session['keeps_address'] === true && address) book.change(customer, { address });
  saveCard(context, customer, card);
  const taxed = (session['automatic_tax'] as { enabled: boolean }).enabled;
  const subscription = beginSubscription(context, {
    ...request,
    customer,
    price: priceOf(context, request.price),
    taxed,
  });
  const due = Number(session['amount_total']);
  book.change(session, {
    status: 'complete',
    payment_status: due > 0 ? 'paid' : 'no_payment_required',
    customer: customer.id,
    customer_details: { email: customer['email'], ...(address ? { address } : {}) },
    subscription: subscription.id,
    invoice: subscription['latest_invoice'],
    url: null,
  });
  context.emit('checkout.session.completed', session);
  return null;
}
