import { createHash } from 'node:crypto';
import type { LicenceText } from '../../data/catalogue/licence-texts.ts';
import type { LicensedOffer } from '../../data/commerce/offers.ts';
import type { NewOrder } from '../../data/commerce/order-writing.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import type { Quote } from '../../domain/commerce/pricing.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { saleShares } from '../../domain/payments/commission.ts';
import { CHECKOUT_OPEN_MS } from '../../domain/payments/payment.ts';
import { licenceTextOf } from '../catalogue/licence-texts.ts';
import type { CartRequest } from './cart-quote.ts';
import type { CheckoutRequest } from './checkout.ts';

/** Two requests with the same fingerprint are one purchase. */
export function cartFingerprint(buyerId: string, cart: CartRequest, quote: Quote): string {
  const lines = quote.lines
    .map(({ productId, payCents, couponId }) => [productId, payCents, couponId])
    .sort();
  return createHash('sha256')
    .update(JSON.stringify([buyerId, lines, cart.gift]))
    .digest('hex');
}

/** The order of a cart as it was priced. @param percents the commission of each store */
export function newOrder(
  buyer: { id: string; email: string },
  cart: CheckoutRequest,
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
    gift: cart.gift,
    waiver: cart.waiver ?? null,
    placedAt: now,
    expiresAt: now + CHECKOUT_OPEN_MS,
    lines,
    coupons: couponIds.map((id) => ({ id, maxUsesPerBuyer: perBuyer.get(id) ?? null })),
    licenceTexts: [...texts.values()],
  };
}
