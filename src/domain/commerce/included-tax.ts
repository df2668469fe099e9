import type { Cents } from '../kernel/money.ts';
import { splitByWeight } from '../kernel/split.ts';
import { saleShares } from '../payments/commission.ts';
import { type OrderLine, shownPrice } from './order.ts';
import { partnerNet } from './partner-part.ts';

/** Prices that contain their tax. How much that is says the provider once it is paid, since it depends on the country. */

type Line = Pick<
  OrderLine,
  | 'paidCents'
  | 'includedTaxCents'
  | 'commissionPercent'
  | 'commissionCents'
  | 'feeCents'
  | 'netCents'
  | 'partner'
>;

/** What a payment page says about an order: cents, tax as the provider computed it. */
export interface PaidAmounts {
  /** What was charged. */
  totalCents: Cents;
  taxCents: Cents;
}

/**
 * Where the tax of a payment is: in the prices, where the charge is what was shown, or on top of them. Null where neither
 * holds: then something else was paid than what was ordered.
 * @param shownCents the sum of the prices as they were shown
 */
export function taxPlace(
  shownCents: Cents,
  { totalCents, taxCents }: PaidAmounts,
): 'included' | 'added' | null {
  if (taxCents < 0 || taxCents > totalCents) return null;
  if (totalCents === shownCents) return taxCents === 0 ? 'added' : 'included';
  return totalCents === shownCents + taxCents ? 'added' : null;
}

/**
 * The lines of an order whose prices contained this tax. The tax is divided by price, by largest remainder, because the
 * payment page has one line for several products of a large cart. What is left of each price is divided between the
 * marketplace and the sellers. Per line: paid + included tax is the price as shown, commission + net is paid.
 * @param taxCents 0 to the sum of the prices
 */
export function withIncludedTax<L extends Line>(lines: readonly L[], taxCents: Cents): L[] {
  const taxes = splitByWeight(taxCents, lines.map(shownPrice));
  return lines.map((line, at) => {
    const includedTaxCents = taxes[at] ?? 0;
    const shares = saleShares(shownPrice(line) - includedTaxCents, line.commissionPercent);
    return {
      ...line,
      includedTaxCents,
      paidCents: shares.paidCents,
      commissionCents: shares.commissionCents,
      feeCents: 0,
      netCents: shares.sellerCents,
      ...(line.partner && {
        partner: { ...line.partner, netCents: partnerNet(shares.sellerCents, line.partner.percent) },
      }),
    };
  });
}
