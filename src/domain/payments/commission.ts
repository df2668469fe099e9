import type { Cents } from '../kernel/money.ts';

/** The commission, in percent of what the buyer paid for the line, by the seller's plan: where no operator set another. */
export const COMMISSION_PERCENT = { free: 10, pro: 5 } as const;
export type SellerPlan = keyof typeof COMMISSION_PERCENT;

/**
 * A seller's commission rate, in percent: the rate agreed with them, else their plan's.
 * @param agreed as stored: digits, or "" for none. Anything but a whole number from 0 to 100 counts as none.
 * @param rates those of the plans now, in percent.
 */
export function commissionPercent(
  plan: SellerPlan,
  agreed: string,
  rates: Readonly<Record<SellerPlan, number>>,
): number {
  return /^(100|[1-9]?[0-9])$/.test(agreed) ? Number(agreed) : rates[plan];
}

/** What the buyer paid for one sale, divided into commission and the seller's share. */
export interface SaleShares {
  paidCents: Cents;
  commissionCents: Cents;
  sellerCents: Cents;
}

/**
 * Divides what a buyer paid for one line between the marketplace and the seller. The commission is rounded half down to
 * a whole cent: the half cent goes to the seller. The payment provider's fee is not included; the marketplace pays it
 * from its commission.
 * @param paidCents after sale and coupon, without tax.
 * @param percent the rate stored with the sale line, 0 to 100.
 * @throws RangeError when either number is out of its range.
 */
export function saleShares(paidCents: Cents, percent: number): SaleShares {
  if (!Number.isSafeInteger(paidCents) || paidCents < 0) throw new RangeError(`not a price: ${paidCents}`);
  if (!Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new RangeError(`not a percentage: ${percent}`);
  const commissionCents = Math.ceil((paidCents * percent - 50) / 100) + 0;
  return { paidCents, commissionCents, sellerCents: paidCents - commissionCents };
}

/**
 * What a seller keeps of a month of equal sales, in cents: below 0 where the plan costs more than they earn.
 * @param month the price of each sale, and their number
 * @param plan the commission in percent, and what the plan costs a month
 */
export function monthIncome(
  { cents, sales }: { cents: Cents; sales: number },
  { percent, feeCents }: { percent: number; feeCents: Cents },
): number {
  return saleShares(cents, percent).sellerCents * sales - feeCents;
}
