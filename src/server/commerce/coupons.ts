import type PocketBase from 'pocketbase';
import { changeCoupon, couponOfStore } from '../../data/commerce/coupons.ts';
import {
  type CouponChangeRefusal,
  type CouponDraft,
  couponRefusals,
} from '../../domain/commerce/coupon-draft.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

/**
 * Changes a coupon of a store; its code stays. Whether its end may be in the past depends on the stored coupon: `to` is
 * the error sentence for the end.
 */
export async function rewriteCoupon(
  pb: PocketBase,
  storeId: string,
  id: string,
  draft: Omit<CouponDraft, 'code'>,
  now: Instant,
): Promise<{ refusal: CouponChangeRefusal } | { to: string } | null> {
  const before = await couponOfStore(pb, storeId, id);
  if (!before) return { refusal: 'gone' };
  const { to } = couponRefusals(draft, now, before);
  if (to !== undefined) return { to };
  const refusal = await changeCoupon(pb, storeId, id, draft, now);
  return refusal && { refusal };
}
