import { COUPON_CODE, couponCode } from '../../../domain/commerce/coupon.ts';
import { toast } from '../../../ui/toast.ts';
import { cart } from '../cart/cart.store.ts';
import { storedCart } from '../cart/stored-cart.ts';

/**
 * Puts the code of a link that was followed into the cart, and takes it out of the address, so that it is told once.
 * Whether the code works is said in the cart, where it is known what it would be for.
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
  else if (outcome === 'not-kept') void toast(`Your browser keeps no cart. Type ${code} when you pay.`);
  else void toast(`Your cart holds no more codes. Take one out, then type ${code}.`);
}
