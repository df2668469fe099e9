import type { OrderState } from './order.ts';

export type GiftRefusal = 'unknown' | 'taken' | 'refunded' | 'disputed';

export const GIFT_REFUSAL_TEXTS: Record<GiftRefusal, string> = {
  unknown: 'There is no gift at this link. Check that the link is complete.',
  taken: 'This gift has already been redeemed. A link works once.',
  refunded: 'This gift was refunded, so it can no longer be redeemed.',
  disputed: 'The payment for this gift is disputed at the moment. Try again later.',
};

/** Why a gift cannot be redeemed, or null. */
export function giftRefusal(gift: { claimed: boolean; state: OrderState } | null): GiftRefusal | null {
  if (!gift) return 'unknown';
  if (gift.claimed) return 'taken';
  if (gift.state === 'disputed') return 'disputed';
  return gift.state === 'paid' || gift.state === 'partly_refunded' ? null : 'refunded';
}
