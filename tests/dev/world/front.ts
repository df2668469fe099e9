import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { AstroHandler } from '../../../src/front/astro/render.ts';
import { openAdmission } from '../../../src/front/load-shedding/admission.ts';
import { FrontPageCache } from '../../../src/front/page-cache.ts';
import { freePort } from '../../../src/ops/ports.ts';
import type { App } from '../../../src/server/app/app.ts';
import { openApp } from '../../../src/server/app/open.ts';
import { readSettings } from '../../../src/server/app/settings.ts';
import { openFront } from '../../../src/server/http/front.ts';
import { Pictures } from '../../../src/server/http/pictures/pictures.ts';
import type { TestBackend } from './backend.ts';

/** The site's real front server on an empty database, without a built site: Astro answers 404 to everything. */
export interface TestFront {
  app: App;
  url: string;
  /** The front server's log lines: warnings and errors. */
  log: string[];
  close(): Promise<void>;
}

/**
 * @param env settings that differ from the development defaults.
 * @param astro handles the requests the front server does not answer itself.
 */
export async function openTestFront(
  backend: TestBackend,
  env: Record<string, string> = {},
  astro: AstroHandler = (_req, res) => void res.writeHead(404).end(),
): Promise<TestFront> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'front-'));
  const port = await freePort();
  const settings = readSettings(
    {
      PORT: String(port),
      POCKETBASE_URL: backend.url,
      POCKETBASE_EMAIL: backend.service.email,
      POCKETBASE_PASSWORD: backend.service.password,
      MODELS_DIR: backend.modelsDir,
      CACHE_DIR: cacheDir,
      // Nothing listens on this port: these tests make no payments.
      STRIPE_API_URL: 'http://127.0.0.1:9',
      ...env,
    },
    '/',
  );
  const log: string[] = [];
  const collector = new Writable({
    write(line, _encoding, done) {
      log.push(String(line));
      done();
    },
  });
  const pages = new FrontPageCache({
    render: () => Promise.reject(new Error('there are no pages')),
    limitBytes: 0,
  });
  // Background jobs fail because no payment provider listens; keep that out of the front server's log.
  const app = await openApp(settings, pages, () => undefined);
  const front = openFront({
    app,
    log: pino({ level: 'warn' }, collector),
    files: new Map(),
    pages,
    pictures: new Pictures(backend, cacheDir),
    admission: openAdmission(),
    astro,
  });
  await new Promise<void>((resolve) => front.server.listen(port, '127.0.0.1', resolve));
  return {
    app,
    url: settings.siteUrl,
    log,
    async close() {
      await front.drain(0);
      await app.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}
