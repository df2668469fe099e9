import type { AstroIntegration } from 'astro';

/**
 * In development there is no front server: this lends Astro's own server what it lacks, the pictures and the open part
 * of the backend.
 */
export function devHall(): AstroIntegration {
  return {
    name: 'dev-hall',
    hooks: {
      'astro:server:setup': async ({ server }) => {
        const { join } = await import('node:path');
        const { serviceClient } = await import('../../data/client.ts');
        const { Pictures, pictureAddress } = await import('../../server/http/pictures.ts');
        const { gateIsOpen, passOn } = await import('../../server/http/pocketbase-gate.ts');
        const { sendText } = await import('../../server/http/send.ts');
        const { Visibility } = await import('../../server/http/visibility.ts');
        const { readSettings } = await import('../../server/settings.ts');
        const settings = readSettings(process.env, process.cwd());
        const visibility = new Visibility(serviceClient(settings.pocketbase));
        const pictures = new Pictures(settings.pocketbase.url, join(settings.cacheDir));
        server.middlewares.use((req, res, next) => {
          const path = (req.url ?? '/').split('?')[0] ?? '/';
          if (gateIsOpen(req.method ?? 'GET', path))
            return passOn(req, res, { backend: settings.pocketbase.url, client: '127.0.0.1' });
          const asked = pictureAddress(path);
          if (!asked) return next();
          visibility
            .isPublic(asked.collection, asked.record)
            .then(async (shown) => {
              const bytes = shown ? await pictures.get(asked) : null;
              if (!bytes) return sendText(res, 404, 'Not found.');
              res.writeHead(200, { 'content-type': 'image/webp' });
              res.end(bytes);
            })
            .catch(next);
        });
      },
    },
  };
}
