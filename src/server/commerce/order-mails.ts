import type { MembershipGift } from '../../data/commerce/membership-gifts.ts';
import type { Consent } from '../../data/payments/consents.ts';
import { preOrderText } from '../../domain/catalogue/price/pre-order.ts';
import { isPartlyLost } from '../../domain/commerce/dispute/lost-money.ts';
import {
  cardText,
  isAwaited,
  isTaxIncluded,
  type Order,
  type OrderLine,
  orderNumber,
  shownPrice,
} from '../../domain/commerce/order.ts';
import { dayText } from '../../domain/kernel/instant.ts';
import { type Cents, moneyText, priceText } from '../../domain/kernel/money.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import type { MailPart, MailPicture } from '../../domain/notifications/mail-parts.ts';
import type { DisputeFact, DisputeState } from '../../domain/payments/payment.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, mailText, oneLineName } from '../notifications/mail-layout.ts';
import { waiverParts } from '../payments/waiver-mails.ts';

/** Public pictures of products, by the product's id. */
export type PublicPictures = ReadonlyMap<string, MailPicture>;

/**
 * The receipt: the products by artist, and the sums.
 * @param more.invoiceId of the order's invoice; null where nothing was charged
 * @param more.waiver of the right of withdrawal; null where it was not given
 * @param more.country of the payment, "" where it is not known
 * @param more.membership the gift of a membership that it pays for; null for products
 */
export function receiptMail(
  letterhead: Letterhead,
  order: Order,
  shown: PublicPictures = new Map(),
  {
    invoiceId,
    waiver,
    country,
    membership,
  }: {
    invoiceId: string | null;
    waiver: Consent | null;
    country: string;
    membership: Pick<MembershipGift, 'deliverAt' | 'expiresAt'> | null;
  } = NOTHING_MORE,
): Mail {
  const number = orderNumber(order);
  return {
    mailKey: `receipt:${order.id}`,
    kind: 'receipt',
    to: order.email,
    subject: `Your receipt ${number} from ${letterhead.siteName}`,
    ...mailText(letterhead, [
      membership
        ? `Thank you. We mail a link to your gift on ${dayText(Math.max(membership.deliverAt, order.paidAt ?? 0))}. It can be redeemed until ${dayText(membership.expiresAt)}. If nobody does, you get your money back.`
        : order.gift
          ? `Thank you. We have written to ${order.gift.email} with a link to your gift.`
          : action(letterhead, arrivalText(order), 'Open your library', paths.library()),
      `Receipt ${number}, ${dayText(order.paidAt ?? order.placedAt)}`,
      ...linesByArtist(order.lines, shown),
      sums(order),
      order.card ? `Paid by ${oneLineName(cardText(order.card))}.` : 'Nothing was charged.',
      ...(invoiceId === null
        ? []
        : [action(letterhead, 'Your invoice as a PDF:', 'Open the invoice', paths.invoice(invoiceId))]),
      ...awaitedParts(order),
      ...waiverParts(letterhead, waiver, country),
      action(
        letterhead,
        'All your receipts:',
        order.gift || membership ? 'Your receipts' : 'Payments',
        paths.payments(),
      ),
    ]),
  };
}

/** What of an order can be downloaded now: what was pre-ordered has no files until its artist delivers it. */
function arrivalText({ lines }: Order): string {
  const awaited = lines.filter((line) => isAwaited(line)).length;
  if (awaited === 0) return 'Thank you. Everything below is in your library, for good:';
  return awaited < lines.length
    ? 'Thank you. What is finished is in your library, for good; what you pre-ordered can be downloaded once it is delivered:'
    : 'Thank you. You have pre-ordered what is below; you can download it from your library once it is delivered:';
}

const NOTHING_MORE = { invoiceId: null, waiver: null, country: '', membership: null };

/** One table per artist: the name, then the products bought from them. */
function linesByArtist(lines: readonly OrderLine[], shown: PublicPictures): MailPart[] {
  const artists = [...new Set(lines.map(({ storeName }) => storeName))];
  return artists.map((artist) => ({
    is: 'figures',
    title: oneLineName(artist),
    rows: lines
      .filter(({ storeName }) => storeName === artist)
      .map((line) => ({
        name: oneLineName(line.productName),
        amount: priceText(shownPrice(line)),
        ...noteOf(line),
        picture: shown.get(line.productId ?? ''),
      })),
  }));
}

/** When it arrives, and what was taken off. */
function noteOf(line: OrderLine): { note?: string } {
  const notes = [
    ...(isAwaited(line) && line.preOrder ? [preOrderText(line.preOrder.promisedDay)] : []),
    ...(line.discountCents > 0
      ? [`${moneyText(line.listCents)} less ${moneyText(line.discountCents)} ${reasonOf(line)}`]
      : []),
  ];
  return notes.length > 0 ? { note: notes.join('. ') } : {};
}

