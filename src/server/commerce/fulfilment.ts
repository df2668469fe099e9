import { createHash, randomBytes } from 'node:crypto';
import { expireOrder, type Grant, markPaid, type PaymentFacts } from '../../data/commerce/order-writing.ts';
import { type StoredOrder, storedOrder, storedOrderBySession } from '../../data/commerce/orders.ts';
import { saleLedger } from '../../domain/commerce/settlement.ts';
import { CURRENCY } from '../../domain/payments/payment.ts';
import type { CheckoutSnapshot } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { pushUnreadHint } from '../notifications/notifications.ts';
import { paymentNotifications } from './order-notifications.ts';
import { settle } from './settlement.ts';

/** What became of a payment page: nothing of ours, not paid yet, over, in the library, or not as ordered. */
export type Fulfilment = 'unknown' | 'unpaid' | 'expired' | 'fulfilled' | 'mismatch';

/**
 * Makes the order of a payment page what the provider says it is. Webhook, success page and reconciler all call this, at
 * once and again: what is granted is granted once. Amount, currency and order are compared before anything is.
 * @throws PaymentsUnavailable where the provider cannot be asked.
 */
export async function fulfil(commerce: CommerceContext, sessionId: string): Promise<Fulfilment> {
  const truth = await commerce.payments.checkout(sessionId);
  if (!truth) return 'unknown';
  const file =
    (await storedOrderBySession(commerce.pb, sessionId)) ?? (await orderWithoutPage(commerce, truth.orderId));
  if (!file) return 'unknown';
  const { order } = file;
  if (order.state !== 'pending' && order.state !== 'expired') {
    await settle(commerce, order.id);
    return 'fulfilled';
  }
  if (!truth.paid || truth.state !== 'complete') {
    if (truth.state !== 'expired') return 'unpaid';
    await expireOrder(commerce.pb, order.id, commerce.now());
    return 'expired';
  }
  if (!matches(file, truth)) {
    commerce.onError(new Error(`payment page ${sessionId} is paid and does not match order ${order.id}`));
    return 'mismatch';
  }
  await grant(commerce, file, { ...truth, sessionId });
  await settle(commerce, order.id);
  return 'fulfilled';
}

/** Fulfils an order with nothing to pay. Never for one that costs something, whatever is asked. */
export async function fulfilFree(commerce: CommerceContext, file: StoredOrder): Promise<void> {
  const { order } = file;
  if (order.totalCents !== 0 || order.lines.some(({ paidCents }) => paidCents !== 0))
    throw new Error(`order ${order.id} is not free`);
  await grant(commerce, file, NOTHING_PAID);
  await settle(commerce, order.id);
}

const NOTHING_PAID: PaymentFacts = {
  sessionId: null,
  paymentId: null,
  chargeId: null,
  taxCents: 0,
  feeCents: 0,
  card: null,
};

/** A page whose id was never written down, because the process ended between opening it and keeping it. */
async function orderWithoutPage(
  commerce: CommerceContext,
  orderId: string | null,
): Promise<StoredOrder | null> {
  const file = orderId === null ? null : await storedOrder(commerce.pb, orderId);
  return file?.sessionId === null ? file : null;
}

function matches({ order }: StoredOrder, truth: CheckoutSnapshot): boolean {
  return (
    truth.orderId === order.id &&
    truth.currency === CURRENCY &&
    truth.currency === order.currency &&
    truth.subtotalCents === order.totalCents &&
    order.totalCents > 0 &&
    truth.paymentId !== null
  );
}

async function grant(commerce: CommerceContext, file: StoredOrder, facts: PaymentFacts): Promise<void> {
  const { order } = file;
  const token = order.gift ? randomBytes(24).toString('base64url') : null;
  const granted: Grant =
    token !== null
      ? { kind: 'gift', tokenHash: giftTokenHash(token) }
      : { kind: 'entitlements', userId: order.buyerId ?? '' };
  const paid = {
    ...order,
    taxCents: facts.taxCents,
    feeCents: facts.feeCents,
    card: facts.card,
    paidAt: commerce.now(),
  };
  const ledger = saleLedger({ ...paid, lines: file.lines });
  const { queue, sellers } = await paymentNotifications(commerce, { ...file, order: paid }, token);
  if (!(await markPaid(commerce.pb, file, facts, granted, ledger, queue, commerce.now()))) return;
  commerce.mailQueued();
  await pushUnreadHint(commerce, sellers);
}

/** What is kept of a gift's link: enough to recognise it, not enough to use it. */
export function giftTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
