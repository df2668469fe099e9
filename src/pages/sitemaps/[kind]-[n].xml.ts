import type { APIRoute } from 'astro';
import { SITEMAP_KINDS, type SitemapKind, sitemapEntries } from '../../data/site/sitemap-entries.ts';
import { SALE_WEEKS, shownWeek } from '../../domain/catalogue/price/sale-week.ts';
import { isBuiltFor, SITEMAP_SIZE, sitemapXml, xmlResponse } from '../../features/site/frame/sitemap.ts';
import { HELP_PAGES } from '../../features/site/help/help-pages.ts';
import { pageTag, paths } from '../../paths.ts';

const PATHS: Readonly<Record<SitemapKind, (key: string) => string>> = {
  products: (id) => paths.product(id),
  stores: (slug) => paths.store(slug),
  guilds: (slug) => paths.storeGuild(slug),
  posts: (id) => paths.post(id),
};
/** Fixed pages rendered on demand. */
const RENDERED = [
  ...[paths.home(), paths.search(), paths.categories(), paths.artists(), paths.guilds()],
  ...HELP_PAGES.map(({ slug }) => paths.helpPage(slug)),
];
/** Those in the sitemap that the build writes. */
const BUILT = [
  ...[paths.join(), paths.help(), paths.terms(), paths.privacy(), paths.licensing(), paths.accessibility()],
];

/** One sitemap file: the n-th 10 000 entries of its kind, ordered by id, so that new entries shift little. */
export const GET: APIRoute = async ({ params, site, cache, locals }) => {
  const number = /^[1-9]\d{0,3}$/.test(params['n'] ?? '') ? Number(params['n']) : null;
  const kind = SITEMAP_KINDS.find((one) => one === params['kind']);
  const address = (path: string) => new URL(path, locals.app.settings.siteUrl).href;
  if (number === null || (!kind && !(params['kind'] === 'pages' && number === 1)))
    return new Response(null, { status: 404 });

  cache.set({ maxAge: 3600, swr: 86_400, tags: [pageTag.sitemap()] });
  if (!kind) {
    const week = shownWeek(locals.app.site.get(SALE_WEEKS), locals.app.commerce.now());
    const fixed = [
      ...RENDERED,
      ...(week ? [paths.saleWeek(week.slug)] : []),
      ...(isBuiltFor(locals.app.settings.siteUrl, site) ? [] : BUILT),
    ];
    return xmlResponse(sitemapXml(fixed.map((path) => ({ address: address(path) }))));
  }

  const skip = (number - 1) * SITEMAP_SIZE;
  const rows = await sitemapEntries(locals.pb, kind, { skip, most: SITEMAP_SIZE });
  if (!rows && number > 1) return new Response(null, { status: 404 });
  const entries = (rows ?? []).map(({ key, changed }) => ({ address: address(PATHS[kind](key)), changed }));
  return xmlResponse(sitemapXml(entries));
};
