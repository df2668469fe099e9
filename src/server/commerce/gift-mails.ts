import { giftMailKey } from '../../data/commerce/order-writing.ts';
import { preOrderText } from '../../domain/catalogue/price/pre-order.ts';
import { isAwaited, type Order, orderNumber } from '../../domain/commerce/order.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import {
  action,
  type Letterhead,
  list,
  mailText,
  oneLineName,
  pictures,
  quoted,
} from '../notifications/mail-layout.ts';
import type { PublicPictures } from './order-mails.ts';

/**
 * The gift mail to its recipient, with the link that any account can redeem once.
 * @param giver the giver's name, or null if the account is deleted.
 */
export function giftMail(
  letterhead: Letterhead,
  order: Order,
  giver: string | null,
  token: string,
  shown: PublicPictures = new Map(),
): Mail {
  const who = giver === null ? 'Someone who knows your address' : oneLineName(giver);
  const names = order.lines.map(
    (line) =>
      `${oneLineName(line.productName)}, by ${oneLineName(line.storeName)}${
        isAwaited(line) && line.preOrder ? `. ${preOrderText(line.preOrder.promisedDay)}` : ''
      }`,
  );
  const message = order.gift?.message.trim() ?? '';
  return {
    mailKey: giftMailKey(order.id),
    kind: 'gift',
    to: order.gift?.email ?? '',
    subject:
      giver === null
        ? 'A gift for you: miniatures to print'
        : `A gift from ${oneLineName(giver)}: miniatures to print`,
    ...mailText(letterhead, [
      `${who} has a gift for you at ${oneLineName(letterhead.siteName)}:`,
      ...pictures(...new Set(order.lines.map(({ productId }) => shown.get(productId ?? '')))),
      list('', names),
      ...(message === '' ? [] : ['The giver writes:', quoted(message)]),
      action(
        letterhead,
        'Add it to your library here. Any account will do, also a new one:',
        'Open your gift',
        paths.gift(token),
      ),
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
    ...mailText(letterhead, [
      `Your gift to ${oneLineName(order.gift?.email ?? 'a friend')}, order ${orderNumber(order)}, has been added to a library.`,
    ]),
  };
}
