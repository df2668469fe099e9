import type Stripe from 'stripe';
import { CURRENCY } from '../../../../domain/payments/payment.ts';
import { amountText, drifted, mending } from './change.ts';
import type { PlannedPrice, SetupChange } from './payment-setup.ts';

/** The prices of seller plans, each found by its lookup key, with a product of its own. */
export async function priceChanges(stripe: Stripe, prices: readonly PlannedPrice[]): Promise<SetupChange[]> {
  return (await Promise.all(prices.map((price) => changesOf(stripe, price)))).flat();
}

async function changesOf(stripe: Stripe, price: PlannedPrice): Promise<SetupChange[]> {
  const { data } = await stripe.prices.list({
    lookup_keys: [price.name],
    limit: 1,
    expand: ['data.product'],
  });
  const found = data[0];
  const what = `price ${price.name}`;
  const goal = amountText(price, CURRENCY);
  if (!found) return [{ what, now: 'none', wanted: goal, apply: () => create(stripe, price, false) }];
  const isTheSame =
    found.unit_amount === price.cents &&
    found.currency === CURRENCY &&
    found.recurring?.interval === price.interval &&
    found.recurring.interval_count === 1;
  // An amount cannot be changed: a new price takes over the name, and subscribers keep theirs.
  if (!isTheSame) return [{ what, now: found.id, wanted: goal, apply: () => create(stripe, price, true) }];
  const product = typeof found.product === 'object' && !found.product.deleted ? found.product : null;
  if (product === null)
    return [{ what, now: 'without a product', wanted: goal, apply: () => create(stripe, price, true) }];
  const drift = drifted([
    { name: 'on sale', now: found.active, wanted: true },
    { name: 'product on sale', now: product.active, wanted: true },
    { name: 'name', now: product.name, wanted: price.title },
  ]);
  if (drift.length === 0) return [];
  return [
    mending(what, drift, async () => {
      await stripe.products.update(product.id, { active: true, name: price.title });
      if (!found.active) await stripe.prices.update(found.id, { active: true });
      return null;
    }),
  ];
}

async function create(stripe: Stripe, { name, title, cents, interval }: PlannedPrice, takesOver: boolean) {
  await stripe.prices.create({
    currency: CURRENCY,
    unit_amount: cents,
    recurring: { interval },
    lookup_key: name,
    ...(takesOver ? { transfer_lookup_key: true } : {}),
    product_data: { name: title },
  });
  return null;
}
