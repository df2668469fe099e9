import type { APIRoute } from 'astro';
import { activeMemberships } from '../../data/guild/active-memberships.ts';

/** The visitor's memberships. Cached pages are the same for all visitors and add this in the browser. */
export const GET: APIRoute = async ({ locals }) => {
  const standings = locals.user ? await activeMemberships(locals.pb, locals.user.id) : [];
  return Response.json(standings, { headers: { 'Cache-Control': 'private, no-store' } });
};