/** What the receipt says of lines that are not delivered yet; nothing where all are. */
function awaitedParts({ lines }: Order): string[] {
  return lines.some((line) => isAwaited(line))
    ? [
        'What you pre-ordered can be downloaded once its artist delivers it; we write to you then. Until then you can cancel it under Payments for a full refund, whatever you agreed to about withdrawing. If it is not delivered by its day, you are refunded without asking.',
      ]
    : [];
}

function reasonOf({ couponCode, releaseTitle, memberPercent }: OrderLine): string {
  if (couponCode !== null) return `with ${oneLineName(couponCode)}`;
  if (releaseTitle !== null) return `as part of ${oneLineName(releaseTitle)}`;
  return memberPercent === null ? 'on sale' : 'as a member of the guild';
}

function sums(order: Order): MailPart {
  const saved = order.lines.reduce((sum, { discountCents }) => sum + discountCents, 0);
  const isIncluded = isTaxIncluded(order);
  const rows = [
    ...(order.taxCents > 0 && !isIncluded
      ? [
          { name: 'Before tax', amount: moneyText(order.totalCents) },
          { name: 'Tax', amount: moneyText(order.taxCents) },
        ]
      : []),
    { name: 'Total', amount: moneyText(order.totalCents + order.taxCents), isTotal: true },
    ...(isIncluded ? [{ name: 'Tax included in it', amount: moneyText(order.taxCents) }] : []),
    ...(saved > 0 ? [{ name: 'You saved', amount: moneyText(saved) }] : []),
  ];
  return { is: 'figures', title: '', rows };
}

/** To the buyer: a refund is on its way. */
export function refundMail(
  letterhead: Letterhead,
  order: Order,
  refund: { id: string; amountCents: Cents },
  creditNoteId: string | null = null,
): Mail {
  const amount = moneyText(refund.amountCents);
  const whole = refund.amountCents >= order.totalCents + order.taxCents;
  const card = order.card ? `card ending in ${oneLineName(order.card.last4)}` : 'card';
  return {
    mailKey: `refund:${refund.id}`,
    kind: 'refund',
    to: order.email,
    subject: `${amount} is on its way back to you`,
    ...mailText(letterhead, [
      whole
        ? `We have refunded ${amount}, everything you paid for your order ${orderNumber(order)}.`
        : `We have refunded ${amount} of what you paid for your order ${orderNumber(order)}.`,
      `It reaches your ${card} within 5 to 10 days, depending on your bank. Fully refunded products are no longer in your library.`,
      ...(creditNoteId === null
        ? []
        : [
            action(
              letterhead,
              'Your credit note as a PDF:',
              'Open the credit note',
              paths.invoice(creditNoteId),
            ),
          ]),
      action(letterhead, 'Your orders:', 'See your orders', paths.payments()),
    ]),
  };
}

/**
 * To the buyer whose payment came from a country in which nothing is sold: why, and that all of it comes back.
 * @param why a sentence
 */
export function notSoldMail(letterhead: Letterhead, order: Order, why: string): Mail {
  const amount = moneyText(order.totalCents + order.taxCents);
  return {
    mailKey: `not-sold:${order.id}`,
    kind: 'refund',
    to: order.email,
    subject: `We cannot accept your order ${orderNumber(order)}`,
    ...mailText(letterhead, [
      why,
      `So nothing was delivered, and your payment of ${amount} comes back to you in full. We write again when it is on its way.`,
      action(letterhead, 'Your orders:', 'See your orders', paths.payments()),
    ]),
  };
}

const TO_BUYER: Record<DisputeState, string> = {
  open: 'Your bank reports that this payment is disputed. Until that is decided, the products you bought with it cannot be downloaded.',
  won: 'The dispute about this payment is closed. The products you bought with it can be downloaded again.',
  lost: 'The dispute about this payment was decided in your favour. The money is with your bank, and the products are no longer in your library.',
};

const PART_LOST_TO_BUYER =
  'The dispute about this payment was decided in your favour. Your bank has the part of the money that it asked for, and the products you bought can be downloaded again.';

/** To the buyer: their bank disputes the payment, or has decided about it. */
export function disputedPaymentMail(letterhead: Letterhead, order: Order, dispute: DisputeFact): Mail {
  const number = orderNumber(order);
  return {
    mailKey: `dispute:${dispute.id}:${dispute.state}`,
    kind: 'dispute',
    to: order.email,
    subject: `About your payment ${number}`,
    ...mailText(letterhead, [
      `This is about your payment ${number} of ${dayText(order.paidAt ?? order.placedAt)}.`,
      isPartlyLost(order, dispute) ? PART_LOST_TO_BUYER : TO_BUYER[dispute.state],
      ...(dispute.state === 'open'
        ? ['If you did not dispute it, tell your bank, and your products come back automatically.']
        : []),
      action(letterhead, 'Your orders:', 'See your orders', paths.payments()),
    ]),
  };
}
