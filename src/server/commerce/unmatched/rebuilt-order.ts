import { withPaidPage } from '../../../data/commerce/checkout/paid-page.ts';
import { withMembershipGift } from '../../../data/commerce/membership-gift-writing.ts';
import { offersByIds } from '../../../data/commerce/offers.ts';
import { type NewOrder, placeOrder } from '../../../data/commerce/order-writing.ts';
import { type StoredOrder, storedOrder } from '../../../data/commerce/orders.ts';
import { userById } from '../../../data/identity/accounts.ts';
import { userIdOfEmail } from '../../../data/identity/users.ts';
import type { Transaction } from '../../../data/kernel/transaction.ts';
import { withMail } from '../../../data/notifications/mails.ts';
import {
  deferUnmatched,
  noteUnmatched,
  type StoredUnmatched,
  withDeliveredPayment,
} from '../../../data/payments/unmatched-payments.ts';
import { saleShares } from '../../../domain/payments/commission.ts';
import { CHECKOUT_OPEN_MS } from '../../../domain/payments/payment.ts';
import { type UnmatchedReason, unmatchedWaitMs } from '../../../domain/payments/unmatched-payment.ts';
import type { CheckoutSnapshot } from '../../adapters/stripe/payments.ts';
import { licenceTextOf } from '../../catalogue/licence-texts.ts';
import type { CommerceContext } from '../../kernel/commerce-context.ts';
import { manifestIn, type OrderManifest } from './order-manifest.ts';
import { unmatchedMail } from './unmatched-mails.ts';

/**
 * Writes the order of a paid page again that the database does not know: a power cut or a restored copy lost it. What cannot
 * be written is tried again later and waits at the desk; the buyer is told once.
 * @returns the order as it was placed; null where the page is not ours, not paid, or its order cannot be written now.
 */
export async function rebuiltOrder(
  commerce: CommerceContext,
  checkout: CheckoutSnapshot,
): Promise<StoredOrder | null> {
  const payment = await noteArrived(commerce, checkout);
  if (!payment) return null;
  const { orderId, sessionId } = payment;
  let stored = await storedOrder(commerce.pb, orderId);
  let reason: UnmatchedReason | null = null;
  if (!stored && payment.state === 'open') {
    reason = await rebuild(commerce, checkout, payment);
    // Another process may have written it in the meantime.
    stored = await storedOrder(commerce.pb, orderId);
  }
  if (stored?.sessionId === sessionId) return stored;
  // An order with another page was paid twice, or is about to be.
  if (payment.state === 'open') await defer(commerce, payment, stored ? 'conflict' : (reason ?? 'conflict'));
  return null;
}

/** Notes a paid page whose order is another than what was paid, for the desk. */
export async function noteMismatch(commerce: CommerceContext, checkout: CheckoutSnapshot): Promise<void> {
  const payment = await noteArrived(commerce, checkout);
  if (payment?.state === 'open') await defer(commerce, payment, 'mismatch');
}

/** Null where nothing arrived for us: another shop may use the same account at the provider. */
async function noteArrived(
  { pb, now }: CommerceContext,
  checkout: CheckoutSnapshot,
): Promise<StoredUnmatched | null> {
  const { id: sessionId, paymentId, orderId, email, paid, state } = checkout;
  if (!paid || state !== 'complete' || paymentId === null || orderId === null) return null;
  if (checkout.notes['order'] !== orderId) return null;
  const refundedCents = checkout.refunds
    .filter((refund) => refund.state !== 'failed')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const paidCents = Math.max(checkout.totalCents - refundedCents, 0);
  return noteUnmatched(pb, { sessionId, paymentId, orderId, email, paidCents }, now());
}

