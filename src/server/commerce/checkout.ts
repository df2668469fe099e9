import {
  type CheckoutAttempt,
  newAttemptKey,
  replaceCheckoutAttempt,
  saveCheckoutSession,
} from '../../data/commerce/checkout/checkout-attempts.ts';
import type { MembershipGift } from '../../data/commerce/membership-gifts.ts';
import { couponUsesOfBuyer } from '../../data/commerce/offers.ts';
import { expireOrder, giftMailOf, placeOrder } from '../../data/commerce/order-writing.ts';
import {
  claimOf,
  pendingOrderIdsByClaims,
  pendingStoredOrder,
  type StoredOrder,
  storedOrder,
} from '../../data/commerce/orders.ts';
import { withOrderOrigins } from '../../data/commerce/origins.ts';
import { settingNow } from '../../data/kernel/site-settings.ts';
import { addressedMailRefusal } from '../../data/notifications/addressed-mails.ts';
import { commissionPercents } from '../../data/payments/business-accounts.ts';
import { saveWaiver } from '../../data/payments/consents.ts';
import { CHECKOUT_GAP_TEXTS, checkoutGap } from '../../domain/commerce/checkout/checkout-gap.ts';
import type { ProductOrigin } from '../../domain/commerce/origin.ts';
import { paymentLines } from '../../domain/commerce/payment-lines.ts';
import type { Quote } from '../../domain/commerce/pricing.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { addressedRefusalText } from '../../domain/notifications/addressed-mail.ts';
import { CHECKOUT_OPEN_MS, isRepeatableAttempt, PAYMENT_LINES_MAX } from '../../domain/payments/payment.ts';
import { SALE_COUNTRIES, zoneRefusal } from '../../domain/payments/sale-countries.ts';
import { isAskedInZone, waiverWordingFor } from '../../domain/payments/waiver.ts';
import { paths } from '../../paths.ts';
import { PAGE_ID, PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { type CartRequest, quoteCart } from './cart-quote.ts';
import { fulfil, fulfilFree } from './fulfilment.ts';
import { membershipGiftPaidBy } from './membership-gifts.ts';
import { cartFingerprint, newOrder } from './new-order.ts';
import { manifestOf, notesOf } from './unmatched/order-manifest.ts';

export type CheckoutOutcome =
  /** The buyer pays at this address. */
  | { kind: 'pay'; orderId: string; url: string }
  /** Free; the products are in the library. */
  | { kind: 'done'; orderId: string }
  /** The cart differs from what was shown; the buyer confirms again. */
  | { kind: 'changed'; quote: Quote };
/** Nothing was ordered; the sentence says why. */
export type CheckoutRefused = { kind: 'refused'; sentence: string };
/** A bank debit takes days: paying again would take the money twice. */
const UNDER_WAY: CheckoutRefused = {
  kind: 'refused',
  sentence:
    'You have paid for this already, and your bank is still processing the payment, which takes up to a week. The models are in your library as soon as it has arrived.',
};
const COUPON_UNDER_WAY: CheckoutRefused = {
  kind: 'refused',
  sentence:
    'Your coupon belongs to a payment that your bank is still processing. Take the coupon out of the cart, or wait for the payment.',
};

const ATTEMPTS = 4;

/** A cart with what its buyer saw and agreed to. */
export type CheckoutRequest = CartRequest & {
  /** The total the buyer saw. */
  shownCents: Cents;
  /** The time zone of the browser, by which the waiver is asked; absent where no page asked. */
  timeZone?: string;
  /** The version of the waiver that the buyer ticked; null or absent for none. */
  waiver?: string | null;
  /** Where the visits came from that led to the products, of buyers who agreed to be counted. */
  origins?: readonly ProductOrigin[];
};

/**
 * Turns a cart into an order and opens its payment page. The buyer pays exactly the total they saw, or confirms again.
 * A second click, a second tab or a retry finds the same order. A gift whose mail may not be sent is refused before
 * anything is ordered.
 * @param client the buyer's network address, by which gifts are counted; null where no page asked.
 * @throws PaymentsUnavailable if the payment page cannot be opened; nothing was charged then.
 */
export async function checkOut(
  commerce: CommerceContext,
  buyer: { id: string; email: string },
  cart: CheckoutRequest,
  client: string | null = null,
): Promise<CheckoutOutcome | CheckoutRefused> {
  const { pb } = commerce;
  const abroad = zoneRefusal(await settingNow(pb, SALE_COUNTRIES), cart.timeZone ?? '');
  if (abroad) return { kind: 'refused', sentence: abroad };
  const waiver = cart.waiver ?? null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const now = commerce.now();
    const { quote, offers, perBuyer } = await quoteCart(pb, cart, buyer.id, now);
    const asShown =
      quote.totalCents === cart.shownCents &&
      quote.refused.length === 0 &&
      quote.coupons.every(({ refusal }) => refusal === null);
    if (!asShown || quote.lines.length === 0) {
      return { kind: 'changed', quote };
    }
    const wording = waiverWordingFor(quote.lines);
    const isAsked = isAskedInZone(cart.timeZone ?? '');
    // Whether the buyer's address is confirmed is decided in the database, with the order.
    const missing = checkoutGap({ gift: cart.gift, isConfirmed: true, isAsked, waiver, wording });
    if (missing) return { kind: 'refused', sentence: CHECKOUT_GAP_TEXTS[missing] };
    const fingerprint = cartFingerprint(buyer.id, cart, quote);
    const owner = { buyerId: buyer.id, gift: cart.gift };
    const claims = cart.gift ? [] : quote.lines.map(({ productId }) => claimOf(owner, productId));
    const [pending, percents, held] = await Promise.all([
      pendingStoredOrder(pb, fingerprint),
      commissionPercents(pb, [...new Set(quote.lines.map(({ storeId }) => storeId))]),
      pendingOrderIdsByClaims(pb, claims),
    ]);
    if (pending) {
      if (waiver !== null) await saveWaiver(pb, { order: pending.order.id }, waiver, now);
      const outcome = await resumeOrder(commerce, pending);
      if (outcome) return outcome;
      continue;
    }
    const order = newOrder(buyer, cart, quote, offers, perBuyer, percents, fingerprint, now);
    if (await cancelPendingOrders(commerce, held, fingerprint)) return UNDER_WAY;
    const giftMail = giftMailOf(order, client);
    const refusal = await placeOrder(pb, order, giftMail, (steps) =>
      withOrderOrigins(steps, order.id, cart.origins ?? []),
    );
    if (refusal === 'addressed' && giftMail) {
      const why = await addressedMailRefusal(pb, giftMail, now);
      return { kind: 'refused', sentence: addressedRefusalText(giftMail.kind, why) };
    }
    if (refusal === 'coupon') {
      const couponIds = order.coupons.map(({ id }) => id);
      const { heldBy } = await couponUsesOfBuyer(pb, buyer.id, couponIds);
      if (await cancelPendingOrders(commerce, heldBy, fingerprint)) return COUPON_UNDER_WAY;
    }
    if (refusal) continue;
    const placed = await storedOrder(pb, order.id);
    if (!placed) throw new Error(`order ${order.id} was placed but cannot be found`);
    const outcome = await resumeOrder(commerce, placed);
    if (outcome) return outcome;
  }
  const { quote } = await quoteCart(pb, cart, buyer.id, commerce.now());
  return { kind: 'changed', quote };
}

