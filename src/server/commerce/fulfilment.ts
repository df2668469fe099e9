import { expireOrder, type Grant, markPaid, type PaymentFacts } from '../../data/commerce/order-writing.ts';
import { type StoredOrder, storedOrder, storedOrderBySession } from '../../data/commerce/orders.ts';
import { type NewRefund, nextRefundKey, withRefund } from '../../data/commerce/refunds.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import { settingNow } from '../../data/kernel/site-settings.ts';
import type { Transaction } from '../../data/kernel/transaction.ts';
import { withMail } from '../../data/notifications/mails.ts';
import { withInvoice } from '../../data/payments/tax-invoices.ts';
import { taxPlace, withIncludedTax } from '../../domain/commerce/included-tax.ts';
import { invoiceOfOrder, UNKNOWN_BUYER } from '../../domain/commerce/order-invoice.ts';
import { saleLedger } from '../../domain/commerce/settlement.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { sellerOfRecord } from '../../domain/kernel/operator.ts';
import { CURRENCY } from '../../domain/payments/payment.ts';
import { countryRefusal, SALE_COUNTRIES } from '../../domain/payments/sale-countries.ts';
import type { CheckoutSnapshot } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { pushUnreadHint } from '../notifications/notifications.ts';
import { giftTokenHash, newGiftToken } from './gift-tokens.ts';
import { deliverDueMembershipGift } from './membership-gift-delivery.ts';
import { membershipGiftPaidBy } from './membership-gifts.ts';
import { notSoldMail } from './order-mails.ts';
import { paymentNotifications } from './order-notifications.ts';
import { sendRefund } from './refunds.ts';
import { settle } from './settlement.ts';
import { noteMismatch, rebuiltOrder } from './unmatched/rebuilt-order.ts';

/** Result for a payment page: not ours, not paid yet, expired, fulfilled, or paid but not as ordered. */
export type Fulfilment = 'unknown' | 'unpaid' | 'expired' | 'fulfilled' | 'mismatch';

/**
 * Syncs the order of a payment page with the provider. Webhook, success page and reconciler all call this, also
 * concurrently; products are granted once. A paid order that the database has lost is written again from its page. Amount, currency and order are compared first. Where prices contain their tax, what
 * they came to without it is known only now. What was paid from a country in which nothing is sold is refunded instead.
 * @throws PaymentsUnavailable if the provider cannot be reached.
 */
export async function fulfil(commerce: CommerceContext, sessionId: string): Promise<Fulfilment> {
  const checkout = await commerce.payments.checkout(sessionId);
  if (!checkout) return 'unknown';
  const stored =
    (await storedOrderBySession(commerce.pb, sessionId)) ??
    (await orderWithoutPage(commerce, checkout.orderId)) ??
    (await rebuiltOrder(commerce, checkout));
  if (!stored) return 'unknown';
  const { order } = stored;
  if (order.state !== 'pending' && order.state !== 'expired') {
    await settle(commerce, order.id);
    return 'fulfilled';
  }
  if (!checkout.paid || checkout.state !== 'complete') {
    if (checkout.state !== 'expired') return 'unpaid';
    await expireOrder(commerce.pb, order.id, stored.sessionId, commerce.now());
    return 'expired';
  }
  const tax = taxPlace(order.totalCents, checkout);
  if (tax === null || !matches(stored, checkout)) {
    commerce.onError(new Error(`payment page ${sessionId} is paid but does not match order ${order.id}`));
    await noteMismatch(commerce, checkout);
    return 'mismatch';
  }
  const paid = tax === 'included' ? withoutIncludedTax(stored, checkout.taxCents) : stored;
  const abroad = countryRefusal(await settingNow(commerce.pb, SALE_COUNTRIES), checkout.buyer.country);
  if (abroad !== null) await giveBack(commerce, paid, { ...checkout, sessionId }, abroad);
  else await grant(commerce, paid, { ...checkout, sessionId });
  await settle(commerce, order.id);
  return 'fulfilled';
}

/** Fulfils a free order. @throws Error if the order costs something. */
export async function fulfilFree(commerce: CommerceContext, stored: StoredOrder): Promise<void> {
  const { order } = stored;
  if (order.totalCents !== 0 || order.lines.some(({ paidCents }) => paidCents !== 0))
    throw new Error(`order ${order.id} is not free`);
  await grant(commerce, stored, NOTHING_PAID);
  await settle(commerce, order.id);
}

