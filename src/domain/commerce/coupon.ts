import type { Instant } from '../kernel/instant.ts';
import { type Cents, moneyText } from '../kernel/money.ts';

export const COUPON_SCOPES = ['all', 'products', 'shelves', 'tiers'] as const;
export type CouponScope = (typeof COUPON_SCOPES)[number];

/** A seller's discount code. Exactly one of `percent` and `fixedCents` is set. */
export interface Coupon {
  id: string;
  storeId: string;
  /** Upper case; compared without case. */
  code: string;
  /** Whole number, 5 to 100. */
  percent: number | null;
  fixedCents: Cents | null;
  /** Valid from `from` (inclusive) to `to` (exclusive); null is open-ended. */
  from: Instant | null;
  to: Instant | null;
  /** Minimum spend on the covered products, after sales and before the coupon. 0 is no minimum. */
  minimumCents: Cents;
  /** Maximum number of orders in total, and per buyer; null is unlimited. */
  maxUses: number | null;
  maxUsesPerBuyer: number | null;
  /** Orders that used it, and pending orders that hold a use. */
  uses: number;
  scope: CouponScope;
  productIds: string[];
  shelfIds: string[];
  off: boolean;
}

export const COUPON_STATES = ['scheduled', 'active', 'exhausted', 'expired', 'off'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

export function couponState(
  coupon: Pick<Coupon, 'off' | 'from' | 'to' | 'maxUses' | 'uses'>,
  now: Instant,
): CouponState {
  if (coupon.off) return 'off';
  if (coupon.to !== null && now >= coupon.to) return 'expired';
  if (coupon.from !== null && now < coupon.from) return 'scheduled';
  if (coupon.maxUses !== null && coupon.uses >= coupon.maxUses) return 'exhausted';
  return 'active';
}

/** Labels of the states for sellers. */
export const COUPON_STATE_TEXTS: Record<CouponState, string> = {
  scheduled: 'Scheduled',
  active: 'Active',
  exhausted: 'Used up',
  expired: 'Ended',
  off: 'Off',
};

export const COUPON_CODE = /^[A-Z0-9]{5,20}$/;

/** Normalises a typed code: no spaces, upper case. */
export function couponCode(typed: string): string {
  return typed.replace(/\s+/g, '').toUpperCase();
}

/**
 * Why a coupon takes nothing off this cart. `unknown` also covers expired, exhausted and scheduled coupons, so that
 * guessing does not reveal which codes exist.
 */
export type CouponRefusal =
  | 'unknown'
  | 'used-up-by-buyer'
  | 'minimum-not-met'
  | 'nothing-in-scope'
  | 'sale-is-better'
  | 'member-price-is-better'
  | 'price-is-lowest'
  | 'other-code-is-better';

export const COUPON_REFUSAL_TEXTS: Record<CouponRefusal, string> = {
  unknown: 'This code does not work for anything in your cart. Check the spelling and the dates.',
  'used-up-by-buyer': 'You have already used this code as often as possible.',
  'minimum-not-met': 'Your cart does not reach the minimum spend for this code yet.',
  'nothing-in-scope': 'This code covers nothing in your cart.',
  'other-code-is-better':
    'Another code in your cart takes more off this artist’s products; only one code per artist counts.',
  'member-price-is-better': 'Your guild member price is better than this code.',
  'sale-is-better': 'The current sale gives you a better price than this code.',
  'price-is-lowest': 'The products covered by this code already have the lowest possible price.',
};

/** What a code takes off this cart, or why it takes off nothing. */
export interface QuotedCoupon {
  code: string;
  discountCents: Cents;
  refusal: CouponRefusal | null;
  /** What the cart lacks of the minimum spend; null unless that is the reason. */
  missing: CouponMissing | null;
}

/** What a cart lacks of a coupon's minimum spend, and where it counts. */
export interface CouponMissing {
  cents: Cents;
  storeName: string;
  /** Whether it covers all products of the store. */
  coversAll: boolean;
}

/** How a buyer reaches the minimum spend: "Add $3.50 more from Ashgrove Miniatures to use SUMMER10." */
export function missingText(code: string, { cents, storeName, coversAll }: CouponMissing): string {
  return coversAll
    ? `Add ${moneyText(cents)} more from ${storeName} to use ${code}.`
    : `Add ${moneyText(cents)} more of the products that ${code} covers to use it.`;
}

/** Whether a coupon covers a product of its store. Coupons for guild tiers cover no product. */
export function couponCovers(
  coupon: Pick<Coupon, 'storeId' | 'scope' | 'productIds' | 'shelfIds'>,
  product: { id: string; storeId: string; shelfIds: readonly string[] },
): boolean {
  if (product.storeId !== coupon.storeId) return false;
  switch (coupon.scope) {
    case 'all':
      return true;
    case 'products':
      return coupon.productIds.includes(product.id);
    case 'shelves':
      return product.shelfIds.some((shelf) => coupon.shelfIds.includes(shelf));
    case 'tiers':
      return false;
  }
}
