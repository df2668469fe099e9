import type { Cents } from '../kernel/money.ts';

/** A product as the cart stores it: enough to draw the dropdown. Everything else is fetched by id. */
export interface CartProduct {
  id: string;
  name: string;
  /** In cents; 0 or less reads "Free". */
  price: Cents;
  mainImage: string;
}

/** A coupon code as entered. The server decides what it takes off. */
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

/** Maximum number of products in a cart, so that a broken page cannot fill a browser's storage. */
export const CART_LIMIT = 200;
/** Maximum number of coupon codes in a cart. Links add codes, too. */
export const CODES_LIMIT = 20;

export function cartHas(cart: Cart, id: string): boolean {
  return cart.products.some((product) => product.id === id);
}

/**
 * Adds the product at `place` (from 0; the end by default). Returns the same cart if the product is already in it or
 * the cart is full.
 */
export function withProduct(cart: Cart, product: CartProduct, place = cart.products.length): Cart {
  if (cartHas(cart, product.id) || cart.products.length >= CART_LIMIT) return cart;
  return { ...cart, products: cart.products.toSpliced(place, 0, product) };
}

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

/** Updates prices by product id. Returns the same cart if no price differs. */
export function withPrices(cart: Cart, prices: ReadonlyMap<string, Cents>): Cart {
  const products = cart.products.map((product) => {
    const price = prices.get(product.id) ?? product.price;
    return price === product.price ? product : { ...product, price };
  });
  return products.some((product, at) => product !== cart.products[at]) ? { ...cart, products } : cart;
}

/** Heading of the cart dropdown. */
export function cartHeading(count: number): string {
  return `${count} products in cart`;
}

export function cartTotal(cart: Cart): Cents {
  return cart.products.reduce((sum, product) => sum + Math.max(0, product.price), 0);
}

/**
 * Reads a cart from browser storage. Invalid entries are dropped, the others stay.
 * Never throws; anything unreadable gives the empty cart.
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