const NOTHING_PAID: PaymentFacts = {
  sessionId: null,
  paymentId: null,
  chargeId: null,
  taxCents: 0,
  feeCents: 0,
  card: null,
  buyer: UNKNOWN_BUYER,
};

/** The order of a page whose id was never saved, because the process ended between opening and saving it. */
async function orderWithoutPage(
  commerce: CommerceContext,
  orderId: string | null,
): Promise<StoredOrder | null> {
  const stored = orderId === null ? null : await storedOrder(commerce.pb, orderId);
  return stored?.sessionId === null ? stored : null;
}

function matches({ order }: StoredOrder, checkout: CheckoutSnapshot): boolean {
  return (
    checkout.orderId === order.id &&
    checkout.currency === CURRENCY &&
    checkout.currency === order.currency &&
    order.totalCents > 0 &&
    checkout.paymentId !== null
  );
}

/** The order as it was paid where its prices contained the tax: total and lines without it. */
function withoutIncludedTax(stored: StoredOrder, taxCents: Cents): StoredOrder {
  const lines = withIncludedTax(stored.lines, taxCents);
  const { order } = stored;
  return { ...stored, lines, order: { ...order, lines, totalCents: order.totalCents - taxCents } };
}

/**
 * Marks an order as paid that is not delivered, and refunds all of it. The refund is recorded with the payment, so that it is
 * made even if this process ends here.
 * @param why a sentence for the buyer
 */
async function giveBack(
  commerce: CommerceContext,
  stored: StoredOrder,
  facts: PaymentFacts,
  why: string,
): Promise<void> {
  const { pb } = commerce;
  const now = commerce.now();
  const paid = asPaid(stored, facts, now);
  const refund: NewRefund = {
    ...{ orderId: paid.id, lineId: null, amountCents: paid.totalCents + paid.taxCents },
    ...{ reason: why, by: 'operator', key: nextRefundKey(paid.id, []) },
  };
  const made = invoiceOfOrder(
    { ...paid, lines: stored.lines },
    facts.buyer,
    sellerOfRecord(commerce),
    now,
    'download',
  );
  const mail = notSoldMail(commerce, paid, why);
  const withAll = (steps: Transaction) => {
    withRefund(steps, refund);
    if (mail.to !== '') withMail(steps, mail, now);
    return made ? withInvoice(steps, { orderId: paid.id }, { ...made, id: newRecordId() }, now) : steps;
  };
  const ledger = saleLedger({ ...paid, lines: stored.lines });
  if (!(await markPaid(pb, stored, facts, { kind: 'nothing' }, ledger, withAll, now))) return;
  commerce.mailQueued();
  await sendRefund(commerce, { ...refund, paymentId: facts.paymentId ?? '' });
}

const asPaid = ({ order }: StoredOrder, { taxCents, feeCents, card }: PaymentFacts, paidAt: Instant) => ({
  ...order,
  ...{ taxCents, feeCents, card, paidAt },
});

async function grant(commerce: CommerceContext, stored: StoredOrder, facts: PaymentFacts): Promise<void> {
  const { order } = stored;
  const token = order.gift ? newGiftToken() : null;
  const membership = await membershipGiftPaidBy(commerce, order);
  const granted: Grant =
    token !== null
      ? { kind: 'gift', tokenHash: giftTokenHash(token) }
      : membership
        ? { kind: 'membership-gift' }
        : { kind: 'entitlements', userId: order.buyerId ?? '' };
  const now = commerce.now();
  const paid = asPaid(stored, facts, now);
  const ledger = saleLedger({ ...paid, lines: stored.lines });
  const made = invoiceOfOrder(
    { ...paid, lines: stored.lines },
    facts.buyer,
    sellerOfRecord(commerce),
    now,
    membership ? 'membership' : 'download',
  );
  const invoice = made && { ...made, id: newRecordId() };
  const { queue, sellers } = await paymentNotifications(commerce, { ...stored, order: paid }, token, {
    invoiceId: invoice?.id ?? null,
    country: facts.buyer.country,
    membership,
  });
  const withAll = (steps: Transaction) =>
    queue(invoice ? withInvoice(steps, { orderId: order.id }, invoice, now) : steps);
  if (!(await markPaid(commerce.pb, stored, facts, granted, ledger, withAll, now))) return;
  commerce.mailQueued();
  await pushUnreadHint(commerce, sellers);
  // Its mail is repeated by a job, so a failure here must not look like one of the payment.
  if (membership) await deliverDueMembershipGift(commerce, order.id).catch(commerce.onError);
}
