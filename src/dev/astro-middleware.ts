import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * Development has no front server: this gives Astro's own server the app, the pictures, the uploads and the public part
 * of the backend. Their modules are loaded when that server starts.
 */
export function devMiddleware(): AstroIntegration {
  return {
    name: 'dev-middleware',
    hooks: {
      'astro:server:setup': async ({ server, logger }) => {
        const { openApp } = await import('../server/app/open.ts');
        const { openIntake } = await import('../server/http/incoming/intake.ts');
        const { FORM_RULE } = await import('../server/http/incoming/body-rules.ts');
        const { Pictures, pictureRequestOf } = await import('../server/http/pictures/pictures.ts');
        const { isForwarded, forwardToBackend, backendPictureOf } = await import(
          '../server/http/backend/pocketbase-gate.ts'
        );
        const { sendText } = await import('../front/send.ts');
        const { openUploadHandler, uploadsRequestOf } = await import('../server/http/uploads.ts');
        const { registerApp } = await import('../server/app/registry.ts');
        const { readSettings } = await import('../server/app/settings.ts');
        const settings = readSettings(process.env, fileURLToPath(new URL('../..', import.meta.url)));
        // Development renders every page again, so there is nothing to purge.
        const app = await openApp(settings, { purge: () => undefined }, (reason) =>
          logger.warn(String(reason)),
        );
        registerApp(app);
        server.httpServer?.once('close', () => void app.close());
        const pictures = new Pictures(settings.pocketbase, settings.cacheDir);
        const intake = openIntake(app);
        const uploadHandler = openUploadHandler(app, (reason) => logger.warn(String(reason)));
        const shown = async (path: string) => {
          const picture = pictureRequestOf(path) ?? backendPictureOf(path);
          return picture ? app.http.visibility.isPublic(picture.collection, picture.record) : true;
        };
        server.middlewares.use((req, res, next) => {
          const path = (req.url ?? '/').split('?')[0] ?? '/';
          const uploads = uploadsRequestOf(path);
          if (uploads) return void uploadHandler(req, res, uploads, '127.0.0.1').catch(next);
          const picture = pictureRequestOf(path);
          const open = isForwarded(req.method ?? 'GET', path);
          if (!picture && !open) return next();
          shown(path)
            .then(async (isShown) => {
              if (!isShown) return sendText(res, 404, 'Not found.');
              if (!picture) {
                const body = await intake.bodyOf(req, res, FORM_RULE, '127.0.0.1');
                if (!body) return;
                return forwardToBackend(req, res, {
                  backend: settings.pocketbase,
                  client: '127.0.0.1',
                  body,
                });
              }
              const bytes = await pictures.get(picture);
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
