import type { APIRoute } from 'astro';
import { activeMemberships } from '../../data/guild/active-memberships.ts';

/** The guilds the visitor is in, so that pages which are the same for all can say so in his browser. */
export const GET: APIRoute = async ({ locals }) => {
  const standings = locals.user ? await activeMemberships(locals.pb, locals.user.id) : [];
  return Response.json(standings, { headers: { 'Cache-Control': 'private, no-store' } });
};
