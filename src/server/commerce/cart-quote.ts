import type PocketBase from 'pocketbase';
import { lowestPricesBeforeSale } from '../../data/catalogue/price-terms.ts';
import { fullReleasesWith } from '../../data/commerce/full-releases.ts';
import {
  couponsByCodes,
  couponUsesOfBuyer,
  type LicensedOffer,
  offersByIds,
  ownedProductIds,
} from '../../data/commerce/offers.ts';
import { disputedProductIds } from '../../data/commerce/orders.ts';
import { bundlesWith } from '../../data/commerce/product-bundles.ts';
import { memberDiscountsOf } from '../../data/guild/active-memberships.ts';
import type { CartBuyer } from '../../domain/commerce/offer.ts';
import type { OrderGift } from '../../domain/commerce/order.ts';
import { priceCart, type Quote } from '../../domain/commerce/pricing.ts';
import { bundleOffers } from '../../domain/commerce/product-bundle.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';

/** A cart as the browser sends it: ids, codes and chosen amounts. Prices come from the server alone. */
export interface CartRequest {
  productIds: readonly string[];
  codes: readonly string[];
  /** What the buyer chose to pay for products with an open price, by id. */
  chosen?: ReadonlyMap<string, Cents>;
  gift: OrderGift | null;
}

/** Prices a cart for this buyer; null is a visitor who is not signed in. */
export async function quoteCart(
  pb: PocketBase,
  cart: CartRequest,
  buyerId: string | null,
  now: Instant,
): Promise<{ quote: Quote; offers: Map<string, LicensedOffer>; perBuyer: Map<string, number | null> }> {
  const [offers, ownedIds, disputedIds, memberPercents, releases, bundles, lowest] = await Promise.all([
    offersByIds(pb, cart.productIds),
    buyerId === null ? new Set<string>() : ownedProductIds(pb, buyerId, cart.productIds),
    buyerId === null ? new Set<string>() : disputedProductIds(pb, buyerId, cart.productIds),
    buyerId === null ? new Map<string, number>() : memberDiscountsOf(pb, buyerId),
    fullReleasesWith(pb, cart.productIds, now),
    bundlesWith(pb, cart.productIds),
    lowestPricesBeforeSale(pb, cart.productIds, now),
  ]);
  const storeIds = [...new Set([...offers.values()].map(({ storeId }) => storeId))];
  const coupons = await couponsByCodes(pb, cart.codes, storeIds);
  const couponIds = buyerId === null ? [] : coupons.map(({ id }) => id);
  const { used, held } = await couponUsesOfBuyer(pb, buyerId ?? '', couponIds);
  const buyer: CartBuyer = { id: buyerId, ownedIds, disputedIds, couponUses: used, memberPercents };
  const gift = cart.gift !== null;
  const parts = bundles.flatMap((bundle) => bundle.parts.map(({ id }) => id));
  // What the buyer owns of a bundle need not be in the cart. A gift is for somebody else.
  const isAsked = buyerId !== null && !gift && parts.length > 0;
  const ownedParts = isAsked ? await ownedProductIds(pb, buyerId, parts) : new Set<string>();
  const quote = priceCart({
    productIds: cart.productIds,
    products: offers,
    ...(cart.chosen ? { chosen: cart.chosen } : {}),
    codes: cart.codes,
    // Uses held by the buyer's own pending orders are free for them: such an order is resumed or cancelled.
    coupons: coupons.map((coupon) => ({ ...coupon, uses: coupon.uses - (held.get(coupon.id) ?? 0) })),
    releases: [...releases, ...bundleOffers(bundles, ownedParts)],
    lowest,
    buyer,
    gift,
    now,
  });
  const perBuyer = new Map(coupons.map(({ id, maxUsesPerBuyer }) => [id, maxUsesPerBuyer]));
  return { quote, offers, perBuyer };
}
