import type { Cents } from '../kernel/money.ts';

/** What a seller was sent for an order and should not have: it was refunded after the money had left his account. */
export interface Debt {
  orderId: string;
  cents: Cents;
}

/**
 * Which debts a share that is about to be sent pays off, the first of the list first. Together never more than the share,
 * and of no debt more than it is.
 */
export function offsetDebts(shareCents: Cents, debts: readonly Debt[]): Debt[] {
  let left = Math.max(0, shareCents);
  return debts.flatMap(({ orderId, cents }) => {
    const paid = Math.min(left, cents);
    left -= paid;
    return paid > 0 ? [{ orderId, cents: paid }] : [];
  });
}
