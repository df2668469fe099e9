import type { APIRoute } from 'astro';
import { paths } from '../paths.ts';

/** Crawlers may read everything public. Private pages refuse access anyway; these lines save the requests. */
export const GET: APIRoute = ({ cache, locals }) => {
  cache.set({ maxAge: 3600, swr: 86_400 });
  const lines = [
    'User-agent: *',
    ...[
      paths.account(),
      paths.storePreview(),
      paths.productPreview(''),
      paths.cart(),
      '/api/',
      paths.login(),
      paths.signup(),
      paths.verifyEmail(),
      paths.resetPassword(),
      paths.confirmEmail(),
    ].map((path) => `Disallow: ${path}`),
    `Sitemap: ${new URL(paths.sitemap(), locals.app.settings.siteUrl)}`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
