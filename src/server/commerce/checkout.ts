import { createHash } from 'node:crypto';
import type PocketBase from 'pocketbase';
import type { LicenceText } from '../../data/catalogue/licence-texts.ts';
import { fullReleasesWith } from '../../data/commerce/full-releases.ts';
import {
  couponsByCodes,
  couponUsesOfBuyer,
  type LicensedOffer,
  offersByIds,
  ownedProductIds,
} from '../../data/commerce/offers.ts';
import {
  claimOf,
  expireOrder,
  type NewOrder,
  placeOrder,
  saveCheckoutSession,
} from '../../data/commerce/order-writing.ts';
import {
  pendingOrderIdsByClaims,
  pendingStoredOrder,
  type StoredOrder,
  storedOrder,
} from '../../data/commerce/orders.ts';
import { memberDiscountsOf } from '../../data/guild/active-memberships.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import { commissionPercents } from '../../data/payments/business-accounts.ts';
import type { OrderGift } from '../../domain/commerce/order.ts';
import { type CartBuyer, priceCart, type Quote } from '../../domain/commerce/pricing.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { saleShares } from '../../domain/payments/commission.ts';
import { CHECKOUT_OPEN_MS } from '../../domain/payments/payment.ts';
import { paths } from '../../paths.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import { licenceTextOf } from '../catalogue/licence-texts.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { fulfil, fulfilFree } from './fulfilment.ts';

/** What the browser sends: ids and codes. A price in it is only what was shown, never what is charged. */
export interface CartRequest {
  productIds: readonly string[];
  codes: readonly string[];
  gift: OrderGift | null;
}

/** What a cart costs this person now; null stands for somebody who is not signed in. */
export async function quoteCart(
  pb: PocketBase,
  asked: CartRequest,
  buyerId: string | null,
  now: Instant,
): Promise<{ quote: Quote; offers: Map<string, LicensedOffer>; perBuyer: Map<string, number | null> }> {
  const [offers, ownedIds] = await Promise.all([
    offersByIds(pb, asked.productIds),
    buyerId === null ? new Set<string>() : ownedProductIds(pb, buyerId, asked.productIds),
  ]);
  const storeIds = [...new Set([...offers.values()].map(({ storeId }) => storeId))];
  const coupons = await couponsByCodes(pb, asked.codes, storeIds);
  const [{ used, held }, memberPercents, releases] = await Promise.all([
    couponUsesOfBuyer(pb, buyerId ?? '', buyerId === null ? [] : coupons.map(({ id }) => id)),
    buyerId === null ? new Map<string, number>() : memberDiscountsOf(pb, buyerId),
    fullReleasesWith(pb, [...offers.keys()], now),
  ]);
  const buyer: CartBuyer = { id: buyerId, ownedIds, couponUses: used, memberPercents };
  const gift = asked.gift !== null;
  const quote = priceCart({
    productIds: asked.productIds,
    products: offers,
    codes: asked.codes,
    // What an unpaid order of his own holds is his to use: that order is resumed, or let go.
    coupons: coupons.map((coupon) => ({ ...coupon, uses: coupon.uses - (held.get(coupon.id) ?? 0) })),
    releases,
    buyer,
    gift,
    now,
  });
  const perBuyer = new Map(coupons.map(({ id, maxUsesPerBuyer }) => [id, maxUsesPerBuyer]));
  return { quote, offers, perBuyer };
}

export type CheckoutOutcome =
  /** The buyer pays there. */
  | { kind: 'pay'; orderId: string; url: string }
  /** Nothing was to be paid; it is in the library. */
  | { kind: 'done'; orderId: string }
  /** Something is not as it was shown; the buyer is asked again. */
  | { kind: 'changed'; quote: Quote };

const TRIES = 4;

/**
 * Takes a cart to the payment page. The buyer pays what he was shown or is asked again. A second click, a second tab or
 * a retry finds the order of the first.
 * @param shownCents the total the buyer saw.
 * @throws PaymentsUnavailable where the payment page cannot be opened; nothing was charged then.
 */
