import type Stripe from 'stripe';
import { CURRENCY } from '../../../../domain/payments/payment.ts';
import type { TaxBehavior } from '../../../../domain/payments/price-tax.ts';
import { lookupKey, priceParams } from '../recurring-price.ts';
import { TAX_CODE } from '../tax.ts';
import { amountText, drifted, mending } from './change.ts';
import type { PlannedPrice, SetupChange } from './payment-setup.ts';

/** The prices of seller plans, each found by its lookup key, with a product of its own. */
export async function priceChanges(
  stripe: Stripe,
  prices: readonly PlannedPrice[],
  taxBehavior: TaxBehavior,
): Promise<SetupChange[]> {
  return (await Promise.all(prices.map((price) => changesOf(stripe, price, taxBehavior)))).flat();
}

async function changesOf(
  stripe: Stripe,
  price: PlannedPrice,
  taxBehavior: TaxBehavior,
): Promise<SetupChange[]> {
  const name = lookupKey(price, taxBehavior);
  const create = (takesOver: boolean) => makePrice(stripe, price, taxBehavior, takesOver);
  const { data } = await stripe.prices.list({
    lookup_keys: [name],
    limit: 1,
    expand: ['data.product'],
  });
  const found = data[0];
  const what = `price ${name}`;
  const goal = amountText(price, CURRENCY);
  if (!found) return [{ what, now: 'none', wanted: goal, apply: () => create(false) }];
  const isTheSame =
    found.unit_amount === price.cents &&
    found.currency === CURRENCY &&
    found.recurring?.interval === price.interval &&
    found.recurring.interval_count === 1 &&
    (found.tax_behavior === taxBehavior || found.tax_behavior === 'unspecified');
  // An amount cannot be changed: a new price takes over the name, and subscribers keep theirs.
  if (!isTheSame) return [{ what, now: found.id, wanted: goal, apply: () => create(true) }];
  const product = typeof found.product === 'object' && !found.product.deleted ? found.product : null;
  if (product === null) return [{ what, now: 'without a product', wanted: goal, apply: () => create(true) }];
  const drift = drifted([
    { name: 'on sale', now: found.active, wanted: true },
    { name: 'product on sale', now: product.active, wanted: true },
    { name: 'name', now: product.name, wanted: price.title },
    { name: 'tax', now: found.tax_behavior, wanted: taxBehavior },
    { name: 'tax code', now: taxCodeOf(product), wanted: TAX_CODE },
  ]);
  if (drift.length === 0) return [];
  return [
    mending(what, drift, async () => {
      await stripe.products.update(product.id, { active: true, name: price.title, tax_code: TAX_CODE });
      // How a price is taxed can be set once.
      const taxed = found.tax_behavior === 'unspecified' ? { tax_behavior: taxBehavior } : {};
      await stripe.prices.update(found.id, { active: true, ...taxed });
      return null;
    }),
  ];
}

const taxCodeOf = ({ tax_code: code }: Stripe.Product): string | null =>
  typeof code === 'string' ? code : (code?.id ?? null);

async function makePrice(stripe: Stripe, price: PlannedPrice, taxBehavior: TaxBehavior, takesOver: boolean) {
  await stripe.prices.create({
    ...priceParams(price, taxBehavior),
    ...(takesOver ? { transfer_lookup_key: true } : {}),
  });
  return null;
}
