import type { APIRoute } from 'astro';
import { securityText } from '../../features/site/legal/security-text.ts';
import { paths } from '../../paths.ts';

/** Where to report a weakness of the site; not found while the operator has no address. */
export const GET: APIRoute = ({ locals }) => {
  const { settings, commerce } = locals.app;
  const canonical = new URL(paths.securityText(), settings.siteUrl).href;
  const text = securityText(settings.operator.email, canonical, commerce.now());
  return new Response(text ?? 'The operator has not named an address yet.\n', {
    status: text === null ? 404 : 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
};
