import { SLUG_REFUSAL_TEXTS, slugRefusal } from '../kernel/slug.ts';

/** A seller's own shelf, shown at /store/{id}/categories. */
export interface Shelf {
  id: string;
  slug: string;
  name: string;
  /** Published products on it. */
  productCount: number;
}

/** What a seller writes about a shelf, and which of his products stand on it. */
export interface ShelfDraft {
  name: string;
  slug: string;
  productIds: string[];
}

/** How long a shelf's name may be, in characters. */
export const SHELF_NAME_MAX = 80;
/** So many shelves has a store at most. */
export const SHELVES_MAX = 100;
/** So many shelves one product stands on at most. */
export const SHELVES_OF_PRODUCT_MAX = 20;
/** So many products one shelf is given at a time. */
export const SHELF_PRODUCTS_MAX = 2000;

/** What is wrong with a shelf as it was written, a sentence a field; empty where it can be kept. */
export function shelfRefusals(shelf: Partial<ShelfDraft>): Partial<Record<keyof ShelfDraft, string>> {
  const refusals: ReturnType<typeof shelfRefusals> = {};
  if (shelf.name !== undefined) {
    const { length } = shelf.name.trim();
    if (length < 1 || length > SHELF_NAME_MAX)
      refusals.name = `Use between 1 and ${SHELF_NAME_MAX} characters.`;
  }
  if (shelf.slug !== undefined) {
    const refusal = slugRefusal(shelf.slug);
    // A shelf is never asked for by its id, so its address may look like one.
    if (refusal && refusal !== 'slug-like-id') refusals.slug = SLUG_REFUSAL_TEXTS[refusal];
  }
  if (shelf.productIds && shelf.productIds.length > SHELF_PRODUCTS_MAX)
    refusals.productIds = `Choose at most ${SHELF_PRODUCTS_MAX} models.`;
  return refusals;
}

export type ShelfRefusal = 'gone' | 'slug-taken' | 'too-many' | 'products' | 'order';

export const SHELF_REFUSAL_TEXTS: Record<ShelfRefusal, string> = {
  gone: 'This shelf is not there any more.',
  'slug-taken': 'Another of your shelves has this address; choose another.',
  'too-many': `A store has at most ${SHELVES_MAX} shelves.`,
  products: `One of the models you chose is gone, or stands on ${SHELVES_OF_PRODUCT_MAX} shelves already. Load the page anew.`,
  order: 'Your shelves changed meanwhile. Load the page anew.',
};

/** The ids in their order with one of them moved up (-1) or down (1); the very same list where it cannot move. */
export function movedBy(ids: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= ids.length) return ids;
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}
