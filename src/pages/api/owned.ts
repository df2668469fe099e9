import type { APIRoute } from 'astro';
import { ownedProductIds } from '../../data/library/library.ts';

/** Ids of the products the visitor owns. Cached pages are the same for all visitors and mark these in the browser. */
export const GET: APIRoute = async ({ locals }) => {
  const ids = locals.user ? await ownedProductIds(locals.pb, locals.user.id) : [];
  return Response.json(ids, { headers: { 'Cache-Control': 'private, no-store' } });
};
