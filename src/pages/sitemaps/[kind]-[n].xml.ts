import type { APIRoute } from 'astro';
import type PocketBase from 'pocketbase';
import { listedProductsAfter } from '../../data/catalogue/products.ts';
import { visibleStoresAfter } from '../../data/catalogue/stores.ts';
import { visibleGuildsAfter } from '../../data/guild/guilds.ts';
import {
  SITEMAP_SIZE,
  type SitemapEntry,
  sitemapXml,
  xmlResponse,
} from '../../features/site/frame/sitemap.ts';
import { pageTag, paths } from '../../paths.ts';

const PAGE = 500;

interface Listed {
  id: string;
  path: string;
  changed: number;
}
type Walk = (pb: PocketBase, cursor: string, limit: number) => Promise<Listed[]>;

const walks: Record<string, Walk> = {
  products: async (pb, cursor, limit) =>
    (await listedProductsAfter(pb, cursor, limit)).map(({ id, updatedAt }) => ({
      id,
      path: paths.product(id),
      changed: updatedAt,
    })),
  guilds: async (pb, cursor, limit) =>
    (await visibleGuildsAfter(pb, cursor, limit)).map(({ id, storeSlug, updatedAt }) => ({
      id,
      path: paths.storeGuild(storeSlug),
      changed: updatedAt,
    })),
  stores: async (pb, cursor, limit) =>
    (await visibleStoresAfter(pb, cursor, limit)).map(({ id, slug, updatedAt }) => ({
      id,
      path: paths.store(slug),
      changed: updatedAt,
    })),
};
/** Fixed pages rendered on demand; the others are in the sitemap written at build time. */
const fixed = [paths.home(), paths.search(), paths.categories(), paths.artists(), paths.guilds()];

/** One sitemap file: the n-th 50 000 entries of its kind, ordered by id, so that new entries shift little. */
export const GET: APIRoute = async ({ params, site, url, cache, locals }) => {
  const number = /^[1-9]\d{0,3}$/.test(params['n'] ?? '') ? Number(params['n']) : null;
  const kind = params['kind'] ?? '';
  const address = (path: string) => new URL(path, site ?? url.origin).href;
  const walk = Object.hasOwn(walks, kind) ? walks[kind] : undefined;
  if (number === null || (!walk && !(kind === 'pages' && number === 1)))
    return new Response(null, { status: 404 });

  cache.set({ maxAge: 3600, swr: 86_400, tags: [pageTag.sitemap()] });
  if (!walk) return xmlResponse(sitemapXml(fixed.map((path) => ({ address: address(path) }))));

  const entries: SitemapEntry[] = [];
  const skip = (number - 1) * SITEMAP_SIZE;
  let passed = 0;
  for (let cursor = '', more = true; more && entries.length < SITEMAP_SIZE; ) {
    const page = await walk(locals.pb, cursor, PAGE);
    for (const { path, changed } of page) {
      if (passed++ >= skip && entries.length < SITEMAP_SIZE)
        entries.push({ address: address(path), changed });
    }
    cursor = page.at(-1)?.id ?? '';
    more = page.length === PAGE;
  }
  if (entries.length === 0 && number > 1) return new Response(null, { status: 404 });
  return xmlResponse(sitemapXml(entries));
};
