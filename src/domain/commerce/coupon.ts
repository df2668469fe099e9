import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

export const COUPON_SCOPES = ['all', 'products', 'shelves', 'tiers'] as const;
export type CouponScope = (typeof COUPON_SCOPES)[number];

/** A seller's discount code. Exactly one of `percent` and `fixedCents` is set. */
export interface Coupon {
  id: string;
  storeId: string;
  /** Upper case; what people type is compared without case. */
  code: string;
  /** Whole number, 5 to 100. */
  percent: number | null;
  fixedCents: Cents | null;
  /** First instant it works, and the first after it; null is open-ended. */
  from: Instant | null;
  to: Instant | null;
  /** What its products must cost together, after sales and before the coupon. 0 asks for nothing. */
  minimumCents: Cents;
  /** Orders it may serve in all, and for one buyer; null is any number. */
  maxUses: number | null;
  maxUsesPerBuyer: number | null;
  /** Orders it serves or is held for now. */
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

/** How a seller reads each state. */
export const COUPON_STATE_TEXTS: Record<CouponState, string> = {
  scheduled: 'Scheduled',
  active: 'Active',
  exhausted: 'Used up',
  expired: 'Ended',
  off: 'Off',
};

export const COUPON_CODE = /^[A-Z0-9]{5,20}$/;

/** The code as it is kept and compared: what people type has spaces and small letters. */
export function couponCode(typed: string): string {
  return typed.replace(/\s+/g, '').toUpperCase();
}

/**
 * Why a coupon takes nothing off this cart. `unknown` also stands for expired, exhausted and not yet begun, so that
 * nobody learns which codes exist by trying.
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
  unknown: 'This code does not work for anything in your cart now. Check the spelling and its dates.',
  'used-up-by-buyer': 'You have used this code as often as it may be used.',
  'minimum-not-met': 'The products this code is for do not cost enough together yet.',
  'nothing-in-scope': 'Nothing in your cart is covered by this code.',
  'other-code-is-better':
    'Another code in your cart takes more off this artist’s products; one code counts for each artist.',
  'member-price-is-better': 'Your price as a member of the guild is better than this code.',
  'sale-is-better': 'The running sale already gives you a better price than this code.',
  'price-is-lowest': 'The products this code is for already cost the least that can be charged.',
};

/** Whether a coupon covers a product of its own store. Codes for guild tiers cover no product. */
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
