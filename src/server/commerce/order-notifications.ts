import type { MembershipGift } from '../../data/commerce/membership-gifts.ts';
import type { StoredOrder } from '../../data/commerce/orders.ts';
import { hasConfirmedAddress, nameOfUser, sellersOf } from '../../data/identity/addressees.ts';
import type { Transaction } from '../../data/kernel/transaction.ts';
import { withMail } from '../../data/notifications/mails.ts';
import { waiverOf } from '../../data/payments/consents.ts';
import type { OrderLine } from '../../domain/commerce/order.ts';
import { sellerParts } from '../../domain/commerce/partner-part.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import type { NewTaxInvoice } from '../../domain/payments/tax-invoice.ts';
import type { CheckoutSnapshot } from '../adapters/stripe/payments.ts';
import { mailPictures } from '../catalogue/mail-pictures.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { withNotice } from '../notifications/notifications.ts';
import { giftMail } from './gift-mails.ts';
import { disputedPaymentMail, receiptMail, refundMail } from './order-mails.ts';
import { disputeMail, partnerSaleNotice, saleNotice } from './seller-mails.ts';

type Queue = (steps: Transaction) => Transaction;

/**
 * The notifications of a paid order: the receipt, the gift mail, and a notice to each seller. `sellers` are the users to
 * send a push hint once it is written. A free order of an account without a confirmed address has no receipt: anybody could
 * make such orders in the name of a stranger's address, with products named as they like.
 */
export async function paymentNotifications(
  commerce: CommerceContext,
  { order }: StoredOrder,
  giftToken: string | null,
  {
    invoiceId,
    country,
    membership,
  }: { invoiceId: string | null; country: string; membership: MembershipGift | null },
): Promise<{ queue: Queue; sellers: string[] }> {
  const hasReceipt = order.totalCents > 0 || (await hasConfirmedAddress(commerce.pb, order.buyerId));
  const [shown, waiver] = await Promise.all([
    mailPictures(
      commerce,
      order.lines.map(({ productId }) => productId),
    ),
    waiverOf(commerce.pb, { order: order.id }),
  ]);
  const mails = hasReceipt
    ? [receiptMail(commerce, order, shown, { invoiceId, waiver, country, membership })]
    : [];
  if (giftToken !== null && order.gift) {
    mails.push(giftMail(commerce, order, await nameOfUser(commerce.pb, order.buyerId), giftToken, shown));
  }
  const paid = order.lines.filter(({ paidCents }) => paidCents > 0);
  const sellers = await sellersOf(commerce.pb, storesOf(paid));
  const queueMails = queueAll(commerce, mails);
  return {
    queue: (steps) => {
      for (const seller of sellers) {
        if (paid.some(({ storeId }) => storeId === seller.storeId))
          withNotice(steps, commerce, saleNotice(order, seller), commerce.now());
        if (paid.some(({ partner }) => partner?.storeId === seller.storeId))
          withNotice(steps, commerce, partnerSaleNotice(order, seller), commerce.now());
      }
      return queueMails(steps);
    },
    sellers: sellers.map(({ userId }) => userId),
  };
}

/**
 * The mails about refunds and disputes: to the buyer and, about a dispute, to the sellers. Each mail is queued once, even
 * if the same facts are written again.
 */
export async function settlementMails(
  commerce: CommerceContext,
  { order }: StoredOrder,
  { refunds, disputes }: CheckoutSnapshot,
  documents: readonly (Pick<NewTaxInvoice, 'cause'> & { id: string })[],
): Promise<Queue> {
  const paid = order.lines.filter(({ paidCents }) => paidCents > 0);
  const sellers = disputes.length === 0 ? [] : await sellersOf(commerce.pb, storesOf(paid));
  return queueAll(commerce, [
    ...refunds
      .filter(({ state }) => state !== 'failed')
      .map((refund) => {
        const note = documents.find(({ cause }) => cause === `refund:${refund.id}`);
        return refundMail(commerce, order, refund, note?.id ?? null);
      }),
    ...disputes.flatMap((dispute) => [
      disputedPaymentMail(commerce, order, dispute),
      ...sellers.map((seller) => disputeMail(commerce, order, dispute, seller)),
    ]),
  ]);
}

/** The stores that get something for these lines. */
const storesOf = (lines: readonly OrderLine[]): string[] =>
  lines.flatMap((line) => sellerParts(line, line.netCents).flatMap(({ storeId }) => storeId ?? []));

/** Deleted accounts have no address and get no mail. */
function queueAll(commerce: CommerceContext, mails: readonly Mail[]): Queue {
  return (steps) => {
    for (const mail of mails) if (mail.to !== '') withMail(steps, mail, commerce.now());
    return steps;
  };
}
