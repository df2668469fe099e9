import type { Cents } from '../kernel/money.ts';

/** What a seller owes the operator for an order that was refunded after their share had left for the bank. */
export interface Debt {
  orderId: string;
  cents: Cents;
}

/**
 * Offsets a share that is about to be sent against debts, in list order. Returns the part of each debt that is paid: in
 * total at most the share, and at most the debt itself.
 */
export function offsetDebts(shareCents: Cents, debts: readonly Debt[]): Debt[] {
  let left = Math.max(0, shareCents);
  return debts.flatMap(({ orderId, cents }) => {
    const paid = Math.min(left, cents);
    left -= paid;
    return paid > 0 ? [{ orderId, cents: paid }] : [];
  });
}
