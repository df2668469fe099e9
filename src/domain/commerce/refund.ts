import type { Cents } from '../kernel/money.ts';
import type { OrderState } from './order.ts';

export type RefundRefusal =
  | 'unknown'
  | 'nothing-paid'
  | 'disputed'
  | 'lost'
  | 'amount-range'
  | 'more-than-left'
  | 'changed-meanwhile'
  | 'refused-by-provider';

export const REFUND_REFUSAL_TEXTS: Record<RefundRefusal, string> = {
  unknown: 'There is no such sale.',
  'nothing-paid': 'Nothing was paid for this, so there is nothing to refund.',
  disputed: 'This payment is disputed at the buyer’s bank; it cannot be refunded until that is decided.',
  lost: 'The buyer’s bank took this payment back after a dispute. The payment provider refunds nothing of it any more.',
  'amount-range': 'Enter an amount of at least one cent.',
  'more-than-left': 'That is more than can still be refunded.',
  'changed-meanwhile': 'This order was refunded at the same moment by another person; check it again.',
  'refused-by-provider': 'The payment provider refused this refund; check the payment there.',
};

/** Why this amount cannot be refunded now, or null. Refunds under way count as refunded. */
export function refundRefusal(request: {
  state: OrderState;
  paidCents: Cents;
  refundedCents: Cents;
  amountCents: Cents;
  /** Whether a dispute about the payment, or a part of it, was lost. */
  isLost?: boolean;
}): RefundRefusal | null {
  const { state, paidCents, refundedCents, amountCents } = request;
  if (state === 'pending' || state === 'expired' || paidCents === 0) return 'nothing-paid';
  if (state === 'disputed') return 'disputed';
  if (refundedCents >= paidCents) return 'more-than-left';
  if (request.isLost) return 'lost';
  if (!Number.isSafeInteger(amountCents) || amountCents < 1) return 'amount-range';
  return amountCents > paidCents - refundedCents ? 'more-than-left' : null;
}
