import { type Cart, parseCart } from '../../../domain/commerce/cart.ts';

/**
 * The cart as text in the browser's storage: for code that runs on every page before any interaction, and has no room for
 * a store. Islands use `cart.store.ts`, which keeps the same text.
 */

export const CART_KEY = 'cart';
/** Sent to the window after every change of the cart in this tab. */
export const CART_CHANGED = 'guildhall:cart';
/** Sent to the window to show the cart; it also hydrates the dropdown (see `client:intent`). */
export const CART_WAKE = 'guildhall:wake:cart';

/** Result of a change: `not-stored` if the browser refuses to store anything. */
export type CartOutcome = 'done' | 'unchanged' | 'not-stored';

let peeks = 0;

/** The cart in this browser's storage, shared by all tabs. Anything unreadable is an empty cart. */
export function storedCart(): Cart {
  try {
    return parseCart(localStorage.getItem(CART_KEY));
  } catch {
    return parseCart(null);
  }
}

/** Stores the result of `change`. Returning the same cart means no change. */
export function changeCart(change: (cart: Cart) => Cart): CartOutcome {
  const before = storedCart();
  const next = change(before);
  if (next === before) return 'unchanged';
  try {
    localStorage.setItem(CART_KEY, JSON.stringify(next));
  } catch (refused) {
    console.warn('The browser cannot store the cart.', refused);
    return 'not-stored';
  }
  dispatchEvent(new Event(CART_CHANGED));
  return 'done';
}

/** Calls back whenever the cart may have changed: here, in another tab, or while the page was in the back/forward cache. */
export function onCartChange(changed: () => void): () => void {
  const names = [CART_CHANGED, 'storage', 'pageshow'];
  for (const name of names) addEventListener(name, changed);
  return () => {
    for (const name of names) removeEventListener(name, changed);
  };
}

/** Shows the dropdown for a moment. */
export function peekAtCart(): void {
  peeks++;
  dispatchEvent(new Event(CART_WAKE));
}

/** Whether a peek was requested on this page, also before the dropdown's code was loaded. */
export function cartPeekRequested(): boolean {
  return peeks > 0;
}
