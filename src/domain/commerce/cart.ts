import type { Cents } from '../kernel/money.ts';

/** What the cart keeps of a product: enough to draw the dropdown; everything else is asked again by id. */
export interface CartProduct {
  id: string;
  name: string;
  /** In cents; 0 or less reads "Free". */
  price: Cents;
  mainImage: string;
}

/** A coupon code as entered. The server decides what it is worth. */
export interface CartCoupon {
  code: string;
}

export interface Cart {
  products: CartProduct[];
  coupons: CartCoupon[];
}

export const EMPTY_CART: Cart = Object.freeze({
  products: Object.freeze([]),
  coupons: Object.freeze([]),
}) as unknown as Cart;

/** The cart holds at most this many products, so that a broken page cannot fill a browser's storage. */
export const CART_LIMIT = 200;
/** And at most so many codes: links put them there too. */
export const CODES_LIMIT = 20;

export function cartHas(cart: Cart, id: string): boolean {
  return cart.products.some((product) => product.id === id);
}

/**
 * The cart with the product at its end, or at `place` counted from 0 where one is given. The very same cart where the
 * product is already in, or where the cart is full.
 */
export function withProduct(cart: Cart, product: CartProduct, place = cart.products.length): Cart {
  if (cartHas(cart, product.id) || cart.products.length >= CART_LIMIT) return cart;
  return { ...cart, products: cart.products.toSpliced(place, 0, product) };
}

/** The cart without the product; the very same cart where it was not in. */
export function withoutProduct(cart: Cart, id: string): Cart {
  if (!cartHas(cart, id)) return cart;
  return { ...cart, products: cart.products.filter((product) => product.id !== id) };
}

/** The cart with a coupon code at its end; the very same cart where the code is in already, or where it holds as many as it can. */
export function withCode(cart: Cart, code: string): Cart {
  if (code === '' || cart.coupons.length >= CODES_LIMIT) return cart;
  if (cart.coupons.some((coupon) => coupon.code === code)) return cart;
  return { ...cart, coupons: [...cart.coupons, { code }] };
}

/** The cart without a coupon code; the very same cart where it was not in. */
export function withoutCode(cart: Cart, code: string): Cart {
  if (!cart.coupons.some((coupon) => coupon.code === code)) return cart;
  return { ...cart, coupons: cart.coupons.filter((coupon) => coupon.code !== code) };
}

/** The cart with the prices of now, by product id; the very same cart where none differs. */
export function withPrices(cart: Cart, prices: ReadonlyMap<string, Cents>): Cart {
  const products = cart.products.map((product) => {
    const price = prices.get(product.id) ?? product.price;
    return price === product.price ? product : { ...product, price };
  });
  return products.some((product, at) => product !== cart.products[at]) ? { ...cart, products } : cart;
}

/** The heading of the dropdown. */
export function cartHeading(count: number): string {
  return `${count} products in cart`;
}

export function cartTotal(cart: Cart): Cents {
  return cart.products.reduce((sum, product) => sum + Math.max(0, product.price), 0);
}

/**
 * A cart from whatever a browser kept: entries that are no cart product are dropped, the rest is kept.
 * Never throws; anything unreadable is the empty cart.
 */
export function parseCart(stored: unknown): Cart {
  let value: unknown = stored;
  if (typeof stored === 'string') {
    try {
      value = JSON.parse(stored);
    } catch {
      return EMPTY_CART;
    }
  }
  if (typeof value !== 'object' || value === null) return EMPTY_CART;
  const { products, coupons } = value as { products?: unknown; coupons?: unknown };
  let cart: Cart = { products: [], coupons: [] };
  for (const entry of Array.isArray(products) ? products.slice(0, CART_LIMIT) : []) {
    const product = cartProduct(entry);
    if (product) cart = withProduct(cart, product);
  }
  for (const entry of Array.isArray(coupons) ? coupons.slice(0, CODES_LIMIT) : []) {
    const code = (entry as { code?: unknown } | null)?.code;
    if (typeof code === 'string' && code !== '') cart.coupons.push({ code });
  }
  return cart;
}

function cartProduct(entry: unknown): CartProduct | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { id, name, price, mainImage } = entry as Record<string, unknown>;
  if (typeof id !== 'string' || !/^[a-z0-9]{15}$/.test(id)) return null;
  if (typeof name !== 'string' || name === '') return null;
  if (typeof price !== 'number' || !Number.isSafeInteger(price)) return null;
  if (typeof mainImage !== 'string') return null;
  return { id, name, price, mainImage };
}
