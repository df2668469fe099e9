import { isPartlyLost } from '../../domain/commerce/dispute/lost-money.ts';
import { type Order, orderNumber, shownPrice } from '../../domain/commerce/order.ts';
import { isOfStore, leftOfStore, netOfStore } from '../../domain/commerce/partner-part.ts';
import type { Payout } from '../../domain/commerce/payout.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import type { DisputeFact, DisputeState } from '../../domain/payments/payment.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, mailText, oneLineName } from '../notifications/mail-layout.ts';
import type { Notice } from '../notifications/notifications.ts';
import type { SellerAddressee } from '../payments/business-mails.ts';

/** To a seller: a sale in their store. Does not name the buyer. */
export function saleNotice(order: Order, seller: { storeId: string; userId: string }): Notice {
  const own = order.lines.filter(({ storeId, paidCents }) => storeId === seller.storeId && paidCents > 0);
  const [first] = own;
  const more = own.length > 1 ? ` and ${own.length - 1} more` : '';
  const what = `${oneLineName(first?.productName ?? 'a model')}${more}`;
  const tax = own.reduce((sum, { includedTaxCents }) => sum + includedTaxCents, 0);
  const paid = moneyText(own.reduce((sum, line) => sum + shownPrice(line), 0));
  return {
    to: [seller.userId],
    kind: 'sale-made',
    storeId: null,
    key: `sale-made:${order.id}:${seller.storeId}`,
    title: `You sold ${what} for ${paid}`,
    path: paths.account('sales'),
    mail: {
      subject: `You sold ${what}`,
      paragraphs: [
        {
          is: 'figures',
          title: `You made a sale in your store, order ${orderNumber(order)}:`,
          rows: [
            ...own.map((line) => ({
              name: oneLineName(line.productName),
              amount: moneyText(shownPrice(line)),
            })),
            ...(tax > 0 ? [{ name: 'Tax included in it', amount: moneyText(tax) }] : []),
          ],
        },
        'Your share, and when it is paid out:',
      ],
    },
  };
}

/** To a partner: another store sold a model that they have a part of. Does not name the buyer. */
export function partnerSaleNotice(order: Order, seller: { storeId: string; userId: string }): Notice {
  const theirs = order.lines.filter(({ partner }) => partner?.storeId === seller.storeId);
  const [first] = theirs;
  const more = theirs.length > 1 ? ` and ${theirs.length - 1} more` : '';
  const what = `${oneLineName(first?.productName ?? 'a model')}${more}`;
  const part = moneyText(theirs.reduce((sum, line) => sum + netOfStore(line, seller.storeId), 0));
  return {
    to: [seller.userId],
    kind: 'sale-made',
    storeId: null,
    key: `partner-sale:${order.id}:${seller.storeId}`,
    title: `${what} was sold: ${part} is yours`,
    path: paths.account('sales'),
    mail: {
      subject: `${what} was sold`,
      paragraphs: [
        {
          is: 'figures',
          title: `Your part as a partner, order ${orderNumber(order)}:`,
          rows: theirs.map((line) => ({
            name: oneLineName(line.productName),
            amount: moneyText(netOfStore(line, seller.storeId)),
          })),
        },
        'When it is paid out:',
      ],
    },
  };
}

const TO_SELLER: Record<DisputeState, (share: string) => string> = {
  open: (share) =>
    `A buyer’s bank disputes the payment of this order. Until that is decided, your share of ${share} is on hold, and the products cannot be downloaded. You need not do anything: we respond to the bank.`,
  won: (share) =>
    `The dispute about this order was decided in our favour. Your share of ${share} is yours again, and the buyer can download the products again.`,
  lost: (share) =>
    `The dispute about this order was decided for the buyer. The money was returned, including your share of ${share}, and the products are no longer in the buyer’s library.`,
};

const PART_LOST_TO_SELLER =
  'The dispute about this order was decided for the buyer. The bank took a part of the payment back, and with it the same part of your share. The rest of it is yours, and the buyer can download the products again.';

/** To a seller: an order with their products is disputed, or the dispute is decided. Does not name the buyer. */
export function disputeMail(
  letterhead: Letterhead,
  order: Order,
  dispute: DisputeFact,
  seller: SellerAddressee,
): Mail {
  const number = orderNumber(order);
  const own = order.lines.filter((line) => isOfStore(line, seller.storeId) && line.paidCents > 0);
  const leftOf = (line: (typeof own)[number]) => leftOfStore(line, seller.storeId);
  const share = own.reduce((sum, line) => sum + leftOf(line), 0);
  return {
    mailKey: `dispute:${dispute.id}:${dispute.state}:${seller.storeId}`,
    kind: 'dispute',
    to: seller.email,
    subject: `${dispute.state === 'open' ? 'An order is disputed' : 'A dispute is decided'}: ${number}`,
    ...mailText(letterhead, [
      isPartlyLost(order, dispute) ? PART_LOST_TO_SELLER : TO_SELLER[dispute.state](moneyText(share)),
      {
        is: 'figures',
        title: `Your products in order ${number}, and your share:`,
        rows: own.map((line) => ({ name: oneLineName(line.productName), amount: moneyText(leftOf(line)) })),
      },
      action(letterhead, '', 'See your sales', paths.account('sales')),
    ]),
  };
}

/** To a seller: their bank returned a payout. */
export function payoutReturnedMail(letterhead: Letterhead, payout: Payout, seller: SellerAddressee): Mail {
  const bank = payout.bank ? ` to your bank account ending in ${payout.bank.last4}` : '';
  return {
    mailKey: `payout-back:${payout.id}`,
    kind: 'account',
    to: seller.email,
    subject: 'Your bank returned a payout',
    ...mailText(letterhead, [
      `The payout of ${moneyText(payout.amountCents)}${bank} did not arrive: the bank returned it. The money is still yours and goes out again with the next payout. Please check your bank account at the payment provider:`,
      action(letterhead, '', 'Open your business account', paths.businessAccount()),
    ]),
  };
}
