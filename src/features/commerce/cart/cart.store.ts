import {
  type Cart,
  type CartProduct,
  cartHas,
  EMPTY_CART,
  parseCart,
  withProduct,
} from '../../../domain/commerce/cart.ts';
import {
  type CartOffer,
  withChosenPrice,
  withCode,
  withOffers,
  withoutCode,
  withoutProduct,
} from '../../../domain/commerce/cart-changes.ts';
import type { Cents } from '../../../domain/kernel/money.ts';
import { changedHere } from '../../kernel/storage/engine.ts';
import { fresh, persistentAtom, setIfStored } from '../../kernel/storage/persistent.ts';
import { CART_KEY, type CartOutcome } from './stored-cart.ts';

/** The visitor's cart for islands, the same in every tab. Always empty on the server. */
export const $cart = persistentAtom<Cart>(CART_KEY, EMPTY_CART, {
  decode: parseCart,
  encode: JSON.stringify,
});

/** Stores the result of `change`. Returning the same cart means no change. */
function changeCart(change: (cart: Cart) => Cart): CartOutcome {
  const before = fresh($cart);
  const next = change(before);
  if (next === before) return 'unchanged';
  if (!setIfStored($cart, next)) return 'not-stored';
  dispatchEvent(new Event(changedHere(CART_KEY)));
  return 'done';
}

export const cart = {
  /** Adds a product, at the end or at `place`. Nothing changes if it is in the cart already or the cart is full. */
  add: (product: CartProduct, place?: number): CartOutcome =>
    changeCart((before) => withProduct(before, product, place)),
  remove: (id: string): CartOutcome => changeCart((before) => withoutProduct(before, id)),
  addCode: (code: string): CartOutcome => changeCart((before) => withCode(before, code)),
  removeCode: (code: string): CartOutcome => changeCart((before) => withoutCode(before, code)),
  /** Notes what the buyer chooses to pay for a product whose price they choose. */
  choose: (id: string, cents: Cents): CartOutcome =>
    changeCart((before) => withChosenPrice(before, id, cents)),
  /** Updates prices and promised days from the server, by product id. */
  update: (offers: ReadonlyMap<string, CartOffer>): CartOutcome =>
    changeCart((before) => withOffers(before, offers)),
  /** Removes bought products, and with the last product the codes. */
  bought: (ids: readonly string[]): CartOutcome =>
    changeCart((before) => {
      const products = before.products.filter(({ id }) => !ids.includes(id));
      if (products.length === before.products.length) return before;
      return { products, coupons: products.length === 0 ? [] : before.coupons };
    }),
  has: (id: string): boolean => cartHas(fresh($cart), id),
  /** Empties products and coupons. */
  clear: (): CartOutcome => changeCart(() => EMPTY_CART),
};