/** Resumes a pending order: its payment page, or fulfilment if it is free. Null if it is over: too old, or paid. */
export async function resumeOrder(
  commerce: CommerceContext,
  stored: StoredOrder,
): Promise<CheckoutOutcome | CheckoutRefused | null> {
  const { order } = stored;
  if (order.totalCents === 0) {
    await fulfilFree(commerce, stored);
    return { kind: 'done', orderId: order.id };
  }
  if (stored.sessionId !== null && stored.sessionUrl !== null) {
    const isYoung = commerce.now() < order.expiresAt - 60_000;
    const page = isYoung ? await commerce.payments.checkout(stored.sessionId) : null;
    if (isYoung && page?.state !== 'complete')
      return { kind: 'pay', orderId: order.id, url: stored.sessionUrl };
    return (await cancelPendingOrder(commerce, stored)) === 'under-way' ? UNDER_WAY : null;
  }
  const url = await openPaymentPage(commerce, stored);
  return url === null ? null : { kind: 'pay', orderId: order.id, url };
}

/**
 * Opens the payment page of a pending order that has none. Repeated at once it finds the page of a lost answer; later it
 * is a new attempt, and a page that the earlier one may have opened stays unknown to everybody and expires.
 * @returns the page's address, or null if the order changed meanwhile.
 * @throws PaymentsUnavailable if the page cannot be opened; nothing was charged then.
 */
export async function openPaymentPage(
  commerce: CommerceContext,
  stored: StoredOrder,
): Promise<string | null> {
  const { payments, siteUrl, pb } = commerce;
  const { order } = stored;
  const attempt = await currentAttempt(commerce, stored);
  if (attempt === null) return null;
  const membership = await membershipGiftPaidBy(commerce, order);
  const page = await payments.openCheckout({
    orderId: order.id,
    email: order.email,
    lines: paymentLines(order.lines, PAYMENT_LINES_MAX).map(({ name, picture, payCents }) => ({
      name,
      picture:
        picture === null || !siteUrl.startsWith('https://')
          ? null
          : siteUrl + paths.picture('products', picture.productId, picture.file, 640),
      payCents,
    })),
    successUrl: `${siteUrl}${paths.productPaymentSuccess()}?session_id=${PAGE_ID}`,
    cancelUrl: siteUrl + pathBeforePayment(order.id, membership),
    expiresAt: attempt.expiresAt,
    key: attempt.key,
    notes: pageNotes(commerce, stored, membership),
  });
  if (await saveCheckoutSession(pb, order.id, attempt.key, page, commerce.now())) return page.url;
  await payments.expireCheckout(page.id);
  return null;
}

