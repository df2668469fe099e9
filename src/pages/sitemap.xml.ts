import type { APIRoute } from 'astro';
import { SITEMAP_KINDS, sitemapCounts } from '../data/site/sitemap-entries.ts';
import {
  BUILT_SITEMAP,
  isBuiltFor,
  sitemapFiles,
  sitemapIndexXml,
  xmlResponse,
} from '../features/site/frame/sitemap.ts';
import { pageTag } from '../paths.ts';

/** The index: the fixed pages, then products, stores and guilds in files of at most 10 000. */
export const GET: APIRoute = async ({ site, cache, locals }) => {
  const counts = await sitemapCounts(locals.pb);
  cache.set({ maxAge: 600, swr: 86_400, tags: [pageTag.sitemap()] });
  const files = ['/sitemaps/pages-1.xml'];
  if (isBuiltFor(locals.app.settings.siteUrl, site)) files.unshift(BUILT_SITEMAP);
  for (const kind of SITEMAP_KINDS)
    for (let number = 1; number <= sitemapFiles(counts[kind]); number++)
      files.push(`/sitemaps/${kind}-${number}.xml`);
  return xmlResponse(sitemapIndexXml(files.map((file) => new URL(file, locals.app.settings.siteUrl).href)));
};
