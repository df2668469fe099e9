import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeRelease, switchRelease, thinReleases } from '../../../src/ops/build/releases.ts';
import { freePort } from '../../../src/ops/ports.ts';
import { paths } from '../../../src/paths.ts';
import { ROOT } from '../../structure/source.ts';
import { world } from '../request.ts';

/** Releases of a folder of their own, below the packages that they load: copies of the one that all tests share. */
const NAMES = ['0', '1', '2', '3', '4'].map((digit) => digit.repeat(16));
const [FIRST = '', SECOND = '', ...MORE] = NAMES;
let releases = '';
let caches = '';
const sites: ChildProcess[] = [];

beforeAll(async () => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  releases = await mkdtemp(join(ROOT, '.cache', 'releases-'));
  caches = await mkdtemp(join(tmpdir(), 'guildhall-releases-'));
});
afterAll(async () => {
  for (const site of sites) await stop(site);
  for (const folder of [releases, caches]) await rm(folder, { recursive: true, force: true });
});

/** Makes a release the current one, as a build does. */
async function release(name: string): Promise<void> {
  const from = realpathSync(join(ROOT, 'dist/current'));
  for (const part of ['client', 'server'])
    await cp(join(from, part), join(releases, name, part), { recursive: true });
  await closeRelease(releases, name);
  await switchRelease(releases, name);
  await thinReleases(releases);
}

/** A site that starts from the current release. */
async function start(): Promise<{ url: string; site: ChildProcess }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const site = spawn(process.execPath, [join(ROOT, 'src/server/http/main.ts'), releases], {
    env: {
      ...process.env,
      ...{ PORT: String(port), PUBLIC_SITE_URL: url, JOBS: 'off', NODE_ENV: 'test', RATE_LIMITS: 'off' },
      ...{ CACHE_DIR: join(caches, String(port)), MODELS_DIR: join(caches, 'models'), LOG_LEVEL: 'silent' },
      ...{ POCKETBASE_URL: world.pocketbaseUrl, STRIPE_API_URL: world.paymentsUrl },
      ...{ POCKETBASE_EMAIL: world.service.email, POCKETBASE_PASSWORD: world.service.password },
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  sites.push(site);
  await once(site, 'message');
  return { url, site };
}

async function stop(site: ChildProcess): Promise<void> {
  if (site.exitCode !== null || site.signalCode !== null) return;
  site.kill('SIGKILL');
  await once(site, 'exit');
}

const answerOf = async (address: string) => {
  const answer = await fetch(address, { redirect: 'manual', headers: { cookie: world.cookies.seller } });
  return { status: answer.status, text: await answer.text() };
};

it('a site goes on with its release while others are built, switched to and deleted', async () => {
  await release(FIRST);
  const old = await start();
  for (const name of [SECOND, ...MORE]) await release(name);
  // The oldest but one went: this one is served.
  expect([existsSync(join(releases, FIRST)), existsSync(join(releases, SECOND))]).toEqual([true, false]);
  const pages = [
    '/',
    '/search?query=dragon',
    '/login',
    '/signup',
    '/terms',
    '/help',
    '/withdraw',
    '/guilds',
    '/nothing-here',
  ];
  pages.push('/feeds/new.json', '/sitemap.xml', '/account', '/account/library', paths.latestBuild());
  const failed: string[] = [];
  for (const page of pages) {
    const { status } = await answerOf(old.url + page);
    if (status === 500) failed.push(page);
  }
  expect(failed).toEqual([]);
  const quote = await fetch(`${old.url}/_actions/checkout.quote`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: old.url },
    body: '{}',
  });
  expect(quote.status).toBeLessThan(500);
  expect(await answerOf(`${old.url}/readyz`)).toEqual({ status: 200, text: 'ready' });
  expect(await answerOf(`${old.url}/healthz`)).toEqual({ status: 200, text: `ok ${FIRST}` });
  const next = await start();
  expect(await answerOf(`${next.url}/healthz`)).toEqual({ status: 200, text: `ok ${MORE.at(-1)}` });
  await rm(join(releases, FIRST, 'server/entry.mjs'));
  await expect
    .poll(() => answerOf(`${old.url}/readyz`))
    .toEqual({ status: 503, text: `not ready: the release ${FIRST} lacks entry.mjs` });
  await stop(old.site);
  await thinReleases(releases);
  expect(existsSync(join(releases, FIRST))).toBe(false);
}, 240_000);
