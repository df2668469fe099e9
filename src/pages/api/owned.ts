import type { APIRoute } from 'astro';
import { reviewedProductIds } from '../../data/community/reviews.ts';
import { ownedProductIds } from '../../data/library/library.ts';

/**
 * What cached pages, the same for all visitors, mark in the browser for this one: the ids of the products they own and of
 * those they have reviewed, and the slug of their own store.
 */
export const GET: APIRoute = async ({ locals }) => {
  const { app, pb, user } = locals;
  const [owned, reviewed, store] = user
    ? await Promise.all([
        ownedProductIds(pb, user.id),
        reviewedProductIds(pb, user.id),
        app.sessions.storeOf(user.id),
      ])
    : [[], [], null];
  return Response.json(
    { owned, reviewed, store: store?.slug ?? null },
    { headers: { 'Cache-Control': 'private, no-store' } },
  );
};
