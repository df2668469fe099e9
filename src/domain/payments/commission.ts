import type { Cents } from '../kernel/money.ts';

/** What a sale leaves with the hall, in percent of what the buyer paid for the line, by the seller's plan. */
export const COMMISSION_PERCENT = { free: 10, pro: 5 } as const;
export type SellerPlan = keyof typeof COMMISSION_PERCENT;

/**
 * The rate of a seller's sales, in percent: the one agreed with him alone, else his plan's.
 * @param agreed as it is kept: digits, or "" for none. Anything but a whole number from 0 to 100 counts as none.
 */
export function commissionPercent(plan: SellerPlan, agreed: string): number {
  return /^(100|[1-9]?[0-9])$/.test(agreed) ? Number(agreed) : COMMISSION_PERCENT[plan];
}

/** One sale taken apart: what the buyer paid is commission and seller's share, to the cent. */
export interface SaleShares {
  paidCents: Cents;
  commissionCents: Cents;
  sellerCents: Cents;
}

/**
 * Divides what a buyer paid for one line between the hall and the seller. The commission is rounded half down to a
 * whole cent: a doubtful half cent is the seller's. The payment provider's fee is not in here, the hall bears it out
 * of its commission.
 * @param paidCents after sale and coupon, without tax.
 * @param percent the rate written on the sale line, 0 to 100.
 * @throws RangeError when either number is out of its range.
 */
export function saleShares(paidCents: Cents, percent: number): SaleShares {
  if (!Number.isSafeInteger(paidCents) || paidCents < 0) throw new RangeError(`not a price: ${paidCents}`);
  if (!Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new RangeError(`not a percentage: ${percent}`);
  const commissionCents = Math.ceil((paidCents * percent - 50) / 100) + 0;
  return { paidCents, commissionCents, sellerCents: paidCents - commissionCents };
}
