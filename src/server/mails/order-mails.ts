import type { Mail } from '../../domain/mail.ts';
import { type Cents, priceText } from '../../domain/money.ts';
import { type DisputeState, type Order, type OrderLine, orderNumber } from '../../domain/order.ts';
import { paths } from '../../paths.ts';

/** Who writes: the hall's name and the origin people see. */
export interface Letterhead {
  siteUrl: string;
  siteName: string;
}

/** What was paid and what it bought, artist by artist. */
export function receiptMail(hall: Letterhead, order: Order): Mail {
  const number = orderNumber(order);
  const artists = [...new Set(order.lines.map(({ storeName }) => storeName))];
  const lines = artists.flatMap((artist) => [
    artist,
    ...order.lines.filter(({ storeName }) => storeName === artist).map(lineText),
    '',
  ]);
  const total = order.totalCents + order.taxCents;
  const card = order.card
    ? `Paid by ${order.card.brand} ending in ${order.card.last4}.`
    : 'Nothing was charged.';
  return {
    mailKey: `receipt:${order.id}`,
    kind: 'receipt',
    to: order.email,
    subject: `Your receipt ${number} from ${hall.siteName}`,
    body: paragraphs([
      order.gift
        ? `Thank you. Your gift is on its way to ${order.gift.email}.`
        : 'Thank you. Everything below is in your library, for good:',
      hall.siteUrl + (order.gift ? paths.payments() : paths.library()),
      `Receipt ${number}, ${dayText(order.paidAt ?? order.placedAt)}`,
      [
        ...lines,
        ...(order.taxCents > 0 ? [row('Tax', amountText(order.taxCents))] : []),
        row('Total', amountText(total)),
      ].join('\n'),
      card,
      `All your receipts: ${hall.siteUrl}${paths.payments()}`,
      hall.siteName,
    ]),
  };
}

/** Money on its way back to the buyer. */
export function refundMail(hall: Letterhead, order: Order, refund: { id: string; amountCents: Cents }): Mail {
  const number = orderNumber(order);
  return {
    mailKey: `refund:${refund.id}`,
    kind: 'refund',
    to: order.email,
    subject: `${amountText(refund.amountCents)} is on its way back to you`,
    body: paragraphs([
      `We have sent back ${amountText(refund.amountCents)} of your order ${number}.`,
      'It reaches your card within 5 to 10 days, depending on your bank.',
      `Your orders: ${hall.siteUrl}${paths.payments()}`,
      hall.siteName,
    ]),
  };
}

const DISPUTE_TEXTS: Record<DisputeState, string> = {
  open: 'Your bank tells us that this payment is disputed. Until it is decided, what you bought with it cannot be downloaded.',
  won: 'The dispute about this payment is closed. Everything you bought with it can be downloaded again.',
  lost: 'The dispute about this payment was decided in your favour. The money is with your bank, and what it bought is no longer in your library.',
};

/** A payment disputed at the buyer's bank: opened, or decided. */
export function disputeMail(
  hall: Letterhead,
  order: Order,
  dispute: { id: string; state: DisputeState },
): Mail {
  const number = orderNumber(order);
  return {
    mailKey: `dispute:${dispute.id}:${dispute.state}`,
    kind: 'dispute',
    to: order.email,
    subject: `About your payment ${number}`,
    body: paragraphs([
      DISPUTE_TEXTS[dispute.state],
      'If you did not dispute it, write to us and we clear it up together.',
      `Your orders: ${hall.siteUrl}${paths.payments()}`,
      hall.siteName,
    ]),
  };
}

/** The present itself: who thought of whom, and the link that any account may redeem once. */
export function giftMail(hall: Letterhead, order: Order, token: string): Mail {
  const names = order.lines.map(({ productName, storeName }) => `- ${productName}, by ${storeName}`);
  return {
    mailKey: `gift:${order.id}`,
    kind: 'gift',
    to: order.gift?.email ?? '',
    subject: `You have been given miniatures to print`,
    body: paragraphs([
      `Somebody who knows your address thought of you at ${hall.siteName}:`,
      names.join('\n'),
      ...(order.gift?.message ? [quoted(order.gift.message)] : []),
      'Take them into your library here. Any account will do, also a new one:',
      hall.siteUrl + paths.gift(token),
      'The link works once. What you take is yours for good.',
      hall.siteName,
    ]),
  };
}

/** Tells the giver that the present has arrived. */
export function giftClaimedMail(hall: Letterhead, order: Order): Mail {
  return {
    mailKey: `gift-claimed:${order.id}`,
    kind: 'gift',
    to: order.email,
    subject: 'Your gift was taken',
    body: paragraphs([
      `Your gift to ${order.gift?.email ?? 'a friend'} (order ${orderNumber(order)}) is now in a library.`,
      hall.siteName,
    ]),
  };
}

const WIDTH = 64;

function lineText(line: OrderLine): string {
  const why =
    line.discountCents === 0
      ? ''
      : ` (${amountText(line.listCents)} less ${amountText(line.discountCents)}${line.couponCode === null ? '' : ` with ${line.couponCode}`})`;
  return row(`  ${line.productName}${why}`, priceText(line.paidCents));
}

/** Text on the left, an amount on the right, as far as they fit beside each other. */
function row(left: string, right: string): string {
  const gap = WIDTH - left.length - right.length;
  return gap >= 2 ? `${left}${' '.repeat(gap)}${right}` : `${left}\n${right.padStart(WIDTH)}`;
}

/** An amount of money that may be 0, which is no price. */
export function amountText(cents: Cents): string {
  return cents === 0 ? '$0.00' : priceText(cents);
}

function quoted(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\n');
}

function paragraphs(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}

function dayText(at: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}
