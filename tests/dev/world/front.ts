import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { App } from '../../../src/server/app/app.ts';
import { openApp } from '../../../src/server/app/open.ts';
import { readSettings } from '../../../src/server/app/settings.ts';
import { openFront } from '../../../src/server/http/front.ts';
import { FrontPageCache } from '../../../src/server/http/page-cache.ts';
import { Pictures } from '../../../src/server/http/pictures.ts';
import type { AstroHandler } from '../../../src/server/http/render.ts';
import { freePort, type TestBackend } from './backend.ts';

/** The site's real front server on an empty database, without a built site: Astro answers 404 to everything. */
export interface TestFront {
  app: App;
  url: string;
  /** Warnings and errors the front logged, as they were written. */
  log: string[];
  close(): Promise<void>;
}

/**
 * @param env settings that differ from a laptop's.
 * @param astro what answers where the front itself has no answer.
 */
export async function openTestFront(
  empty: TestBackend,
  env: Record<string, string> = {},
  astro: AstroHandler = (_req, res) => void res.writeHead(404).end(),
): Promise<TestFront> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'front-'));
  const port = await freePort();
  const settings = readSettings(
    {
      PORT: String(port),
      POCKETBASE_URL: empty.url,
      POCKETBASE_EMAIL: empty.service.email,
      POCKETBASE_PASSWORD: empty.service.password,
      MODELS_DIR: empty.modelsDir,
      CACHE_DIR: cacheDir,
      // A port where nobody listens: no money changes hands here.
      STRIPE_API_URL: 'http://127.0.0.1:9',
      ...env,
    },
    '/',
  );
  const log: string[] = [];
  const keep = new Writable({
    write(line, _encoding, done) {
      log.push(String(line));
      done();
    },
  });
  const pages = new FrontPageCache({
    render: () => Promise.reject(new Error('there are no pages here')),
    limitBytes: 0,
  });
  // Background jobs fail here because no payment provider listens; that does not belong into the front's log.
  const app = await openApp(settings, pages, () => undefined);
  const front = openFront({
    app,
    log: pino({ level: 'warn' }, keep),
    files: new Map(),
    pages,
    pictures: new Pictures(empty.url, cacheDir),
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
