import type { Cents } from '../kernel/money.ts';

/**
 * What a seller owes the operator for an order or a member's payment that was refunded or disputed after their share had
 * left for the bank.
 */
export interface Debt {
  of: 'order' | 'membership';
  /** The order or the payment of the member. */
  id: string;
  cents: Cents;
}

/**
 * Offsets a share that is about to be sent against debts, in list order. Returns the part of each debt that is paid: in
 * total at most the share, and at most the debt itself.
 */
export function offsetDebts(shareCents: Cents, debts: readonly Debt[]): Debt[] {
  let left = Math.max(0, shareCents);
  return debts.flatMap((debt) => {
    const paid = Math.min(left, debt.cents);
    left -= paid;
    return paid > 0 ? [{ ...debt, cents: paid }] : [];
  });
}
