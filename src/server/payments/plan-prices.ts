import { CURRENCY } from '../../domain/payments/payment.ts';
import type { PlanPrices, PlanRhythm } from '../../domain/payments/seller-plan.ts';
import type { RecurringPrice } from '../adapters/stripe/recurring-price.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';

/** The current price of Pro as it is at the provider. Another amount is another price. */
export function planPrice(siteName: string, prices: PlanPrices, rhythm: PlanRhythm): RecurringPrice {
  const cents = prices[rhythm];
  return {
    name: `seller-pro-${rhythm}-${cents}-${CURRENCY}`,
    title: `${siteName} Pro, paid ${rhythm === 'annual' ? 'by the year' : 'by the month'}`,
    cents,
    interval: rhythm === 'annual' ? 'year' : 'month',
  };
}

/** The provider's id for the current price of Pro. Subscribers keep the price at which they joined. */
export async function planPriceId(
  { payments, siteName }: CommerceContext,
  prices: PlanPrices,
  rhythm: PlanRhythm,
): Promise<string> {
  return payments.recurringPrice(planPrice(siteName, prices, rhythm));
}
