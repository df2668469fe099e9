import type { Cents } from '../kernel/money.ts';

/** What was sold of models in a sale week, of one store or of the whole marketplace. */
export interface SaleWeekFigures {
  /** Sold models; one that two stores share counts once for each, and once for the marketplace. */
  sales: number;
  /** What buyers paid, without tax and before refunds. */
  paidCents: Cents;
  refundedCents: Cents;
  /** Part of what the stores get, as long as a payment is disputed. */
  heldCents: Cents;
  /** What the stores get, after commission and refunds. */
  yoursCents: Cents;
}

export const NOTHING_SOLD: SaleWeekFigures = {
  ...{ sales: 0, paidCents: 0, refundedCents: 0 },
  ...{ heldCents: 0, yoursCents: 0 },
};
