import { resendMembershipGift } from '../../data/commerce/membership-gift-writing.ts';
import { membershipGiftOfOrder } from '../../data/commerce/membership-gifts.ts';
import { giftMailKey } from '../../data/commerce/order-writing.ts';
import { addressedMailRefusal } from '../../data/notifications/addressed-mails.ts';
import {
  MEMBERSHIP_GIFT_SALE_REFUSAL_TEXTS,
  membershipGiftIsOpen,
} from '../../domain/commerce/membership-gift.ts';
import { addressedRefusalText, mailboxOf } from '../../domain/notifications/addressed-mail.ts';
import { addressRefusal } from '../../domain/notifications/mail.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { giftTokenHash, newGiftToken } from './gift-tokens.ts';
import { membershipGiftMail } from './membership-gift-mails.ts';

/** Why the link of a gift is not mailed once more: not theirs, redeemed or ended meanwhile, or a sentence about the address. */
export type ResendRefusal = 'unknown' | 'changed' | { sentence: string };

/**
 * Mails the link of a gift that somebody gave once more, also to a corrected address, which the earlier link then no longer
 * opens. Before the day of delivery it corrects the address alone.
 * @param email null for the same address, and for an account, which cannot be changed
 * @param client the giver's network address, by which gifts are counted; null where no page asked
 */
export async function sendMembershipGiftAgain(
  commerce: CommerceContext,
  giver: { id: string; email: string },
  { orderId, email }: { orderId: string; email: string | null },
  client: string | null,
): Promise<ResendRefusal | null> {
  const { pb } = commerce;
  const gift = await membershipGiftOfOrder(pb, orderId);
  if (gift?.giver?.id !== giver.id) return 'unknown';
  if (!membershipGiftIsOpen(gift)) return 'changed';
  const changed = gift.recipientId === null && email !== null ? email.trim() : null;
  if (changed !== null && addressRefusal(changed) !== null)
    return { sentence: 'Enter the recipient’s e-mail address.' };
  if (changed !== null && mailboxOf(changed) === mailboxOf(giver.email))
    return { sentence: MEMBERSHIP_GIFT_SALE_REFUSAL_TEXTS.yourself };
  const now = commerce.now();
  const token = newGiftToken();
  const tokenHash = giftTokenHash(token);
  const mailKey = `${giftMailKey(orderId)}:${tokenHash.slice(0, 12)}`;
  const addressed = {
    mailKey,
    kind: 'gift' as const,
    sender: giver.id,
    to: gift.recipientId === null ? (changed ?? gift.to) : `@${gift.shownRecipient}`,
    client,
  };
  const wasSent = gift.deliveredAt !== null;
  const mail = membershipGiftMail(commerce, { ...gift, to: changed ?? gift.to }, token, mailKey);
  const refusal = await resendMembershipGift(
    pb,
    gift.id,
    { email: changed, tokenHash },
    wasSent ? { mail, addressed } : null,
    now,
  );
  if (refusal === 'addressed')
    return { sentence: addressedRefusalText('gift', await addressedMailRefusal(pb, addressed, now)) };
  if (refusal === null && wasSent) commerce.mailQueued();
  return refusal;
}
