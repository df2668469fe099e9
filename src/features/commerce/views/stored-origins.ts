import { noteOrigin, parseOrigins, type VisitOrigin } from '../../../domain/commerce/origin.ts';
import { fresh, persistentAtom } from '../../kernel/storage/persistent.ts';

/**
 * Where the visits came from that led to products in the cart, by the product's id; in this browser only. Not in the cart,
 * which every page loads.
 */
export const $origins = persistentAtom<ReadonlyMap<string, VisitOrigin>>('countingOrigins', new Map(), {
  decode: parseOrigins,
  encode: (origins) => (origins.size === 0 ? undefined : JSON.stringify([...origins])),
});

/** Notes the class of a product that is added to the cart. */
export function storeOrigin(productId: string, origin: VisitOrigin): void {
  $origins.set(noteOrigin(fresh($origins), productId, origin));
}

/** Forgets all of them. */
export function forgetOrigins(): void {
  $origins.set(new Map());
}
