import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import { type Letterhead, letter, named } from '../notifications/letter.ts';

/** What a group delivers, as its mails name it. */
export interface Delivery {
  storeName: string;
  groupName: string;
  productNames: readonly string[];
}

type Letter = Pick<Mail, 'subject' | 'body'>;

/** So many products stand in a mail by name; of the rest only the number. */
const NAMED_PRODUCTS = 20;

function productList(names: readonly string[]): string {
  const more = names.length - NAMED_PRODUCTS;
  return [
    ...names.slice(0, NAMED_PRODUCTS).map((name) => `  ${named(name)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}

const greeting = (name: string) => (name === '' ? 'Hello,' : `Hello ${named(name)},`);

/**
 * To somebody a store delivers to: what it is, and the link that any account may redeem once.
 * @param person his name as the seller knows it, "" where he does not, and whether he was mailed before.
 */
export function invitationLetter(
  app: Letterhead,
  delivery: Delivery,
  person: { name: string; again: boolean },
  token: string,
): Letter {
  const store = named(delivery.storeName);
  const group = named(delivery.groupName);
  return {
    subject: person.again
      ? `Still waiting for you: ${group} from ${store}`
      : `${group} from ${store} is ready for you`,
    body: letter(app, [
      greeting(person.name),
      `${store} delivers ${group} through ${named(app.siteName)}, and your address is on the list.`,
      ...(delivery.productNames.length === 0
        ? []
        : [`This is waiting for you:\n${productList(delivery.productNames)}`]),
      `Take it into your library here. Any account will do, also a new one, and it costs nothing:\n${app.siteUrl}${paths.claim(token)}`,
      `The link works once, for whoever uses it first. What you take is yours for good, and what ${store} adds later comes to you by itself.`,
      `You get this mail because ${store} gave us your address to deliver to. If you do not know why, you need not do anything.`,
    ]),
  };
}

/** To somebody whose account has it already, because its address is confirmed. */
export function deliveredLetter(app: Letterhead, delivery: Delivery, name: string): Letter {
  const store = named(delivery.storeName);
  const group = named(delivery.groupName);
  return {
    subject: `${group} from ${store} is in your library`,
    body: letter(app, [
      greeting(name),
      `${store} delivers ${group} through ${named(app.siteName)}. Your account has the address it was meant for, so there is nothing to do:`,
      ...(delivery.productNames.length === 0 ? [] : [productList(delivery.productNames)]),
      `Your library:\n${app.siteUrl}${paths.library()}`,
      `It is yours for good, and what ${store} adds later comes to you by itself.`,
    ]),
  };
}
