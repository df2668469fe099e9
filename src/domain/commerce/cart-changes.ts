import type { Cents } from '../kernel/money.ts';
import { type Cart, type CartProduct, CODES_LIMIT, cartHas } from './cart.ts';

// Apart from the cart itself, which every visitor loads: these are for those who open it.

/** Removes the product. Returns the same cart if it was not in it. */
export function withoutProduct(cart: Cart, id: string): Cart {
  if (!cartHas(cart, id)) return cart;
  return { ...cart, products: cart.products.filter((product) => product.id !== id) };
}

/** Adds a coupon code at the end. Returns the same cart if the code is already in it or the cart holds the maximum. */
export function withCode(cart: Cart, code: string): Cart {
  if (code === '' || cart.coupons.length >= CODES_LIMIT) return cart;
  if (cart.coupons.some((coupon) => coupon.code === code)) return cart;
  return { ...cart, coupons: [...cart.coupons, { code }] };
}

/** Removes a coupon code. Returns the same cart if it was not in it. */
export function withoutCode(cart: Cart, code: string): Cart {
  if (!cart.coupons.some((coupon) => coupon.code === code)) return cart;
  return { ...cart, coupons: cart.coupons.filter((coupon) => coupon.code !== code) };
}

/** What a product costs now, and by when it arrives where it is not finished yet. */
export type CartOffer = Pick<CartProduct, 'price' | 'promisedDay'>;

/** Updates what products cost and when they arrive, by product id. Returns the same cart if nothing differs. */
export function withOffers(cart: Cart, offers: ReadonlyMap<string, CartOffer>): Cart {
  const products = cart.products.map((product) => {
    const offer = offers.get(product.id);
    if (!offer || (offer.price === product.price && offer.promisedDay === product.promisedDay))
      return product;
    const { promisedDay: _, ...rest } = product;
    return { ...rest, ...offer };
  });
  return products.some((product, at) => product !== cart.products[at]) ? { ...cart, products } : cart;
}

/** Notes what the buyer chooses to pay for a product. Returns the same cart if nothing differs. */
export function withChosenPrice(cart: Cart, id: string, cents: Cents): Cart {
  const isNew = cart.products.some((product) => product.id === id && product.chosen !== cents);
  if (!isNew) return cart;
  const products = cart.products.map((product) =>
    product.id === id ? { ...product, price: cents, chosen: cents } : product,
  );
  return { ...cart, products };
}

/** Heading of the cart dropdown. */
export function cartHeading(count: number): string {
  return `${count} products in cart`;
}

export function cartTotal(cart: Cart): Cents {
  return cart.products.reduce((sum, product) => sum + Math.max(0, product.price), 0);
}
