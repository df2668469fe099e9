import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/** Taking a product down and giving everybody their money back: an operator's deed, done line by line by a job. */

/** What it would give back, as shown before. */
export interface RefundSum {
  /** People whose sales can be refunded. */
  buyers: number;
  sales: number;
  /** What they paid for it and have not been given back, with the tax that prices contained. */
  cents: Cents;
  /** Whether tax was added to some of the prices; it is given back on top. */
  hasAddedTax: boolean;
  /** Sales that cannot be refunded while they are disputed. */
  disputed: number;
}

export interface Takedown {
  id: string;
  caseId: string;
  productId: string;
  state: 'running' | 'done';
  startedByName: string;
  startedAt: Instant;
  buyers: number;
  totalCents: Cents;
  refundedLines: number;
  refundedCents: Cents;
  failedLines: number;
  /** The last refusal, as a sentence; "" for none. */
  lastProblem: string;
}

/** Why everybody who bought it cannot be refunded, or null. */
export function takedownRefusal({
  productId,
  sum,
}: {
  productId: string | null;
  sum: RefundSum;
}): string | null {
  if (productId === null) return 'Only a product can be taken down with refunds.';
  return sum.sales === 0 ? 'Nobody has paid for this product, so there is nothing to refund.' : null;
}
