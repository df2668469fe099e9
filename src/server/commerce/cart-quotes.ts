import type PocketBase from 'pocketbase';
import { storeIdsOfProducts } from '../../data/commerce/offers.ts';
import type { Quote } from '../../domain/commerce/pricing.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { withinCheckoutTime } from '../payments/checkout-deadline.ts';
import { type CartRequest, quoteCart } from './cart-quote.ts';
import { type CheckoutOutcome, type CheckoutRefused, type CheckoutRequest, checkOut } from './checkout.ts';
import type { CouponTries, CouponVisitor } from './coupon-tries.ts';

interface Parts {
  pb: PocketBase;
  couponTries: CouponTries;
}

/** Prices a cart for a visitor and counts their wrong codes. After too many, answers how many minutes they wait. */
export async function quoteForVisitor(
  parts: Parts,
  visitor: CouponVisitor,
  cart: CartRequest,
  now: Instant,
): Promise<{ quote: Quote } | { minutesToWait: number }> {
  return countingCodes(parts, visitor, cart, async () => {
    const { quote } = await quoteCart(parts.pb, cart, visitor.userId, now);
    return { quote };
  });
}

/**
 * Checks a cart out and counts wrong codes as `quoteForVisitor` does, because the answer names them, too.
 * @throws PaymentsUnavailable if the payment page cannot be opened in time; nothing was charged then.
 */
export async function checkOutForVisitor(
  commerce: CommerceContext,
  couponTries: CouponTries,
  buyer: { id: string; email: string; client: string },
  cart: CheckoutRequest,
): Promise<CheckoutOutcome | CheckoutRefused | { minutesToWait: number }> {
  const visitor = { client: buyer.client, userId: buyer.id };
  const work = countingCodes({ pb: commerce.pb, couponTries }, visitor, cart, () =>
    checkOut(commerce, { id: buyer.id, email: buyer.email }, cart, buyer.client),
  );
  return withinCheckoutTime(work, commerce.onError);
}

/** Runs what prices a cart with its codes counted as tried, and gives back those that were right. */
async function countingCodes<T extends object>(
  { pb, couponTries }: Parts,
  visitor: CouponVisitor,
  { productIds, codes }: CartRequest,
  price: () => Promise<T>,
): Promise<T | { minutesToWait: number }> {
  if (codes.length === 0) return price();
  const begun = await couponTries.begin(visitor, codes, await storeIdsOfProducts(pb, productIds));
  if ('minutesToWait' in begun) return begun;
  let wrong: string[] = [];
  try {
    const outcome = await price();
    if ('quote' in outcome)
      wrong = (outcome.quote as Quote).coupons
        .filter(({ refusal }) => refusal === 'unknown')
        .map(({ code }) => code);
    return outcome;
  } finally {
    await begun.end(wrong);
  }
}
