import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CutLine, openCutLine } from '../../src/dev/drill/cut-line.ts';
import { loadBuiltSite } from '../../src/front/astro/built-pages.ts';
import { renderAnonymous } from '../../src/front/astro/render.ts';
import { freePort } from '../../src/ops/ports.ts';
import type { App } from '../../src/server/app/app.ts';
import { ROOT } from '../structure/source.ts';
import { world } from './request.ts';

/** The built site with a search that is not ready and nothing else; `pb` is what asks the backend. */
async function answered(path: string, pb: object = {}) {
  const site = await loadBuiltSite(resolve('dist/current/server'));
  const app = {
    pb,
    settings: { pbApiUrl: '' },
    catalogue: {
      search: { search: async () => null },
      searchRules: { redirectOf: () => null },
      finder: { find: async () => null },
      suggestions: { of: async () => null },
      listings: {
        categories: async () => [],
        storeNames: async () => ({}),
        cards: async () => [],
        kept: (_key: string, _collections: string[], load: () => unknown) => load(),
      },
    },
    commerce: { now: Date.now, onError: () => undefined },
    site: { get: ({ fallback }: { fallback: object }) => fallback, version: () => 0 },
  };
  return renderAnonymous(site, path, 'guildhall.test', { app: app as unknown as App });
}

it('a search answers 503 while the index is built, and its page asks again by itself', async () => {
  const { status, headers, body } = await answered('/search?query=dragon&scale=32');
  const page = String(body);
  expect(status).toBe(503);
  expect(headers).toMatchObject({ 'retry-after': '5' });
  expect(page).toContain('The search is starting.');
  expect(page).toContain('<meta http-equiv="refresh" content="5">');
  expect(page).toContain('href="/search?query=dragon&amp;scale=32"');
  parse(page, { onParseError: ({ code }) => expect.fail(code) });
});

it('suggestions answer 503 while the index is built', async () => {
  const { status, headers } = await answered('/api/suggestions?query=dragon');
  expect(status).toBe(503);
  expect(headers).toMatchObject({ 'retry-after': '5' });
});

describe('while the backend is away', () => {
  /** Each question ends as with a server that is not there. */
  const away = new Proxy({}, {
    get: (_, name) => typeof name === 'symbol' ? undefined : () => {
      throw Object.assign(new Error('no connection'), { name: 'ClientResponseError', status: 0 });
    },
  }); // biome-ignore format: one thing

  it.each(['/product/abcdefghijklmno?ref=a', '/store/ashgrove', '/guilds'])(
    'a page answers 503, and tries again by itself: %s',
    async (path) => {
      const { status, headers, body } = await answered(path, away);
      expect(status).toBe(503);
      expect(headers).toMatchObject({ 'retry-after': '5' });
      expect(String(body)).toContain(
        'Guildhall is restarting. This page tries again by itself in 5 seconds.',
      );
      parse(String(body), { onParseError: ({ code }) => expect.fail(code) });
    },
  );

  it.each(['/feeds/new.json', '/sitemap.xml'])(
    'a program is answered 503 with one sentence: %s',
    async (path) => {
      const { status, headers, body } = await answered(path, away);
      expect([status, headers['retry-after']]).toEqual([503, '5']);
      expect(String(body)).toBe('The service is restarting; try again in a moment.');
    },
  );
});

describe('a site of its own', () => {
  /** How long a process may take to start on a busy machine, in ms. */
  const STARTED = { timeout: 90_000 };
  /** Its line to the backend can be cut. */
  let folder = '';
  let site: ChildProcess;
  let url = '';
  let line: CutLine;
  const said: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guildhall-away-'));
    line = await openCutLine(world.pocketbaseUrl);
    line.letThrough(false);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    site = spawn(process.execPath, [join(ROOT, 'src/server/http/main.ts')], {
      env: {
        ...process.env,
        ...{
          PORT: String(port),
          PUBLIC_SITE_URL: url,
          CACHE_DIR: folder,
          MODELS_DIR: join(folder, 'models'),
        },
        ...{ POCKETBASE_URL: line.origin, LOG_LEVEL: 'silent' },
        ...{ POCKETBASE_EMAIL: world.service.email, POCKETBASE_PASSWORD: world.service.password },
        // What loaded the built site above has set it to production.
        ...{ STRIPE_API_URL: world.paymentsUrl, JOBS: 'off', NODE_ENV: 'test' },
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    site.on('message', (message) => said.push(String(message)));
  });
  afterAll(async () => {
    site.kill();
    if (site.exitCode === null) await once(site, 'exit');
    await line.close();
    await rm(folder, { recursive: true, force: true });
  });

  const statusOf = async (path: string) => (await fetch(url + path)).status;
  const call = (action: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/_actions/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, ...headers },
      body: '{}',
    });

  it('a site that starts while the backend is away answers 503 until it is there', async () => {
    await expect.poll(() => said, STARTED).toEqual(['waiting']);
    await expect.poll(() => statusOf('/readyz').catch(() => 0)).toBe(503);
    expect([await statusOf('/'), await statusOf('/healthz')]).toEqual([503, 200]);
    line.letThrough(true);
    await expect.poll(() => said, STARTED).toEqual(['waiting', 'listening']);
    await expect.poll(() => statusOf('/readyz')).toBe(200);
    expect(await statusOf('/login')).toBe(200);
    const { cookies } = world;
    expect((await call('account.overview', { cookie: cookies.seller })).status).toBe(200);
  }, 240_000);

  it('an action answers 503 with one sentence while the backend is away', async () => {
    line.letThrough(false);
    // The other seller is not known here yet, the first one is for some seconds.
    for (const cookie of [world.cookies['other seller'], world.cookies.seller]) {
      const answer = await call('account.overview', { cookie });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: 'The site is restarting. Try again in a moment.',
      });
    }
    const form = new FormData();
    form.set('email', 'buyer@guildhall.test');
    form.set('password', 'a password of the tests');
    const headers = { origin: url, accept: 'text/html' };
    const signIn = await fetch(`${url}/login?_action=session.signIn`, {
      method: 'POST',
      body: form,
      headers,
    });
    expect(signIn.status).toBe(503);
    const passed = await fetch(`${url}/api/collections/users/auth-with-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identity: 'buyer@guildhall.test', password: 'a password of the tests' }),
    });
    expect([passed.status, passed.headers.get('retry-after')]).toEqual([503, '2']);
  });

  it('a page with the result of a form does not load itself again while the backend is away', async () => {
    const body = new URLSearchParams({ reason: 'other' });
    const headers = { origin: url, accept: 'text/html' };
    const answer = await fetch(`${url}/report/product/${world.products.bought}?_action=reports.make`, {
      method: 'POST',
      headers,
      body,
    });
    expect(answer.status).toBe(503);
    const page = await answer.text();
    expect(page).toContain('Go back in a moment and send the form once more.');
    expect(page).not.toContain('http-equiv="refresh"');
  });
});
