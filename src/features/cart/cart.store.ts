import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import {
  type Cart,
  type CartProduct,
  cartHas,
  EMPTY_CART,
  parseCart,
  withoutProduct,
  withProduct,
} from '../../domain/cart.ts';
import { CART_CHANGED } from './events.ts';

/**
 * The visitor's cart, kept in the browser across visits and the same in every tab. It only changes; whoever wants to
 * react listens to it. On the server it is always empty.
 */
export const $cart = persistentAtom<Cart>('cart', EMPTY_CART, {
  encode: JSON.stringify,
  decode: parseCart,
});

/** How often the visitor asked on this page to see the cart. The dropdown opens when it grows. */
export const $glances = atom(0);

// Scripts outside the islands paint the counts and buttons; they must not need this module to listen.
if (typeof window !== 'undefined') $cart.listen(() => window.dispatchEvent(new Event(CART_CHANGED)));

/** What came of a change: `not-kept` where the browser refuses to store anything. */
export type CartOutcome = 'done' | 'unchanged' | 'not-kept';

function keep(next: Cart): CartOutcome {
  if (next === $cart.get()) return 'unchanged';
  try {
    $cart.set(next);
    return 'done';
  } catch (refused) {
    console.warn('The browser keeps no cart.', refused);
    return 'not-kept';
  }
}

export const cart = {
  /** Adds a product, at the end or at `place`; one that is already in, or one too many, changes nothing. */
  add: (product: CartProduct, place?: number): CartOutcome => keep(withProduct($cart.get(), product, place)),
  remove: (id: string): CartOutcome => keep(withoutProduct($cart.get(), id)),
  has: (id: string): boolean => cartHas($cart.get(), id),
  /** Empties products and coupons. */
  clear: (): CartOutcome => keep(EMPTY_CART),
};

/** Asks the dropdown to show itself for a moment. */
export function glanceAtCart(): void {
  $glances.set($glances.get() + 1);
}
