import { giftMailKey } from '../../data/commerce/order-writing.ts';
import { type Order, orderNumber } from '../../domain/commerce/order.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import { type Letterhead, mailBody, named, quoted } from '../notifications/mail-layout.ts';

/**
 * The gift mail to its recipient, with the link that any account can redeem once.
 * @param giver the giver's name, or null if the account is deleted.
 */
export function giftMail(letterhead: Letterhead, order: Order, giver: string | null, token: string): Mail {
  const who = giver === null ? 'Someone who knows your address' : named(giver);
  const names = order.lines.map(
    ({ productName, storeName }) => `  ${named(productName)}, by ${named(storeName)}`,
  );
  const message = order.gift?.message.trim() ?? '';
  return {
    mailKey: giftMailKey(order.id),
    kind: 'gift',
    to: order.gift?.email ?? '',
    subject:
      giver === null
        ? 'A gift for you: miniatures to print'
        : `A gift from ${named(giver)}: miniatures to print`,
    body: mailBody(letterhead, [
      `${who} has a gift for you at ${named(letterhead.siteName)}:`,
      names.join('\n'),
      ...(message === '' ? [] : [`The giver writes:\n\n${quoted(message)}`]),
      `Add it to your library here. Any account will do, also a new one:\n${letterhead.siteUrl}${paths.gift(token)}`,
      'The link works once. The miniatures are then yours for good.',
    ]),
  };
}

/** Notifies the giver that the gift was redeemed. */
export function giftClaimedMail(letterhead: Letterhead, order: Order): Mail {
  return {
    mailKey: `gift-claimed:${order.id}`,
    kind: 'gift-claimed',
    to: order.email,
    subject: 'Your gift has been redeemed',
    body: mailBody(letterhead, [
      `Your gift to ${named(order.gift?.email ?? 'a friend')}, order ${orderNumber(order)}, has been added to a library.`,
    ]),
  };
}
