import type { Coupon } from '../../../src/domain/commerce/coupon.ts';
import type { CartBuyer, Offer } from '../../../src/domain/commerce/offer.ts';
import { priceCart, type Quote } from '../../../src/domain/commerce/pricing.ts';

/** The moment every cart of these tests is priced at: 1 June 2026. */
export const NOW = Date.UTC(2026, 5, 1);

/** A product of the store `ash` for 10 dollars, without a sale; a test changes what it is about. */
export function anOffer(changes: Partial<Offer> = {}): Offer {
  const { storeId = 'ash' } = changes;
  return {
    id: 'golem',
    name: 'Golem',
    picture: 'golem.webp',
    storeId,
    storeName: `Store ${storeId}`,
    sellerId: `seller of ${storeId}`,
    shelfIds: [],
    priceCents: 1000,
    free: false,
    openPrice: null,
    sale: null,
    visible: true,
    selling: true,
    ...changes,
  };
}

/** A running sale. */
export function sale(percent: number): { percent: number; from: number; to: number } {
  return { percent, from: NOW - 1, to: NOW + 1 };
}

/** A code of the store `ash` for a tenth off everything, without limits. Naming a fixed amount takes the percentage out. */
export function aCoupon(changes: Partial<Coupon> = {}): Coupon {
  const { code = 'TENTH', storeId = 'ash' } = changes;
  return {
    id: `${code} at ${storeId}`,
    storeId,
    code,
    percent: typeof changes.fixedCents === 'number' ? null : 10,
    fixedCents: null,
    from: null,
    to: null,
    minimumCents: 0,
    maxUses: null,
    maxUsesPerBuyer: null,
    uses: 0,
    scope: 'all',
    productIds: [],
    shelfIds: [],
    off: false,
    ...changes,
  };
}

export const SOMEBODY: CartBuyer = {
  id: 'mira',
  ownedIds: new Set(),
  disputedIds: new Set(),
  couponUses: new Map(),
  memberPercents: new Map(),
};

/** Prices a cart of these products, in this order, with the codes of these coupons, in this order. */
export function quoteOf(
  products: readonly Offer[],
  coupons: readonly Coupon[] = [],
  changes: Partial<Parameters<typeof priceCart>[0]> = {},
): Quote {
  return priceCart({
    productIds: products.map(({ id }) => id),
    products: new Map(products.map((product) => [product.id, product])),
    codes: coupons.map(({ code }) => code),
    coupons,
    buyer: SOMEBODY,
    gift: false,
    now: NOW,
    ...changes,
  });
}
