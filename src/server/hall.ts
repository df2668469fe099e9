import type PocketBase from 'pocketbase';
import type { SearchEngine } from '../search/engine.ts';

/**
 * What the running process lends to pages and actions, as `Astro.locals.hall`. The production entry opens it once and
 * hands it through the adapter; `astro dev` opens it in the middleware.
 */
export interface Hall {
  /** The service's client: may read and write everything, so access is decided by the name of the data function. */
  pb: PocketBase;
  search: SearchEngine;
  pages: PageCache;
}

export interface PageCache {
  /** Forgets every cached page that carries one of these tags. */
  purge(tags: string[]): void;
}
