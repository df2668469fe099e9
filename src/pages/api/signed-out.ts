import type { APIRoute } from 'astro';
import { CLEARED_ON_SIGN_OUT } from '../../data/identity/session.ts';
import { endConfirmation } from '../../server/identity/second-factor.ts';
import { endSteppedUp } from '../../server/identity/step-up.ts';

/**
 * Told after a log-out in the browser, which needs no server. It touches no cookie: somebody may be signing in again. What
 * the operator desk had confirmed in this session ends.
 */
export const POST: APIRoute = async ({ locals, request }) => {
  const cookies = request.headers.get('cookie');
  await endConfirmation(locals.pb, cookies);
  await endSteppedUp(locals.pb, null, cookies);
  return new Response(null, { status: 204, headers: CLEARED_ON_SIGN_OUT });
};
