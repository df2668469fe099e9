import type { APIRoute } from 'astro';
import { startProvider } from '../../../data/identity/users.ts';
import { paths } from '../../../paths.ts';
import { writeOAuthState } from '../../../server/identity/oauth-state.ts';

/**
 * Redirects to an OAuth provider's sign-in; a cookie stores the state for ten minutes. A link, not a form: the content
 * security policy's form-action blocks forms that redirect to another site.
 */
export const GET: APIRoute = async ({ params, url, locals, cookies, redirect }) => {
  const { app, client } = locals;
  const provider = params['provider'] ?? '';
  const { url: backendUrl, secret } = app.settings.pocketbase;
  const backend = { url: backendUrl, secret, client };
  const returnUrl = new URL(paths.oauthReturn(), app.settings.siteUrl).href;
  const start = await startProvider(backend, provider, returnUrl);
  if (!start) return redirect(`${paths.oauthReturn()}?error=provider`, 303);
  writeOAuthState(cookies, {
    provider,
    state: start.state,
    verifier: start.verifier,
    redirect: url.searchParams.get('redirect') ?? '',
  });
  return redirect(start.url, 303);
};