async function defer(
  commerce: CommerceContext,
  payment: StoredUnmatched,
  reason: UnmatchedReason,
): Promise<void> {
  const now = commerce.now();
  const tryAt = now + unmatchedWaitMs(payment.tries + 1);
  const mail = payment.reason === null ? unmatchedMail(commerce, payment) : null;
  const queue = (steps: Transaction) => (mail ? withMail(steps, mail, now) : steps);
  await deferUnmatched(commerce.pb, payment.id, { reason, tryAt }, queue, now);
  if (payment.reason !== null) return;
  if (mail) commerce.mailQueued();
  if (reason !== 'mismatch')
    commerce.onError(
      new Error(`the payment ${payment.paymentId} has no order ${payment.orderId}: ${reason}`),
    );
}

/** Places the order of a manifest again. Answers why not, or null. */
async function rebuild(
  commerce: CommerceContext,
  checkout: CheckoutSnapshot,
  { id, orderId, sessionId }: StoredUnmatched,
): Promise<UnmatchedReason | null> {
  const { pb } = commerce;
  const now = commerce.now();
  const manifest = manifestIn(commerce.orderSeal, orderId, checkout.notes);
  if (!manifest) return 'no-manifest';
  const buyerId = await buyerOf(commerce, manifest);
  if (buyerId === null) return 'no-buyer';
  const order = await orderOf(commerce, manifest, { orderId, buyerId });
  if (!order) return 'no-product';
  const { membership } = manifest;
  const refusal = await placeOrder(pb, order, null, (steps) => {
    if (membership) withMembershipGift(steps, { ...membership, orderId, giverId: buyerId }, now);
    withPaidPage(steps, order, sessionId, now);
    return withDeliveredPayment(steps, id, now);
  });
  return refusal === null ? null : 'conflict';
}

/** The buyer of a manifest: their account, or the one that they have made since with the same confirmed address. */
async function buyerOf({ pb }: CommerceContext, { buyer, email }: OrderManifest): Promise<string | null> {
  if (await userById(pb, buyer)) return buyer;
  const other = await userIdOfEmail(pb, email);
  const user = other === null ? null : await userById(pb, other);
  return user?.verified ? user.id : null;
}

/** Null where a product, a store or a guild of it is not there any more. */
async function orderOf(
  { pb }: CommerceContext,
  manifest: OrderManifest,
  { orderId, buyerId }: { orderId: string; buyerId: string },
): Promise<NewOrder | null> {
  const offers = await offersByIds(
    pb,
    manifest.lines.flatMap(({ product }) => product ?? []),
  );
  const texts = manifest.lines.map(({ licences }) => licenceTextOf(licences));
  const lines: NewOrder['lines'] = [];
  for (const [position, line] of manifest.lines.entries()) {
    const offer = line.product === null ? null : offers.get(line.product);
    if (offer === undefined) return null;
    const shares = saleShares(line.paid, line.percent);
    lines.push({
      position,
      productId: line.product,
      storeId: line.store,
      storeName: offer?.storeName ?? '',
      productName: offer?.name ?? line.name ?? '',
      picture: offer?.picture ?? '',
      free: line.free,
      listCents: line.list,
      discountCents: line.discount,
      memberPercent: line.member,
      releaseTitle: line.release,
      couponId: line.coupon,
      couponCode: line.code,
      paidCents: line.paid,
      commissionPercent: line.percent,
      commissionCents: shares.commissionCents,
      feeCents: 0,
      netCents: shares.sellerCents,
      licences: line.licences,
      licenceText: line.text,
    });
  }
  return {
    id: orderId,
    buyerId,
    email: manifest.email,
    fingerprint: manifest.fingerprint,
    totalCents: manifest.total,
    gift: manifest.gift,
    // What they declared is not known any more, so they keep the right.
    waiver: null,
    placedAt: manifest.placedAt,
    expiresAt: manifest.placedAt + CHECKOUT_OPEN_MS,
    lines,
    // Counted with the paid page: what was paid is not refused because a coupon has no use left.
    coupons: [],
    licenceTexts: texts.filter(({ key }) => lines.some(({ licenceText }) => licenceText === key)),
  };
}
