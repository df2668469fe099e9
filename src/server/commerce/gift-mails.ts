import { type Order, orderNumber } from '../../domain/commerce/order.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import { type Letterhead, mailBody, named, quoted } from '../notifications/mail-layout.ts';

/**
 * The present itself: who thought of whom, and the link that any account may redeem once.
 * @param giver the giver's name, or null where the account is gone.
 */
export function giftMail(app: Letterhead, order: Order, giver: string | null, token: string): Mail {
  const who = giver === null ? 'Somebody who knows your address' : named(giver);
  const names = order.lines.map(
    ({ productName, storeName }) => `  ${named(productName)}, by ${named(storeName)}`,
  );
  const message = order.gift?.message.trim() ?? '';
  return {
    mailKey: `gift:${order.id}`,
    kind: 'gift',
    to: order.gift?.email ?? '',
    subject:
      giver === null
        ? 'You have been given miniatures to print'
        : `${named(giver)} gives you miniatures to print`,
    body: mailBody(app, [
      `${who} has a gift for you at ${named(app.siteName)}:`,
      names.join('\n'),
      ...(message === '' ? [] : [`The giver writes:\n\n${quoted(message)}`]),
      `Take it into your library here. Any account will do, also a new one:\n${app.siteUrl}${paths.gift(token)}`,
      'The link works once. What you take is yours for good.',
    ]),
  };
}

/** Tells the giver that the present has arrived. */
export function giftClaimedMail(app: Letterhead, order: Order): Mail {
  return {
    mailKey: `gift-claimed:${order.id}`,
    kind: 'gift',
    to: order.email,
    subject: 'Your gift has arrived',
    body: mailBody(app, [
      `Your gift to ${named(order.gift?.email ?? 'a friend')}, order ${orderNumber(order)}, has been taken into a library.`,
    ]),
  };
}
