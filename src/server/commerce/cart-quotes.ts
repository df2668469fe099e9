import type PocketBase from 'pocketbase';
import type { Quote } from '../../domain/commerce/pricing.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { type CartRequest, quoteCart } from './checkout.ts';
import { type CouponTries, minutesToWaitForCodes } from './coupon-tries.ts';

/** Prices a cart for a visitor and counts their wrong codes. After too many, answers how many minutes they wait. */
export async function quoteForVisitor(
  { pb, couponTries }: { pb: PocketBase; couponTries: CouponTries },
  visitor: { client: string; userId: string | null },
  cart: CartRequest,
  now: Instant,
): Promise<{ quote: Quote } | { minutesToWait: number }> {
  const minutesToWait = await minutesToWaitForCodes(couponTries, visitor.client, cart.codes);
  if (minutesToWait !== null) return { minutesToWait };
  const { quote } = await quoteCart(pb, cart, visitor.userId, now);
  const wrong = quote.coupons.filter(({ refusal }) => refusal === 'unknown').length;
  await couponTries.countMisses(visitor.client, wrong);
  return { quote };
}
