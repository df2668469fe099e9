import type { OrderState } from './order.ts';

export type GiftRefusal = 'unknown' | 'taken' | 'refunded' | 'disputed';

export const GIFT_REFUSAL_TEXTS: Record<GiftRefusal, string> = {
  unknown: 'This link leads to no gift. Check that it is complete.',
  taken: 'This gift has been taken already. A link works once.',
  refunded: 'The giver was given the money back, so there is nothing to take any more.',
  disputed: 'The payment for this gift is being looked at by a bank. Try again later.',
};

/** Why a gift cannot be taken, or null. */
export function giftRefusal(gift: { claimed: boolean; state: OrderState } | null): GiftRefusal | null {
  if (!gift) return 'unknown';
  if (gift.claimed) return 'taken';
  if (gift.state === 'disputed') return 'disputed';
  return gift.state === 'paid' || gift.state === 'partly_refunded' ? null : 'refunded';
}
