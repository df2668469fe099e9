import type PocketBase from 'pocketbase';
import { searchByFilter } from '../../data/catalogue/product-search.ts';
import type { SearchEngine } from '../../search/engine.ts';

/**
 * Answers searches by database filters while the index is not ready: without typo tolerance and facet counts, but with
 * correct results, so that visitors see no errors during a restart.
 */
export function fallbackSearch(pb: PocketBase): SearchEngine {
  return {
    async search(query) {
      const began = performance.now();
      const { ids, total } = await searchByFilter(pb, query);
      return {
        ids,
        total,
        facets: {},
        corrections: [],
        tookMs: performance.now() - began,
        engine: 'filters',
      };
    },
    async suggest(text, limit) {
      const { ids, names } = await searchByFilter(pb, { text, sort: 'popular', offset: 0, limit });
      return ids.map((id, index) => ({ id, name: names[index] ?? '' }));
    },
    apply: async () => undefined,
    rebuild: async () => undefined,
    watermark: () => null,
    close: async () => undefined,
  };
}