/** What is needed to write the order again if the database loses it. */
function pageNotes(
  commerce: CommerceContext,
  stored: StoredOrder,
  membership: MembershipGift | null,
): Record<string, string> {
  const { id } = stored.order;
  const given = membership && {
    ...{ guildId: membership.guild.id, tierId: membership.tier.id, months: membership.months },
    ...{ recipientId: membership.recipientId, message: membership.message },
    email: membership.recipientId === null ? membership.to : '',
    ...{ deliverAt: membership.deliverAt, expiresAt: membership.expiresAt },
  };
  const notes = notesOf(commerce.orderSeal, id, manifestOf(stored, given));
  if (notes === null) commerce.onError(new Error(`order ${id} is too large to be noted at the payment page`));
  return notes ?? {};
}

/** Where somebody goes who leaves the payment page: to the cart, which says that this order was not paid, or to the guild whose membership they wanted to give. */
const pathBeforePayment = (orderId: string, membership: MembershipGift | null): string =>
  membership ? paths.storeGuild(membership.guild.storeId) : paths.unpaidCart(orderId);

/**
 * Whether nothing was charged for an order of this buyer, and nothing is about to be: its payment page is still open, has
 * expired, or was never opened. False where nobody can say.
 */
export async function isUnpaid(
  commerce: CommerceContext,
  buyerId: string,
  orderId: string,
): Promise<boolean> {
  const stored = await storedOrder(commerce.pb, orderId);
  if (stored?.order.buyerId !== buyerId) return false;
  if (stored.order.state !== 'pending') return stored.order.state === 'expired';
  if (stored.sessionId === null) return true;
  try {
    const page = await commerce.payments.checkout(stored.sessionId);
    return page !== null && page.state !== 'complete';
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
    commerce.onError(reason);
    return false;
  }
}

/** The attempt to go on with, stored before the provider is asked. Null if the order changed meanwhile. */
async function currentAttempt(
  commerce: CommerceContext,
  { order, checkoutKey }: StoredOrder,
): Promise<CheckoutAttempt | null> {
  const now = commerce.now();
  if (isRepeatableAttempt(order.expiresAt, now)) return { key: checkoutKey, expiresAt: order.expiresAt };
  const attempt = { key: newAttemptKey(order.id), expiresAt: now + CHECKOUT_OPEN_MS };
  const isReplaced = await replaceCheckoutAttempt(commerce.pb, order.id, checkoutKey, attempt, now);
  return isReplaced ? attempt : null;
}

/**
 * Cancels pending orders, except those with the fingerprint `except`: a concurrent request for the same purchase.
 * @returns whether one of them is being paid
 */
async function cancelPendingOrders(
  commerce: CommerceContext,
  orderIds: readonly string[],
  except: string,
): Promise<boolean> {
  let isUnderWay = false;
  for (const id of orderIds) {
    const stored = await storedOrder(commerce.pb, id);
    if (stored?.order.state === 'pending' && stored.fingerprint !== except)
      isUnderWay = (await cancelPendingOrder(commerce, stored)) === 'under-way' || isUnderWay;
  }
  return isUnderWay;
}

/**
 * Cancels a pending order: closes its payment page first, so that nobody pays twice, then releases what it holds. If the
 * page turns out to be paid, the order is fulfilled instead; one whose bank has not answered yet is left as it is. A page
 * that was never saved is known to nobody.
 */
export async function cancelPendingOrder(
  commerce: CommerceContext,
  stored: StoredOrder,
): Promise<'expired' | 'paid' | 'under-way'> {
  const { order, sessionId } = stored;
  if (sessionId !== null && (await commerce.payments.expireCheckout(sessionId)) === 'complete') {
    const outcome = await fulfil(commerce, sessionId);
    return outcome === 'unpaid' ? 'under-way' : outcome === 'expired' ? 'expired' : 'paid';
  }
  if (!(await expireOrder(commerce.pb, order.id, sessionId, commerce.now()))) {
    const now = await storedOrder(commerce.pb, order.id);
    // A page was opened in between: it is closed first, too.
    if (now?.order.state === 'pending' && now.sessionId !== sessionId)
      return cancelPendingOrder(commerce, now);
  }
  return 'expired';
}
