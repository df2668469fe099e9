import type { APIRoute } from 'astro';
import { ownedProductIds } from '../../data/library/library.ts';

/** Ids of everything the visitor owns, so that pages which are the same for all can mark it in his browser. */
export const GET: APIRoute = async ({ locals }) => {
  const ids = locals.user ? await ownedProductIds(locals.pb, locals.user.id) : [];
  return Response.json(ids, { headers: { 'Cache-Control': 'private, no-store' } });
};
