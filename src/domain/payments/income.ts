import type { Cents } from '../kernel/money.ts';
import { sellerPartOf } from './payment.ts';

/**
 * What a seller earns, in the same words everywhere: paid by the buyer, commission, net, refunded, held, yours. Every sum
 * that a seller sees is a sum of these amounts over `seller_income`, the rows of all sold lines, partners' parts of them, and all members' payments.
 */

/** Where income comes from: a sold line of an order, a payment of a guild's member, or a part of what a partner's store sold. */
export const INCOME_SOURCES = ['sale', 'membership', 'partner'] as const;
export type IncomeSource = (typeof INCOME_SOURCES)[number];

/** How filters by state see a row. Disputed and refunded are no opposites: a row may be both. */
export const INCOME_KINDS = ['kept', 'given-back', 'disputed', 'disputed-given-back'] as const;
export type IncomeKind = (typeof INCOME_KINDS)[number];

/** Amounts of one row, or sums over several: paid = commission + net. */
export interface Income {
  paidCents: Cents;
  /** What the marketplace keeps, including the payment provider's fee. */
  commissionCents: Cents;
  netCents: Cents;
  /** What the buyer got back, of what was paid. */
  refundedCents: Cents;
  /** What is left of the net while the payment is disputed, or once a dispute is lost. */
  heldCents: Cents;
  /** The seller's money: the net less its part of refunds. 0 while the payment is disputed. */
  yoursCents: Cents;
}

export const NO_INCOME: Income = {
  paidCents: 0,
  commissionCents: 0,
  netCents: 0,
  refundedCents: 0,
  heldCents: 0,
  yoursCents: 0,
};

/**
 * The income of one sold line or one payment of a member. Refunds are taken from seller and marketplace in proportion, as
 * the provider does.
 */
export function incomeOf(row: {
  paidCents: Cents;
  netCents: Cents;
  refundedCents: Cents;
  isDisputed: boolean;
}): Income {
  const { paidCents, netCents, isDisputed } = row;
  const refundedCents = Math.min(row.refundedCents, paidCents);
  const leftCents = netCents - sellerPartOf(netCents, refundedCents, paidCents);
  return {
    paidCents,
    commissionCents: paidCents - netCents,
    netCents,
    refundedCents,
    heldCents: isDisputed ? leftCents : 0,
    yoursCents: isDisputed ? 0 : leftCents,
  };
}

/** The sum of amounts. */
export function sumOfIncome(rows: Iterable<Income>): Income {
  const sum = { ...NO_INCOME };
  for (const row of rows)
    for (const field of Object.keys(NO_INCOME) as (keyof Income)[]) sum[field] += row[field];
  return sum;
}

/** A payment that may contain tax. Cents. */
export interface TaxedPayment {
  /** What the buyer was charged, tax included. */
  paidCents: Cents;
  taxCents: Cents;
}

/**
 * Divides a payment of which the provider took a fee for the marketplace, reckoned from the whole: paid = tax + commission
 * + net. The commission is the fee's part of the price; the tax is the marketplace's to pass on.
 * @param invoicedTaxCents the tax of the invoice, which a credit may have paid in part
 */
export function sharesOfPayment(paid: { paidCents: Cents; invoicedTaxCents: Cents; feeCents: Cents }): {
  taxCents: Cents;
  commissionCents: Cents;
  netCents: Cents;
} {
  const taxCents = Math.min(paid.invoicedTaxCents, paid.paidCents);
  const priceCents = paid.paidCents - taxCents;
  const commissionCents = sellerPartOf(priceCents, paid.feeCents, paid.paidCents);
  return { taxCents, commissionCents, netCents: priceCents - commissionCents };
}

/** The tax in what was given back of a payment, in proportion; never more than was taken. */
export function refundedTax({ paidCents, taxCents }: TaxedPayment, refundedCents: Cents): Cents {
  return sellerPartOf(taxCents, Math.min(refundedCents, paidCents), paidCents);
}

/** The income of a payment that may contain tax: all amounts without it. */
export function incomeOfPayment(
  payment: TaxedPayment & { netCents: Cents; refundedCents: Cents; isDisputed: boolean },
): Income {
  const { paidCents, taxCents, netCents, isDisputed } = payment;
  const refundedCents = Math.min(payment.refundedCents, paidCents);
  return incomeOf({
    paidCents: paidCents - taxCents,
    netCents,
    refundedCents: refundedCents - refundedTax(payment, refundedCents),
    isDisputed,
  });
}
