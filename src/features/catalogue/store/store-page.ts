import type { APIContext } from 'astro';
import { visibleStore } from '../../../data/catalogue/stores.ts';
import type { Store } from '../../../domain/catalogue/store.ts';
import { pageTag } from '../../../paths.ts';

/** Products on one page of a store. */
export const STORE_PAGE = 24;

/**
 * The store a page under /store/{id} is about, or the answer to give instead: 404 where nobody may see it, 301 to its
 * slug where it was asked for by its id. Also says how long the page may be kept.
 * @param address the page's own path, given the store's slug.
 */
export async function storeOrAnswer(
  astro: Pick<APIContext, 'params' | 'locals' | 'cache' | 'redirect' | 'url'>,
  address: (slug: string) => string,
): Promise<{ store: Store } | { answer: Response }> {
  const asked = astro.params['id'] ?? '';
  const store = await visibleStore(astro.locals.pb, asked);
  if (!store) {
    astro.cache.set({ maxAge: 10, tags: [pageTag.stores()] });
    return { answer: new Response(null, { status: 404 }) };
  }
  astro.cache.set({ maxAge: 60, swr: 600, tags: [pageTag.store(store.id)] });
  if (asked !== store.slug) return { answer: astro.redirect(address(store.slug) + astro.url.search, 301) };
  return { store };
}

/** Which page somebody asks for: a whole number from 1; anything else is the first. */
export function pageNumberFrom(text: string | null): number {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
}
