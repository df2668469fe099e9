import type PocketBase from 'pocketbase';
import { createProduct, type ProductDraft } from '../../data/catalogue/product-drafts.ts';
import { shelvesOfStore } from '../../data/catalogue/stores.ts';
import { NO_PRINT_SETTINGS } from '../../domain/catalogue/print/print-settings.ts';
import { productTextRefusals } from '../../domain/catalogue/product-editing.ts';
import { PRODUCT_FIELDS } from '../../domain/catalogue/product-fields.ts';
import { type PartialProductText, textOfPatch } from '../../domain/catalogue/product-patch.ts';
import type { Store } from '../../domain/catalogue/store.ts';
import { emptyOf } from '../../domain/kernel/fields/field-table.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import { slugOf } from '../../domain/kernel/slug.ts';

/** A draft with this name and default values. */
export function newDraft(store: Pick<Store, 'id' | 'mature'>, name: string): ProductDraft {
  return {
    storeId: store.id,
    name,
    // The random suffix keeps slugs of products with the same name unique.
    slug: `${slugOf(name, 50) || 'model'}-${crypto.randomUUID().slice(0, 6)}`,
    description: '',
    priceCents: 0,
    free: false,
    openPrice: null,
    sale: null,
    categoryId: null,
    shelves: [],
    tags: [],
    facets: { type: null, genre: [], scale: null, supports: [], printer: [], parts: null },
    ...emptyOf(PRODUCT_FIELDS),
    licences: ['personal'],
    print: NO_PRINT_SETTINGS,
    mature: store.mature,
    ai: null,
  };
}

/** Why a product cannot stand in these categories of its store, or null. */
export async function shelvesRefusal(
  pb: PocketBase,
  storeId: string,
  chosen: readonly string[],
): Promise<Refusal | null> {
  const shelves = new Set((await shelvesOfStore(pb, storeId)).map(({ id }) => id));
  if (chosen.every((shelf) => shelves.has(shelf))) return null;
  return { sentence: 'One of these categories no longer exists. Reload the page.', field: 'shelves' };
}

/** Adds a draft with this text; what is left out has default values. Returns its id, or why nothing was added. */
export async function addDraft(
  pb: PocketBase,
  store: Pick<Store, 'id' | 'mature'>,
  { name, ...text }: PartialProductText & { name: string },
): Promise<{ id: string } | { refusal: Refusal }> {
  const empty = newDraft(store, name);
  const draft = { ...empty, ...textOfPatch(empty, text) };
  const [refused] = Object.entries(productTextRefusals(draft));
  if (refused) return { refusal: { field: refused[0], sentence: refused[1] } };
  const refusal = text.shelves ? await shelvesRefusal(pb, store.id, text.shelves) : null;
  return refusal === null ? { id: await createProduct(pb, draft) } : { refusal };
}
