import { type Order, type OrderLine, orderNumber } from '../../domain/commerce/order.ts';
import { dayText } from '../../domain/kernel/instant.ts';
import { type Cents, moneyText, priceText } from '../../domain/kernel/money.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import type { DisputeState } from '../../domain/payments/payment.ts';
import { paths } from '../../paths.ts';
import { type Letterhead, mailBody, named, row } from '../notifications/mail-layout.ts';

/** The receipt: the products by artist, and the sums. */
export function receiptMail(letterhead: Letterhead, order: Order): Mail {
  const number = orderNumber(order);
  return {
    mailKey: `receipt:${order.id}`,
    kind: 'receipt',
    to: order.email,
    subject: `Your receipt ${number} from ${letterhead.siteName}`,
    body: mailBody(letterhead, [
      order.gift
        ? `Thank you. We have written to ${order.gift.email} with a link to your gift.`
        : `Thank you. Everything below is in your library, for good:\n${letterhead.siteUrl}${paths.library()}`,
      `Receipt ${number}, ${dayText(order.paidAt ?? order.placedAt)}`,
      ...linesByArtist(order.lines),
      sums(order),
      order.card
        ? `Paid by ${named(order.card.brand)} ending in ${named(order.card.last4)}.`
        : 'Nothing was charged.',
      `All your receipts:\n${letterhead.siteUrl}${paths.payments()}`,
    ]),
  };
}

/** One paragraph per artist: the name, then the products bought from them. */
function linesByArtist(lines: readonly OrderLine[]): string[] {
  const artists = [...new Set(lines.map(({ storeName }) => storeName))];
  return artists.map((artist) =>
    [named(artist), ...lines.filter(({ storeName }) => storeName === artist).map(lineText)].join('\n'),
  );
}

function lineText(line: OrderLine): string {
  const what = row(`  ${named(line.productName)}`, priceText(line.paidCents));
  if (line.discountCents === 0) return what;
  return `${what}\n    ${moneyText(line.listCents)} less ${moneyText(line.discountCents)} ${reasonOf(line)}`;
}

function reasonOf({ couponCode, releaseTitle, memberPercent }: OrderLine): string {
  if (couponCode !== null) return `with ${named(couponCode)}`;
  if (releaseTitle !== null) return `as part of the full release ${named(releaseTitle)}`;
  return memberPercent === null ? 'on sale' : 'as a member of the guild';
}

function sums(order: Order): string {
  const saved = order.lines.reduce((sum, { discountCents }) => sum + discountCents, 0);
  return [
    ...(order.taxCents > 0
      ? [row('Before tax', moneyText(order.totalCents)), row('Tax', moneyText(order.taxCents))]
      : []),
    row('Total', moneyText(order.totalCents + order.taxCents)),
    ...(saved > 0 ? [row('You saved', moneyText(saved))] : []),
  ].join('\n');
}

/** To the buyer: a refund is on its way. */
export function refundMail(
  letterhead: Letterhead,
  order: Order,
  refund: { id: string; amountCents: Cents },
): Mail {
  const amount = moneyText(refund.amountCents);
  const whole = refund.amountCents >= order.totalCents + order.taxCents;
  const card = order.card ? `card ending in ${named(order.card.last4)}` : 'card';
  return {
    mailKey: `refund:${refund.id}`,
    kind: 'refund',
    to: order.email,
    subject: `${amount} is on its way back to you`,
    body: mailBody(letterhead, [
      whole
        ? `We have refunded ${amount}, everything you paid for your order ${orderNumber(order)}.`
        : `We have refunded ${amount} of what you paid for your order ${orderNumber(order)}.`,
      `It reaches your ${card} within 5 to 10 days, depending on your bank. Fully refunded products are no longer in your library.`,
      `Your orders:\n${letterhead.siteUrl}${paths.payments()}`,
    ]),
  };
}

const TO_BUYER: Record<DisputeState, string> = {
  open: 'Your bank reports that this payment is disputed. Until that is decided, the products you bought with it cannot be downloaded.',
  won: 'The dispute about this payment is closed. The products you bought with it can be downloaded again.',
  lost: 'The dispute about this payment was decided in your favour. The money is with your bank, and the products are no longer in your library.',
};

/** To the buyer: their bank disputes the payment, or has decided about it. */
export function disputedPaymentMail(
  letterhead: Letterhead,
  order: Order,
  dispute: { id: string; state: DisputeState },
): Mail {
  const number = orderNumber(order);
  return {
    mailKey: `dispute:${dispute.id}:${dispute.state}`,
    kind: 'dispute',
    to: order.email,
    subject: `About your payment ${number}`,
    body: mailBody(letterhead, [
      `This is about your payment ${number} of ${dayText(order.paidAt ?? order.placedAt)}.`,
      TO_BUYER[dispute.state],
      ...(dispute.state === 'open'
        ? ['If you did not dispute it, tell your bank, and your products come back automatically.']
        : []),
      `Your orders:\n${letterhead.siteUrl}${paths.payments()}`,
    ]),
  };
}
