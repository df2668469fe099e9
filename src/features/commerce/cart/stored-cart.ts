import { type Cart, parseCart } from '../../../domain/commerce/cart.ts';

/** Sent to the window after every change of the cart in this tab. */
export const CART_CHANGED = 'guildhall:cart';
/** Sent to the window when the visitor shall see the cart; it also hydrates the dropdown (see `client:intent`). */
export const CART_WAKE = 'guildhall:wake:cart';
const KEY = 'cart';

/** What came of a change: `not-kept` where the browser refuses to store anything. */
export type CartOutcome = 'done' | 'unchanged' | 'not-kept';

let glances = 0;

/** The cart as this browser keeps it, in whichever tab it was changed. Anything unreadable is an empty cart. */
export function storedCart(): Cart {
  try {
    return parseCart(localStorage.getItem(KEY));
  } catch {
    return parseCart(null);
  }
}

/** Keeps what `change` makes of the cart. A change that gives back the very same cart is none. */
export function changeCart(change: (cart: Cart) => Cart): CartOutcome {
  const before = storedCart();
  const next = change(before);
  if (next === before) return 'unchanged';
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch (refused) {
    console.warn('The browser keeps no cart.', refused);
    return 'not-kept';
  }
  dispatchEvent(new Event(CART_CHANGED));
  return 'done';
}

/** Calls back whenever the cart may have changed: here, in another tab, or while the browser had put the page aside. */
export function onCartChange(changed: () => void): () => void {
  const names = [CART_CHANGED, 'storage', 'pageshow'];
  for (const name of names) addEventListener(name, changed);
  return () => {
    for (const name of names) removeEventListener(name, changed);
  };
}

/** Shows the dropdown for a moment. */
export function peekAtCart(): void {
  glances++;
  dispatchEvent(new Event(CART_WAKE));
}

/** Whether a glance was asked for on this page, perhaps before the dropdown's code had come. */
export function cartPeekRequested(): boolean {
  return glances > 0;
}
