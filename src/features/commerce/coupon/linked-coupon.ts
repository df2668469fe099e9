import { COUPON_CODE, couponCode } from '../../../domain/commerce/coupon.ts';
import { toast } from '../../../ui/toast.ts';
import { cart } from '../cart/cart.store.ts';
import { storedCart } from '../cart/stored-cart.ts';

/**
 * Adds the coupon code of a link to the cart and removes it from the address, so that the toast appears once. Whether the
 * code works is checked in the cart.
 */
export function takeLinkedCoupon(typed: string): void {
  const address = new URL(location.href);
  address.searchParams.delete('coupon');
  history.replaceState(history.state, '', address);
  const code = couponCode(typed);
  if (!COUPON_CODE.test(code)) return;
  const outcome = cart.addCode(code);
  const isThere = storedCart().coupons.some((coupon) => coupon.code === code);
  if (isThere) void toast(`The code ${code} is in your cart.`, { kind: 'success' });
  else if (outcome === 'not-stored')
    void toast(`Your browser cannot store a cart. Enter ${code} when you pay.`);
  else void toast(`Your cart cannot hold more codes. Remove one, then enter ${code}.`);
}
