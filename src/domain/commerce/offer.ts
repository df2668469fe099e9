import type { OpenPrice } from '../catalogue/price/open-price.ts';
import type { Discount } from '../catalogue/product.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/** A product as it is offered when a cart is priced. */
export interface Offer {
  id: string;
  name: string;
  picture: string;
  storeId: string;
  storeName: string;
  /** The store owner's user id. */
  sellerId: string;
  shelfIds: string[];
  priceCents: Cents;
  free: boolean;
  openPrice: OpenPrice | null;
  sale: Discount | null;
  /** The day that is promised for a pre-order; absent for a finished model. */
  promisedDay?: Instant;
  /** Whether product and store are public, and whether the store takes orders now. */
  visible: boolean;
  selling: boolean;
}

/** The buyer a cart is priced for. A visitor who is not signed in owns nothing. */
export interface CartBuyer {
  id: string | null;
  ownedIds: ReadonlySet<string>;
  /** What they paid for in an order whose payment is disputed: nobody knows yet whether it stays theirs. */
  disputedIds: ReadonlySet<string>;
  /** How often they used each coupon. */
  couponUses: ReadonlyMap<string, number>;
  /** Member discounts of their guilds: whole percent by store. */
  memberPercents: ReadonlyMap<string, number>;
}

export type LineRefusal = 'gone' | 'store-closed' | 'owned' | 'own-product' | 'disputed';

export const LINE_REFUSAL_TEXTS: Record<LineRefusal, string> = {
  gone: 'is no longer offered',
  'store-closed': 'cannot be bought while its store is on vacation',
  owned: 'is already in your library',
  'own-product': 'is your own',
  disputed:
    'is part of a payment that is disputed. When the bank has decided, it is in your library again, or you can buy it again',
};

/** Why this buyer cannot buy this product, or null. A gift is for another person, so the buyer may own it already. */
export function lineRefusal(
  product: Pick<Offer, 'id' | 'sellerId' | 'visible' | 'selling'>,
  buyer: CartBuyer,
  gift: boolean,
): LineRefusal | null {
  if (!product.visible) return 'gone';
  if (buyer.id !== null && product.sellerId === buyer.id) return 'own-product';
  if (!gift && buyer.ownedIds.has(product.id)) return 'owned';
  if (!gift && buyer.disputedIds.has(product.id)) return 'disputed';
  return product.selling ? null : 'store-closed';
}

/** Whether a buyer may read a product's name: not that of a draft or a suspended product, unless it is theirs. */
export function mayReadName(product: Offer, buyer: CartBuyer): boolean {
  return product.visible || buyer.ownedIds.has(product.id) || product.sellerId === buyer.id;
}
