import type { APIRoute } from 'astro';
import { startProvider } from '../../../data/identity/users.ts';
import { paths } from '../../../paths.ts';
import { writeOAuthState } from '../../../server/identity/oauth-state.ts';

/**
 * Sends a person to a provider's sign-in, with what his return needs in a cookie of ten minutes. A link and no form:
 * the content security policy's form-action would stop a form that is led on to another site.
 */
export const GET: APIRoute = async ({ params, url, locals, cookies, redirect }) => {
  const { app, client } = locals;
  const provider = params['provider'] ?? '';
  const door = { url: app.settings.pocketbase.url, client };
  const returnUrl = new URL(paths.oauthReturn(), app.settings.siteUrl).href;
  const start = await startProvider(door, provider, returnUrl);
  if (!start) return redirect(`${paths.oauthReturn()}?error=provider`, 303);
  writeOAuthState(cookies, {
    provider,
    state: start.state,
    verifier: start.verifier,
    redirect: url.searchParams.get('redirect') ?? '',
  });
  return redirect(start.url, 303);
};
