import { type Origin, parseOrigins, withOrigin } from '../../../domain/commerce/origin.ts';

/** Where the visits came from that led to products in the cart, in this browser only. Not in the cart, which every page loads. */
const ORIGINS = 'countingOrigins';

/** By the product's id; empty where nothing can be read. */
export function storedOrigins(): ReadonlyMap<string, Origin> {
  try {
    return parseOrigins(localStorage.getItem(ORIGINS));
  } catch {
    return new Map();
  }
}

/** Notes the class of a product that is added to the cart. Without storage nothing is noted. */
export function storeOrigin(productId: string, origin: Origin): void {
  try {
    localStorage.setItem(ORIGINS, JSON.stringify([...withOrigin(storedOrigins(), productId, origin)]));
  } catch (refused) {
    console.warn('The browser cannot store where a visit came from.', refused);
  }
}

/** Forgets all of them. */
export function forgetOrigins(): void {
  localStorage.removeItem(ORIGINS);
}
