import type { APIRoute } from 'astro';
import { CLEARED_ON_SIGN_OUT } from '../../data/identity/session.ts';

/** Told after a log-out in the browser, which needs no server. It touches no cookie: somebody may be signing in again. */
export const POST: APIRoute = () => new Response(null, { status: 204, headers: CLEARED_ON_SIGN_OUT });
