import type { APIRoute } from 'astro';
import { parseSearch } from '../../domain/catalogue/search/search-params.ts';
import { typedSearch } from '../../features/site/frame/search-form.ts';
import { pageTag } from '../../paths.ts';

/**
 * What is suggested for the text typed so far, as `{ name, href, what, count }`, `what` and `count` where it is no model; none for
 * too short a text.
 */
export const GET: APIRoute = async ({ url, locals, cache }) => {
  const words = typedSearch(parseSearch(url.searchParams).query);
  const found = words === null ? [] : await locals.app.catalogue.suggestions.of(words);
  if (!found) return new Response(null, { status: 503, headers: { 'Retry-After': '5' } });
  cache.set({
    maxAge: 60,
    swr: 300,
    tags: [pageTag.products(), pageTag.categories(), pageTag.stores(), pageTag.guilds(), pageTag.site()],
  });
  return Response.json(
    found.map(({ name, href, what, count }) =>
      count === null ? { name, href } : { name, href, what, count },
    ),
  );
};
