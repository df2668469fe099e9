import type { APIRoute } from 'astro';
import { BRAND } from '../../domain/kernel/brand.ts';
import { paths } from '../../paths.ts';

/**
 * The operator's logo, and the picture that is shown where a page is shared. Each version of the settings has addresses of its
 * own, so they are kept for ever.
 */
export const GET: APIRoute = async ({ locals, url }) => {
  const { site, sharePicture } = locals.app;
  const brand = site.get(BRAND);
  const version = site.version(BRAND);
  const answer = (bytes: Buffer, type: string) =>
    new Response(Uint8Array.from(bytes), {
      headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' },
    });
  if (brand.logo !== '' && url.pathname === paths.siteLogo(version))
    return answer(Buffer.from(brand.logo, 'base64'), 'image/webp');
  if (url.pathname === paths.sharePicture(version))
    return answer(await sharePicture(version, brand), 'image/png');
  return new Response('Not found', { status: 404 });
};
