import type { APIRoute } from 'astro';
import { visibleStoresAfter } from '../data/catalogue/stores.ts';
import { visibleGuildsAfter } from '../data/guild/guilds.ts';
import { sitemapFiles, sitemapIndexXml, xmlResponse } from '../features/site/frame/sitemap.ts';
import { pageTag } from '../paths.ts';

const PAGE = 500;

/** The index: the fixed pages, then products, stores and guilds in files of at most 50 000. */
export const GET: APIRoute = async ({ site, url, cache, locals }) => {
  let stores = 0;
  let products = 0;
  for (let cursor = '', more = true; more; ) {
    const page = await visibleStoresAfter(locals.pb, cursor, PAGE);
    stores += page.length;
    products += page.reduce((sum, store) => sum + store.productCount, 0);
    cursor = page.at(-1)?.id ?? '';
    more = page.length === PAGE;
  }
  let guilds = 0;
  for (let cursor = '', more = true; more; ) {
    const page = await visibleGuildsAfter(locals.pb, cursor, PAGE);
    guilds += page.length;
    cursor = page.at(-1)?.id ?? '';
    more = page.length === PAGE;
  }
  const numbered = (kind: string, entries: number) =>
    Array.from({ length: sitemapFiles(entries) }, (_, index) => `/sitemaps/${kind}-${index + 1}.xml`);
  cache.set({ maxAge: 600, swr: 86_400, tags: [pageTag.sitemap()] });
  // The first is written at build time and lists the prerendered pages.
  const files = [
    '/sitemap-pages-0.xml',
    '/sitemaps/pages-1.xml',
    ...numbered('products', products),
    ...numbered('stores', stores),
    ...numbered('guilds', guilds),
  ];
  return xmlResponse(sitemapIndexXml(files.map((file) => new URL(file, site ?? url.origin).href)));
};
