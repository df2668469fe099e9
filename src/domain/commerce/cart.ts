import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/** A product as the cart stores it: enough to draw the dropdown. Everything else is fetched by id. */
export interface CartProduct {
  id: string;
  name: string;
  /** In cents; 0 or less reads "Free". */
  price: Cents;
  /** What the buyer chose to pay, where they choose. The server raises it to the minimum. */
  chosen?: Cents;
  /** The day by which it arrives, where it is sold before it is finished. */
  promisedDay?: Instant;
  mainImage: string;
}

/** A coupon code as entered. The server decides what it takes off. */
export interface CartCoupon {
  code: string;
}

export interface Cart {
  products: readonly CartProduct[];
  coupons: readonly CartCoupon[];
}

export const EMPTY_CART: Cart = { products: [], coupons: [] };

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
      // A text that is no JSON has neither products nor codes.
    }
  }
  const { products, coupons } = Object(value) as { products?: unknown; coupons?: unknown };
  let cart = EMPTY_CART;
  for (const entry of Array.isArray(products) ? products.slice(0, CART_LIMIT) : []) {
    const product = cartProduct(entry);
    if (product) cart = withProduct(cart, product);
  }
  for (const entry of Array.isArray(coupons) ? coupons.slice(0, CODES_LIMIT) : []) {
    const code = (entry as { code?: unknown } | null)?.code;
    if (isText(code)) cart = { ...cart, coupons: [...cart.coupons, { code }] };
  }
  return cart;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isWhole = Number.isSafeInteger as (value: unknown) => value is number;

function cartProduct(entry: unknown): CartProduct | null {
  const { id, name, price, mainImage, chosen, promisedDay } = Object(entry) as Record<string, unknown>;
  if (typeof id !== 'string' || !/^[a-z0-9]{15}$/.test(id)) return null;
  if (!isText(name) || !isWhole(price) || typeof mainImage !== 'string') return null;
  return {
    id,
    name,
    price,
    mainImage,
    ...(isWhole(chosen) && { chosen }),
    ...(isWhole(promisedDay) && { promisedDay }),
  };
}
