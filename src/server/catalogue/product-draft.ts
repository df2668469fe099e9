import type { ProductDraft } from '../../data/catalogue/product-drafts.ts';
import { NO_PRINT_SETTINGS } from '../../domain/catalogue/print/print-settings.ts';
import type { Store } from '../../domain/catalogue/store.ts';
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
    sale: null,
    categoryId: null,
    shelves: [],
    tags: [],
    facets: { type: null, genre: [], scale: null, supports: [], printer: [], parts: null },
    archetype: null,
    baseMm: null,
    licences: ['personal'],
    printNotes: '',
    print: NO_PRINT_SETTINGS,
    mature: store.mature,
    ai: 'none',
  };
}
