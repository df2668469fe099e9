import type Stripe from 'stripe';
import type { Cents } from '../../../domain/kernel/money.ts';
import { CURRENCY } from '../../../domain/payments/payment.ts';
import { TAX_BEHAVIOR, TAX_CODE } from './tax.ts';

export interface RecurringPrice {
  /** The lookup key, unique by amount and rhythm. */
  name: string;
  title: string;
  cents: Cents;
  interval: 'month' | 'year';
}

/** What creates a recurring price, with a product of its own. */
export function priceParams({ name, title, cents, interval }: RecurringPrice): Stripe.PriceCreateParams {
  return {
    currency: CURRENCY,
    unit_amount: cents,
    recurring: { interval },
    lookup_key: name,
    tax_behavior: TAX_BEHAVIOR,
    product_data: { name: title, tax_code: TAX_CODE },
  };
}
