import type { APIRoute } from 'astro';
import { parseSearch } from '../../domain/catalogue/search/search-params.ts';
import { typedSearch } from '../../features/site/frame/search-form.ts';
import { pageTag, paths } from '../../paths.ts';

const SUGGESTIONS = 8;

/** Products that match the text typed so far, best first, as `{ name, href }`; none for too short a text. */
export const GET: APIRoute = async ({ url, locals, cache }) => {
  const words = typedSearch(parseSearch(url.searchParams).query);
  const found = words === null ? [] : await locals.app.search.suggest(words, SUGGESTIONS);
  if (!found) return new Response(null, { status: 503, headers: { 'Retry-After': '5' } });
  cache.set({ maxAge: 60, swr: 300, tags: [pageTag.products()] });
  return Response.json(found.map(({ id, name }) => ({ name, href: paths.product(id) })));
};