export async function checkOut(
  commerce: CommerceContext,
  buyer: { id: string; email: string },
  asked: CartRequest & { shownCents: Cents },
): Promise<CheckoutOutcome> {
  const { pb } = commerce;
  for (let turn = 0; turn < TRIES; turn++) {
    const now = commerce.now();
    const { quote, offers, perBuyer } = await quoteCart(pb, asked, buyer.id, now);
    const asShown =
      quote.totalCents === asked.shownCents &&
      quote.refused.length === 0 &&
      quote.coupons.every(({ refusal }) => refusal === null);
    if (!asShown || quote.lines.length === 0) {
      return { kind: 'changed', quote };
    }
    const fingerprint = fingerprintOf(buyer.id, asked, quote);
    const open = await pendingStoredOrder(pb, fingerprint);
    if (open) {
      const outcome = await resume(commerce, open);
      if (outcome) return outcome;
      continue;
    }
    const percents = await commissionPercents(pb, [...new Set(quote.lines.map(({ storeId }) => storeId))]);
    const order = newOrder(buyer, asked, quote, offers, perBuyer, percents, fingerprint, now);
    const claims = asked.gift ? [] : quote.lines.map(({ productId }) => claimOf(order, productId));
    await cancelPendingOrders(commerce, await pendingOrderIdsByClaims(pb, claims), fingerprint);
    const refusal = await placeOrder(pb, order);
    if (refusal === 'coupon') {
      const couponIds = order.coupons.map(({ id }) => id);
      await cancelPendingOrders(
        commerce,
        (await couponUsesOfBuyer(pb, buyer.id, couponIds)).heldBy,
        fingerprint,
      );
    }
    if (refusal) continue;
    const placed = await storedOrder(pb, order.id);
    if (!placed) throw new Error(`order ${order.id} was placed and is not there`);
    const outcome = await resume(commerce, placed);
    if (outcome) return outcome;
  }
  const { quote } = await quoteCart(pb, asked, buyer.id, commerce.now());
  return { kind: 'changed', quote };
}

/** Leads a pending order on: to its payment page, or into the library where there is nothing to pay. Null: it is over. */
async function resume(commerce: CommerceContext, file: StoredOrder): Promise<CheckoutOutcome | null> {
  const { order } = file;
  if (order.totalCents === 0) {
    await fulfilFree(commerce, file);
    return { kind: 'done', orderId: order.id };
  }
  if (commerce.now() >= order.expiresAt - 60_000) {
    await cancelPendingOrder(commerce, file);
    return null;
  }
  if (file.sessionId !== null && file.sessionUrl !== null) {
    return { kind: 'pay', orderId: order.id, url: file.sessionUrl };
  }
  const session = await openPaymentPage(commerce, file);
  return { kind: 'pay', orderId: order.id, url: session.url };
}

