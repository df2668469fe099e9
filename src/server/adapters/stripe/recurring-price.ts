import type Stripe from 'stripe';
import type { Cents } from '../../../domain/kernel/money.ts';
import { CURRENCY } from '../../../domain/payments/payment.ts';
import type { TaxBehavior } from '../../../domain/payments/price-tax.ts';
import { TAX_CODE } from './tax.ts';

export interface RecurringPrice {
  /** Unique by amount and rhythm. */
  name: string;
  title: string;
  cents: Cents;
  interval: 'month' | 'year';
}

/** The lookup key of a price. Whether a price contains tax cannot be changed, so each of the two has a key of its own. */
export function lookupKey({ name }: Pick<RecurringPrice, 'name'>, taxBehavior: TaxBehavior): string {
  return taxBehavior === 'inclusive' ? `${name}-with-tax` : name;
}

/** What creates a recurring price, with a product of its own. */
export function priceParams(price: RecurringPrice, taxBehavior: TaxBehavior): Stripe.PriceCreateParams {
  const { title, cents, interval } = price;
  return {
    currency: CURRENCY,
    unit_amount: cents,
    recurring: { interval },
    lookup_key: lookupKey(price, taxBehavior),
    tax_behavior: taxBehavior,
    product_data: { name: title, tax_code: TAX_CODE },
  };
}
