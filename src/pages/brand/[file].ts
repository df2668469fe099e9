import type { APIRoute } from 'astro';
import { BRAND } from '../../domain/kernel/brand.ts';
import { paths } from '../../paths.ts';

/** The operator's logo. Each version of the settings has an address of its own, so it is kept for ever. */
export const GET: APIRoute = ({ locals, url }) => {
  const { site } = locals.app;
  const { logo } = site.get(BRAND);
  if (logo === '' || url.pathname !== paths.siteLogo(site.version(BRAND)))
    return new Response('Not found', { status: 404 });
  return new Response(Buffer.from(logo, 'base64'), {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'public, max-age=31536000, immutable' },
  });
};
