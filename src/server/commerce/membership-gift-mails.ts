import type { MembershipGift } from '../../data/commerce/membership-gifts.ts';
import { giftMailKey } from '../../data/commerce/order-writing.ts';
import {
  giftMonthsText,
  MEMBERSHIP_GIFT_LIMITS,
  type MembershipGiftEnd,
} from '../../domain/commerce/membership-gift.ts';
import { dayText } from '../../domain/kernel/instant.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, mailText, oneLineName, quoted } from '../notifications/mail-layout.ts';

const giverOf = ({ giver }: MembershipGift) =>
  giver === null ? 'Someone who knows you' : oneLineName(giver.name);
const whatOf = ({ months, guild, tier, store }: MembershipGift) =>
  `${giftMonthsText(months)} of ${oneLineName(guild.name)} by ${oneLineName(store.name)}, in the tier ${oneLineName(tier.name)}`;
const TERMS =
  'Nothing is charged to you, now or later. The months end by themselves; what you receive in them stays yours.';

/** To the recipient: the gift, with the link that redeems it once. @param mailKey another one where it is sent again */
export function membershipGiftMail(
  letterhead: Letterhead,
  gift: MembershipGift,
  token: string,
  mailKey = giftMailKey(gift.orderId),
): Mail {
  const message = gift.message.trim();
  return {
    mailKey,
    kind: 'gift',
    to: gift.to,
    subject: `A gift from ${giverOf(gift)}: a guild membership`,
    ...mailText(letterhead, [
      `${giverOf(gift)} has a gift for you at ${oneLineName(letterhead.siteName)}: ${whatOf(gift)}.`,
      ...(message === '' ? [] : ['The giver writes:', quoted(message)]),
      action(
        letterhead,
        gift.recipientId === null
          ? 'Redeem it here. Any account will do, also a new one. Your months begin then:'
          : 'Redeem it here with your account. Your months begin then:',
        'Open your gift',
        paths.gift(token),
      ),
      `The link works once, until ${dayText(gift.expiresAt)}. ${TERMS}`,
    ]),
  };
}

/** To the recipient, before the gift ends: once more with a link, which replaces the first. */
export function membershipGiftReminderMail(
  letterhead: Letterhead,
  gift: MembershipGift,
  token: string,
): Mail {
  return {
    mailKey: `${giftMailKey(gift.orderId)}:reminder`,
    kind: 'gift',
    to: gift.to,
    subject: `Your gift from ${giverOf(gift)} ends soon`,
    ...mailText(letterhead, [
      `${giverOf(gift)} gave you ${whatOf(gift)}. You can redeem it until ${dayText(gift.expiresAt)}. After that the money goes back to whoever gave it.`,
      action(
        letterhead,
        'Redeem it here. This link replaces the one of our earlier mail:',
        'Open your gift',
        paths.gift(token),
      ),
      TERMS,
    ]),
  };
}

/** To the giver: the gift was redeemed. */
export function membershipGiftClaimedMail(
  letterhead: Letterhead,
  gift: MembershipGift,
  giver: { email: string },
): Mail {
  return {
    mailKey: `gift-claimed:${gift.orderId}`,
    kind: 'gift-claimed',
    to: giver.email,
    subject: 'Your gift has been redeemed',
    ...mailText(letterhead, [
      `Your gift, ${whatOf(gift)}, has been redeemed.`,
      action(letterhead, 'Your receipts:', 'See your payments', paths.payments()),
    ]),
  };
}

/** To both: nobody redeemed the gift, or the guild closed, and the giver is refunded. */
export function membershipGiftEndedMails(
  letterhead: Letterhead,
  gift: MembershipGift,
  reason: MembershipGiftEnd,
  toRecipient: boolean,
): Mail[] {
  const why =
    reason === 'closed'
      ? `${oneLineName(gift.guild.name)} takes no members any more`
      : `nobody redeemed it within ${MEMBERSHIP_GIFT_LIMITS.validMonths} months`;
  const mails: Mail[] = [];
  if (gift.giver !== null)
    mails.push({
      mailKey: `gift-ended:${gift.orderId}`,
      kind: 'gift-claimed',
      to: gift.giver.email,
      subject: 'Your gift was not redeemed: you get your money back',
      ...mailText(letterhead, [
        `Your gift, ${whatOf(gift)}, has ended because ${why}. We refund what you paid for it. A mail with the credit note follows.`,
        action(letterhead, 'Your receipts:', 'See your payments', paths.payments()),
      ]),
    });
  if (toRecipient)
    mails.push({
      mailKey: `${giftMailKey(gift.orderId)}:ended`,
      kind: 'gift',
      to: gift.to,
      subject: `Your gift from ${giverOf(gift)} has ended`,
      ...mailText(letterhead, [
        `The gift from ${giverOf(gift)}, ${whatOf(gift)}, can no longer be redeemed, because ${why}. The money goes back to whoever gave it.`,
      ]),
    });
  return mails;
}
