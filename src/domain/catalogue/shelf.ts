import { SLUG_REFUSAL_TEXTS, slugRefusal } from '../kernel/slug.ts';

/** A category within a store ("shelf" in code, unlike the marketplace's categories), shown at /store/{id}/categories. */
export interface Shelf {
  id: string;
  slug: string;
  name: string;
  /** Published products on it. */
  productCount: number;
}

/** The fields of a shelf that its seller edits, and the products on it. */
export interface ShelfDraft {
  name: string;
  slug: string;
  productIds: string[];
}

/** The longest name of a shelf, in characters. */
export const SHELF_NAME_MAX = 80;
/** The most shelves of a store. */
export const SHELVES_MAX = 100;
/** The most shelves of a product. */
export const SHELVES_OF_PRODUCT_MAX = 20;
/** The most products on a shelf. */
export const SHELF_PRODUCTS_MAX = 2000;

/** Validation errors by field; empty if the shelf can be saved. */
export function shelfRefusals(shelf: Partial<ShelfDraft>): Partial<Record<keyof ShelfDraft, string>> {
  const refusals: ReturnType<typeof shelfRefusals> = {};
  if (shelf.name !== undefined) {
    const { length } = shelf.name.trim();
    if (length < 1 || length > SHELF_NAME_MAX)
      refusals.name = `Use between 1 and ${SHELF_NAME_MAX} characters.`;
  }
  if (shelf.slug !== undefined) {
    const refusal = slugRefusal(shelf.slug);
    // Shelves are never looked up by id in addresses, so a slug may look like one.
    if (refusal && refusal !== 'slug-like-id') refusals.slug = SLUG_REFUSAL_TEXTS[refusal];
  }
  if (shelf.productIds && shelf.productIds.length > SHELF_PRODUCTS_MAX)
    refusals.productIds = `Choose at most ${SHELF_PRODUCTS_MAX} models.`;
  return refusals;
}

export type ShelfRefusal = 'gone' | 'slug-taken' | 'too-many' | 'products' | 'order';

export const SHELF_REFUSAL_TEXTS: Record<ShelfRefusal, string> = {
  gone: 'This category no longer exists.',
  'slug-taken': 'Another of your categories has this address. Choose another.',
  'too-many': `A store can have up to ${SHELVES_MAX} categories.`,
  products: `One of the models you chose no longer exists, or is in ${SHELVES_OF_PRODUCT_MAX} categories already. Reload the page.`,
  order: 'Your categories have changed since you loaded this page. Reload the page.',
};

/** The ids with one of them moved up (-1) or down (1); the same array if it cannot move. */
export function movedBy(ids: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= ids.length) return ids;
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}
