import type Stripe from 'stripe';
import { CARDS, press, type TestProvider } from './test-provider.ts';

/** A card that pays at the page and is declined afterwards. */
export const FAILS_LATER = '4000000000000341';

/** A plan with prices of $15 and $45 a month and $150 a year. */
export async function plans({ stripe }: TestProvider) {
  const product = await stripe.products.create({ name: 'Pro' });
  const of = (unit_amount: number, interval: 'month' | 'year') =>
    stripe.prices.create({
      currency: 'usd',
      unit_amount,
      product: product.id,
      recurring: { interval },
      lookup_key: `pro-${interval}-${unit_amount}`,
    });
  return { month: await of(1500, 'month'), dear: await of(4500, 'month'), year: await of(15_000, 'year') };
}

export interface Bought {
  card?: string;
  more?: Partial<Stripe.Checkout.SessionCreateParams>;
}

/** A subscription begun at the hosted page. */
export async function begunWith(
  { stripe }: TestProvider,
  price: string,
  { card = CARDS.pays, more = {} }: Bought,
): Promise<Stripe.Subscription> {
  const { id, url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer_email: 'mira@guildhall.test',
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://127.0.0.1:4321/done?session_id={CHECKOUT_SESSION_ID}',
    subscription_data: { metadata: { store: 's1' } },
    ...more,
  });
  const { status } = await press(url, card);
  if (status !== 303) throw new Error(`The page answered ${status}.`);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['subscription'] });
  return session.subscription as Stripe.Subscription;
}

export const now = ({ stripe }: TestProvider, { id }: Stripe.Subscription) =>
  stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] });

export const itemOf = (subscription: Stripe.Subscription) =>
  subscription.items.data[0] as Stripe.SubscriptionItem;

/** Newest first. */
export const invoicesOf = async ({ stripe }: TestProvider, { id }: Stripe.Subscription) =>
  (await stripe.invoices.list({ subscription: id })).data;
