import { claimGift, type Gift, giftByHash } from '../../data/commerce/gifts.ts';
import { withMail } from '../../data/notifications/mails.ts';
import { type GiftRefusal, giftRefusal } from '../../domain/commerce/gift.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { giftTokenHash } from './fulfilment.ts';
import { giftClaimedMail } from './gift-mails.ts';
import { settle } from './settlement.ts';

/** What a gift's link shows, and why it cannot be taken, if so. */
export async function giftOf(
  commerce: CommerceContext,
  token: string,
): Promise<{ gift: Gift | null; refusal: GiftRefusal | null }> {
  const gift = /^[\w-]{20,60}$/.test(token) ? await giftByHash(commerce.pb, giftTokenHash(token)) : null;
  const known = gift && { claimed: gift.claimedBy !== null, state: gift.file.order.state };
  return { gift, refusal: giftRefusal(known) };
}

/** Takes a gift into a person's library, once. */
export async function takeGift(
  commerce: CommerceContext,
  token: string,
  userId: string,
): Promise<GiftRefusal | null> {
  const { gift, refusal } = await giftOf(commerce, token);
  if (!gift || refusal) {
    // Whoever took it himself is told so by his library, not by a refusal.
    return refusal === 'taken' && gift?.claimedBy === userId ? null : (refusal ?? 'unknown');
  }
  const { order } = gift.file;
  const queue = (steps: Parameters<typeof withMail>[0]) =>
    order.email === '' ? steps : withMail(steps, giftClaimedMail(commerce, order), commerce.now());
  const taken = await claimGift(commerce.pb, gift, userId, queue, commerce.now());
  if (!taken) return 'taken';
  commerce.mailQueued();
  await settle(commerce, order.id).catch(commerce.onError);
  return null;
}
