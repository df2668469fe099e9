import type { CacheProviderFactory } from 'astro';

/**
 * Astro's route caching, CDN style: a page sets how long it may be cached, and the page cache in front (or a CDN) caches
 * it. Astro itself caches nothing, because its hits would still cost most of a request.
 */
const factory: CacheProviderFactory = () => ({
  name: 'front',
  setHeaders(options) {
    const headers = new Headers();
    if (options.maxAge === undefined) return headers;
    const swr = options.swr === undefined ? '' : `, stale-while-revalidate=${options.swr}`;
    headers.set('CDN-Cache-Control', `max-age=${options.maxAge}${swr}`);
    if (options.lastModified) headers.set('Last-Modified', options.lastModified.toUTCString());
    if (options.tags?.length) headers.set('Cache-Tag', options.tags.join(','));
    return headers;
  },
  // Purging goes through `locals.app.pages`; this provider has no cache.
  invalidate: async () => undefined,
});

export default factory;