/** Opens the payment page of a pending order, or finds the one its key opened before. */
export async function openPaymentPage(
  commerce: CommerceContext,
  file: StoredOrder,
): Promise<{ id: string; url: string }> {
  const { payments, siteUrl, pb } = commerce;
  const { order } = file;
  const session = await payments.openCheckout({
    orderId: order.id,
    email: order.email,
    lines: order.lines
      .filter(({ paidCents }) => paidCents > 0)
      .map(({ productName, productId, picture, paidCents }) => ({
        name: productName,
        picture:
          productId === null || picture === '' || !siteUrl.startsWith('https://')
            ? null
            : siteUrl + paths.picture('products', productId, picture, 640),
        payCents: paidCents,
      })),
    successUrl: `${siteUrl}${paths.productPaymentSuccess()}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: siteUrl + paths.cart(),
    expiresAt: order.expiresAt,
    key: file.checkoutKey,
  });
  await saveCheckoutSession(pb, order.id, session, commerce.now());
  return session;
}

/**
 * Lets go of unpaid orders, but not of the same purchase asked for at the same moment: their page is closed first, so
 * that nobody pays twice. A paid one is fulfilled.
 */
async function cancelPendingOrders(
  commerce: CommerceContext,
  orderIds: readonly string[],
  sparing: string,
): Promise<void> {
  for (const id of orderIds) {
    const file = await storedOrder(commerce.pb, id);
    if (file?.order.state === 'pending' && file.fingerprint !== sparing)
      await cancelPendingOrder(commerce, file);
  }
}

/**
 * Ends a pending order: closes its payment page, then frees what it holds. Where the page turns out to be paid, the
 * order is fulfilled instead. An order without a known page may have one whose answer was lost: its key finds it.
 */
export async function cancelPendingOrder(
  commerce: CommerceContext,
  file: StoredOrder,
): Promise<'expired' | 'paid'> {
  const { order } = file;
  if (order.totalCents > 0) {
    const sessionId = file.sessionId ?? (await lostPaymentPage(commerce, file));
    const state = sessionId === null ? 'expired' : await commerce.payments.expireCheckout(sessionId);
    if (sessionId !== null && state === 'complete') {
      await fulfil(commerce, sessionId);
      return 'paid';
    }
  }
  await expireOrder(commerce.pb, order.id, commerce.now());
  return 'expired';
}

/** The page an order's key opened before, if any: a key too old to open one anew never opened one. */
async function lostPaymentPage(commerce: CommerceContext, file: StoredOrder): Promise<string | null> {
  try {
    return (await openPaymentPage(commerce, file)).id;
  } catch (reason) {
    if (reason instanceof PaymentsUnavailable && !reason.temporary) return null;
    throw reason;
  }
}

/** Two requests with the same fingerprint are one purchase. */
function fingerprintOf(buyerId: string, asked: CartRequest, quote: Quote): string {
  const lines = quote.lines
    .map(({ productId, payCents, couponId }) => [productId, payCents, couponId])
    .sort();
  return sha256(JSON.stringify([buyerId, lines, asked.gift]));
}

function newOrder(
  buyer: { id: string; email: string },
  asked: CartRequest,
  quote: Quote,
  offers: ReadonlyMap<string, LicensedOffer>,
  perBuyer: ReadonlyMap<string, number | null>,
  percents: ReadonlyMap<string, number>,
  fingerprint: string,
  now: Instant,
): NewOrder {
  const texts = new Map<string, LicenceText>();
  const lines = quote.lines.map((line, position) => {
    const licences = offers.get(line.productId)?.licences ?? [];
    const commissionPercent = percents.get(line.storeId);
    if (commissionPercent === undefined) throw new Error(`no rate for store ${line.storeId}`);
    const text = licenceTextOf(licences);
    texts.set(text.key, text);
    const shares = saleShares(line.payCents, commissionPercent);
    return {
      position,
      productId: line.productId,
      storeId: line.storeId,
      storeName: line.storeName,
      productName: line.name,
      picture: line.picture,
      free: line.free,
      listCents: line.listCents,
      discountCents: line.discountCents,
      memberPercent: line.memberPercent,
      releaseTitle: line.releaseTitle,
      couponId: line.couponId,
      couponCode: line.couponCode,
      paidCents: line.payCents,
      commissionPercent,
      commissionCents: shares.commissionCents,
      feeCents: 0,
      netCents: shares.sellerCents,
      licences,
      licenceText: text.key,
    };
  });
  const couponIds = [...new Set(quote.lines.flatMap(({ couponId }) => couponId ?? []))];
  return {
    id: newRecordId(),
    buyerId: buyer.id,
    email: buyer.email,
    fingerprint,
    totalCents: quote.totalCents,
    gift: asked.gift,
    placedAt: now,
    expiresAt: now + CHECKOUT_OPEN_MS,
    lines,
    coupons: couponIds.map((id) => ({ id, maxUsesPerBuyer: perBuyer.get(id) ?? null })),
    licenceTexts: [...texts.values()],
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
