import type { APIContext } from 'astro';
import { visibleStore } from '../../../data/catalogue/stores.ts';
import type { Store } from '../../../domain/catalogue/store.ts';
import { pageTag } from '../../../paths.ts';

/** Products per page of a store. */
export const STORE_PAGE = 24;
/** The last page of the lists of artists and guilds; whoever comes later is found by searching and in the sitemap. */
export const LAST_LIST_PAGE = 500;

/** The publicly visible store with this slug or id, or null; kept until a store changes. */
export function storeNow(
  { app, pb }: Pick<App.Locals, 'app' | 'pb'>,
  slugOrId: string,
): Promise<Store | null> {
  return app.listings.kept(`store ${slugOrId}`, ['stores'], () => visibleStore(pb, slugOrId));
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
