import type { Cents } from '../kernel/money.ts';
import type { OrderState } from './order.ts';

export type RefundRefusal =
  | 'unknown'
  | 'nothing-paid'
  | 'disputed'
  | 'amount-range'
  | 'more-than-left'
  | 'changed-meanwhile'
  | 'refused-by-provider';

export const REFUND_REFUSAL_TEXTS: Record<RefundRefusal, string> = {
  unknown: 'There is no such sale.',
  'nothing-paid': 'Nothing was paid for this, so nothing can be given back.',
  disputed: 'The buyer’s bank is deciding about this payment; it cannot be refunded meanwhile.',
  'amount-range': 'Enter an amount of at least one cent.',
  'more-than-left': 'That is more than is left of what was paid.',
  'changed-meanwhile': 'Somebody else refunded this order at the same moment; look at it again.',
  'refused-by-provider': 'The payment provider refused this refund; look at the payment there.',
};

/** Why so much cannot be given back now, or null. What was asked for and not made yet counts as given. */
export function refundRefusal(asked: {
  state: OrderState;
  paidCents: Cents;
  refundedCents: Cents;
  amountCents: Cents;
}): RefundRefusal | null {
  if (asked.state === 'pending' || asked.state === 'expired' || asked.paidCents === 0) return 'nothing-paid';
  if (asked.state === 'disputed') return 'disputed';
  if (asked.refundedCents >= asked.paidCents) return 'more-than-left';
  if (!Number.isSafeInteger(asked.amountCents) || asked.amountCents < 1) return 'amount-range';
  return asked.amountCents > asked.paidCents - asked.refundedCents ? 'more-than-left' : null;
}
