import type { APIContext } from 'astro';
import { visibleStore } from '../../../data/catalogue/stores.ts';
import type { ProductCard } from '../../../domain/catalogue/product.ts';
import { LAST_PAGE } from '../../../domain/catalogue/search/search-params.ts';
import type { Store } from '../../../domain/catalogue/store.ts';
import { pageTag } from '../../../paths.ts';
import type { SearchResult } from '../../../search/engine.ts';

/** Products per page of a store. */
export const STORE_PAGE = 24;
/** The last page of the lists of artists and guilds; whoever comes later is found by searching and in the sitemap. */
export const LAST_LIST_PAGE = 500;

/** The publicly visible store with this slug or id, or null; kept until a store changes. */
export function storeNow(
  { app, pb }: Pick<App.Locals, 'app' | 'pb'>,
  slugOrId: string,
): Promise<Store | null> {
  return app.catalogue.listings.kept(`store ${slugOrId}`, ['stores'], () => visibleStore(pb, slugOrId));
}

/**
 * The store of a page under /store/{id}, or the response to send instead: 404 if it is not public, 301 to its slug if
 * the address has its id. Also sets the cache policy of the page.
 * @param address the page's own path, given the store's slug.
 */
export async function storeOrAnswer(
  astro: Pick<APIContext, 'params' | 'locals' | 'cache' | 'redirect' | 'url'>,
  address: (slug: string) => string,
): Promise<{ store: Store } | { answer: Response }> {
  const slugOrId = astro.params['id'] ?? '';
  const store = await storeNow(astro.locals, slugOrId);
  if (!store) {
    astro.cache.set({ maxAge: 10, tags: [pageTag.stores()] });
    return { answer: new Response(null, { status: 404 }) };
  }
  astro.cache.set({ maxAge: 60, swr: 600, tags: [pageTag.store(store.id), pageTag.guilds()] });
  if (slugOrId !== store.slug) return { answer: astro.redirect(address(store.slug) + astro.url.search, 301) };
  return { store };
}

/** Parses a page number from 1; anything else is the first page. */
export function pageNumberFrom(text: string | null): number {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
}

/** What a search in one store shows: a page of cards, and what the search has to say about its words. */
export interface StoreSearchResult
  extends Pick<SearchResult, 'total' | 'corrections' | 'partial' | 'hasWords'> {
  cards: ProductCard[];
}

/** The models of a store that have the words of a text, best first: the shop's own search, for this store alone. */
export async function searchOfStore(
  { app, showsMature }: Pick<App.Locals, 'app' | 'showsMature'>,
  slug: string,
  { text, page }: { text: string; page: number },
): Promise<StoreSearchResult | 'unavailable'> {
  const offset = (page - 1) * STORE_PAGE;
  const found = await app.catalogue.search.search({
    ...{ text, include: { store: [slug] }, mature: showsMature },
    ...{ sort: 'relevance', offset, limit: STORE_PAGE },
  });
  if (!found) return 'unavailable';
  const { ids, corrections, partial, hasWords } = found;
  // The engine reads no deeper than this.
  const total = Math.min(found.total, STORE_PAGE * LAST_PAGE);
  return { cards: await app.catalogue.listings.cards(ids), total, corrections, partial, hasWords };
}
