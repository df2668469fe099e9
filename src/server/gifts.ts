import { claimGift, type Gift, giftByHash } from '../data/gifts.ts';
import { withMail } from '../data/mails.ts';
import { type GiftRefusal, giftRefusal } from '../domain/gift.ts';
import type { Counter } from './counter.ts';
import { giftTokenHash } from './fulfilment.ts';
import { giftClaimedMail } from './mails/gift-mails.ts';
import { settle } from './settlement.ts';

/** What a gift's link shows, and why it cannot be taken, if so. */
export async function giftOf(
  counter: Counter,
  token: string,
): Promise<{ gift: Gift | null; refusal: GiftRefusal | null }> {
  const gift = /^[\w-]{20,60}$/.test(token) ? await giftByHash(counter.pb, giftTokenHash(token)) : null;
  const known = gift && { claimed: gift.claimedBy !== null, state: gift.file.order.state };
  return { gift, refusal: giftRefusal(known) };
}

/** Takes a gift into a person's library, once. */
export async function takeGift(counter: Counter, token: string, userId: string): Promise<GiftRefusal | null> {
  const { gift, refusal } = await giftOf(counter, token);
  if (!gift || refusal) {
    // Whoever took it himself is told so by his library, not by a refusal.
    return refusal === 'taken' && gift?.claimedBy === userId ? null : (refusal ?? 'unknown');
  }
  const { order } = gift.file;
  const queue = (steps: Parameters<typeof withMail>[0]) =>
    order.email === '' ? steps : withMail(steps, giftClaimedMail(counter, order), counter.now());
  const taken = await claimGift(counter.pb, gift, userId, queue, counter.now());
  if (!taken) return 'taken';
  counter.mailQueued();
  await settle(counter, order.id).catch(counter.onError);
  return null;
}
