import { expireOrder, type Grant, markPaid, type PaymentFacts } from '../../data/commerce/order-writing.ts';
import { type StoredOrder, storedOrder, storedOrderBySession } from '../../data/commerce/orders.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import type { Transaction } from '../../data/kernel/transaction.ts';
import { withInvoice } from '../../data/payments/tax-invoices.ts';
import { taxPlace, withIncludedTax } from '../../domain/commerce/included-tax.ts';
import { invoiceOfOrder, UNKNOWN_BUYER } from '../../domain/commerce/order-invoice.ts';
import { saleLedger } from '../../domain/commerce/settlement.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { sellerOfRecord } from '../../domain/kernel/operator.ts';
import { CURRENCY } from '../../domain/payments/payment.ts';
import type { CheckoutSnapshot } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { pushUnreadHint } from '../notifications/notifications.ts';
import { giftTokenHash, newGiftToken } from './gift-tokens.ts';
import { deliverDueMembershipGift } from './membership-gift-delivery.ts';
import { membershipGiftPaidBy } from './membership-gifts.ts';
import { paymentNotifications } from './order-notifications.ts';
import { settle } from './settlement.ts';

/** Result for a payment page: not ours, not paid yet, expired, fulfilled, or paid but not as ordered. */
export type Fulfilment = 'unknown' | 'unpaid' | 'expired' | 'fulfilled' | 'mismatch';

/**
 * Syncs the order of a payment page with the provider. Webhook, success page and reconciler all call this, also
 * concurrently; products are granted once. Amount, currency and order are compared first. Where prices contain their tax, what
 * they came to without it is known only now.
 * @throws PaymentsUnavailable if the provider cannot be reached.
 */
export async function fulfil(commerce: CommerceContext, sessionId: string): Promise<Fulfilment> {
  const checkout = await commerce.payments.checkout(sessionId);
  if (!checkout) return 'unknown';
  const stored =
    (await storedOrderBySession(commerce.pb, sessionId)) ??
    (await orderWithoutPage(commerce, checkout.orderId));
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
    return 'mismatch';
  }
  const paid = tax === 'included' ? withoutIncludedTax(stored, checkout.taxCents) : stored;
  await grant(commerce, paid, { ...checkout, sessionId });
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
  const paid = {
    ...order,
    taxCents: facts.taxCents,
    feeCents: facts.feeCents,
    card: facts.card,
    paidAt: commerce.now(),
  };
  const ledger = saleLedger({ ...paid, lines: stored.lines });
  const now = paid.paidAt;
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
