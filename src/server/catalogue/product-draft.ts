import type { ProductDraft } from '../../data/catalogue/product-drafts.ts';
import type { Store } from '../../domain/catalogue/store.ts';
import { slugOf } from '../../domain/kernel/slug.ts';

/** How a product of this store begins: a name, and everything else still to be said. */
export function draftNamed(store: Pick<Store, 'id' | 'mature'>, name: string): ProductDraft {
  return {
    storeId: store.id,
    name,
    // A slug is for reading only; its end keeps two products of the same name apart.
    slug: `${slugOf(name, 50) || 'model'}-${crypto.randomUUID().slice(0, 6)}`,
    description: '',
    priceCents: 0,
    free: false,
    sale: null,
    categoryId: null,
    shelves: [],
    tags: [],
    facets: { type: null, genre: [], scale: null, supports: [], printer: [], parts: null },
    archetype: null,
    baseMm: null,
    licences: ['personal'],
    printNotes: '',
    mature: store.mature,
    ai: 'none',
  };
}
