import { claimGift, type Gift, giftByHash } from '../../data/commerce/gifts.ts';
import { withMail } from '../../data/notifications/mails.ts';
import { type GiftRefusal, giftRefusal } from '../../domain/commerce/gift.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { giftClaimedMail } from './gift-mails.ts';
import { giftTokenHash } from './gift-tokens.ts';
import { settle } from './settlement.ts';

/** The gift behind a link, and why it cannot be redeemed, or null. */
export async function giftOf(
  commerce: CommerceContext,
  token: string,
): Promise<{ gift: Gift | null; refusal: GiftRefusal | null }> {
  const gift = /^[\w-]{20,60}$/.test(token) ? await giftByHash(commerce.pb, giftTokenHash(token)) : null;
  const known = gift && { claimed: gift.claimedBy !== null, state: gift.storedOrder.order.state };
  return { gift, refusal: giftRefusal(known) };
}

/** Redeems a gift: adds it to a user's library, once. */
export async function takeGift(
  commerce: CommerceContext,
  token: string,
  userId: string,
): Promise<GiftRefusal | null> {
  const { gift, refusal } = await giftOf(commerce, token);
  if (!gift || refusal) {
    // No refusal for the user who redeemed it before: it is in their library.
    return refusal === 'taken' && gift?.claimedBy === userId ? null : (refusal ?? 'unknown');
  }
  const { order } = gift.storedOrder;
  const queue = (steps: Parameters<typeof withMail>[0]) =>
    order.email === '' ? steps : withMail(steps, giftClaimedMail(commerce, order), commerce.now());
  const isClaimed = await claimGift(commerce.pb, gift, userId, queue, commerce.now());
  if (!isClaimed) return 'taken';
  commerce.mailQueued();
  await settle(commerce, order.id).catch(commerce.onError);
  return null;
}
