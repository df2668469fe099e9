import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CutLine, openCutLine } from '../../src/dev/drill/cut-line.ts';
import { freePort } from '../dev/world/backend.ts';
import { ROOT } from '../structure/source.ts';
import { world } from './request.ts';

/** A site of its own whose line to the backend can be cut. */
let folder = '';
let site: ChildProcess;
let url = '';
let line: CutLine | null = null;
let backendPort = 0;
const said: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-away-'));
  backendPort = await freePort();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  site = spawn(process.execPath, [join(ROOT, 'src/server/http/main.ts')], {
    env: {
      ...process.env,
      ...{ PORT: String(port), PUBLIC_SITE_URL: url, CACHE_DIR: folder, MODELS_DIR: join(folder, 'models') },
      ...{ POCKETBASE_URL: `http://127.0.0.1:${backendPort}`, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' },
      ...{ POCKETBASE_EMAIL: world.service.email, POCKETBASE_PASSWORD: world.service.password },
      ...{ STRIPE_API_URL: world.paymentsUrl, JOBS: 'off' },
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  site.on('message', (message) => said.push(String(message)));
});
afterAll(async () => {
  site.kill();
  if (site.exitCode === null) await once(site, 'exit');
  await line?.close();
  await rm(folder, { recursive: true, force: true });
});

const statusOf = async (path: string) => (await fetch(url + path)).status;
const call = (action: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/_actions/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: '{}',
  });

it('a site that was started while the backend was away ended', async () => {
  await expect.poll(() => said).toEqual(['waiting']);
  await expect.poll(() => statusOf('/readyz').catch(() => 0)).toBe(503);
  expect([await statusOf('/'), await statusOf('/healthz')]).toEqual([503, 200]);
  line = await openCutLine(world.pocketbaseUrl, backendPort);
  await expect.poll(() => said, { timeout: 60_000 }).toEqual(['waiting', 'listening']);
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  expect(await statusOf('/login')).toBe(200);
  const { cookies } = world;
  expect((await call('account.overview', { cookie: cookies.seller })).status).toBe(200);
});

it('an action answered 500, or asked people to sign in again, while the backend was away', async () => {
  await line?.close();
  line = null;
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
  const signIn = await fetch(`${url}/login?_action=session.signIn`, { method: 'POST', body: form, headers });
  expect(signIn.status).toBe(503);
});

it('a page with the result of a form loaded itself again without the form while the backend was away', async () => {
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
