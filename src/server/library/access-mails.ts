import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, list, mailText, oneLineName } from '../notifications/mail-layout.ts';

/** The names that a group's mails use. */
export interface AccessMailNames {
  storeName: string;
  groupName: string;
  productNames: readonly string[];
}

type MailText = Pick<Mail, 'subject' | 'body' | 'parts'>;

/** Maximum number of products listed in a mail; the rest are only counted. */
const NAMED_PRODUCTS = 20;

const productList = (title: string, names: readonly string[]) =>
  list(title, names.map(oneLineName), NAMED_PRODUCTS);

/**
 * The same words for every store: what a seller calls a group reaches strangers inside the mail alone, in quotes.
 * @param again whether they were mailed before
 */
const deliverySubject = (store: string, again: boolean) =>
  again ? `A delivery from ${store} is still waiting` : `A delivery from ${store}`;

const greeting = (name: string) => (name === '' ? 'Hello,' : `Hello ${oneLineName(name)},`);

/**
 * The mail with a claim link, which any account can use once.
 * @param person `name` as the seller entered it, or ""; `again` if they were mailed before.
 */
export function invitationMail(
  letterhead: Letterhead,
  delivery: AccessMailNames,
  person: { name: string; again: boolean },
  token: string,
): MailText {
  const store = oneLineName(delivery.storeName);
  const group = oneLineName(delivery.groupName);
  return {
    subject: deliverySubject(store, person.again),
    ...mailText(letterhead, [
      greeting(person.name),
      `${store} delivers “${group}” through ${oneLineName(letterhead.siteName)}, and your address is on the list.`,
      ...(delivery.productNames.length === 0
        ? []
        : [productList('This is waiting for you:', delivery.productNames)]),
      action(
        letterhead,
        'Claim it here with any account, existing or new. It costs nothing:',
        'Claim it',
        paths.claim(token),
      ),
      `The link works once, for the first account that uses it. What you claim is yours to keep, and anything ${store} adds later appears in your library automatically.`,
      `You get this mail because ${store} gave us your address for this delivery. If you did not expect it, you can ignore it.`,
    ]),
  };
}

/** The mail to a person whose account received the products directly, because its address is confirmed. */
export function deliveredMail(letterhead: Letterhead, delivery: AccessMailNames, name: string): MailText {
  const store = oneLineName(delivery.storeName);
  const group = oneLineName(delivery.groupName);
  return {
    subject: deliverySubject(store, false),
    ...mailText(letterhead, [
      greeting(name),
      `${store} delivers “${group}” through ${oneLineName(letterhead.siteName)}. It was sent to the address of your account, so there is nothing you need to do:`,
      ...(delivery.productNames.length === 0 ? [] : [productList('', delivery.productNames)]),
      action(letterhead, 'Your library:', 'Open your library', paths.library()),
      `It is yours to keep, and anything ${store} adds later appears in your library automatically.`,
    ]),
  };
}
