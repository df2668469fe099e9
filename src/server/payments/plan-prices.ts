import { CURRENCY } from '../../domain/payments/payment.ts';
import type { PlanPrices, PlanRhythm } from '../../domain/payments/seller-plan.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';

/** The provider's id for the current price of Pro. Another amount is another price; subscribers keep theirs. */
export async function planPriceId(
  { payments, siteName }: CommerceContext,
  prices: PlanPrices,
  rhythm: PlanRhythm,
): Promise<string> {
  const cents = prices[rhythm];
  return payments.recurringPrice({
    name: `seller-pro-${rhythm}-${cents}-${CURRENCY}`,
    title: `${siteName} Pro, paid ${rhythm === 'annual' ? 'by the year' : 'by the month'}`,
    cents,
    interval: rhythm === 'annual' ? 'year' : 'month',
  });
}
