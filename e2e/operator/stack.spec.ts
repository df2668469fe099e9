import { once } from 'node:events';
import { request } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import type { DevStack } from '../../src/dev/stack.ts';
import { openOwnStack } from '../support/stack.ts';

/** Headers of every response, regardless of status and type. */
const EVERYWHERE: Record<string, RegExp> = {
  'content-security-policy': /frame-ancestors 'none'/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /strict-origin/,
  'cross-origin-opener-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
};

const ADDRESSES: [name: string, path: string, status: number][] = [
  ['a cached page', '/', 200],
  ['a prerendered page', '/terms', 200],
  ['an unknown path', '/no-such-page', 404],
  ['an unknown product', '/product/aaaaaaaaaaaaaaa', 404],
  ['a path that is no path', '/%E0%A4%A', 404],
  ['a picture of nothing', '/img/320/products/aaaaaaaaaaaaaaa/x.webp', 404],
  ['a width that is none of ours', '/img/321/products/aaaaaaaaaaaaaaa/x.webp', 404],
  ['the open part of the backend', '/api/health', 200],
  ['the closed part of the backend', '/api/collections/users/records', 404],
  ['the dashboard', '/_/', 404],
  ['the guarded batch', '/internal/tx', 404],
  ['the build manifest', '/builds/latest.json', 200],
  ['the health of the process', '/healthz', 200],
  ['a slash too much', '/terms/', 308],
];

for (const [name, path, status] of ADDRESSES)
  test(`${name} responds ${status} with all headers`, async ({ request }) => {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.status()).toBe(status);
    for (const [header, wanted] of Object.entries(EVERYWHERE))
      expect.soft(answer.headers()[header] ?? '', header).toMatch(wanted);
    if (status >= 400) expect(answer.headers()['cache-control'] ?? '').not.toMatch(/public|max-age=[1-9]/);
  });

test('an unknown path shows a message', async ({ page }) => {
  await page.goto('/no-such-page?x=1');
  await expect(page.getByText('Oops! The page you are looking for does not exist.')).toBeVisible();
  await expect(page.getByText('Page not found')).toContainText('/no-such-page');
  await page
    .getByRole('link', { name: 'Go back home' })
    .or(page.getByRole('button', { name: 'Go back home' }))
    .click();
  await expect(page).toHaveURL('/');
});

test('a page is the same for every visitor and is sent again only if it changed', async ({ request }) => {
  const first = await request.get('/');
  const signedIn = await request.get('/', {
    headers: { cookie: 'pb_auth=%7B%22token%22%3A%22forged%22%7D' },
  });
  expect(await signedIn.text()).toBe(await first.text());
  const etag = first.headers()['etag'] ?? '';
  expect(etag).not.toBe('');
  expect((await request.get('/', { headers: { 'if-none-match': etag } })).status()).toBe(304);
  expect((await request.head('/')).headers()['content-length']).toBeTruthy();
});

test('an unknown host is refused', async ({ request }) => {
  const answer = await request.get('/', { headers: { host: 'evil.example' } });
  expect(answer.status()).toBe(421);
  expect(await answer.text()).not.toContain('evil.example');
});

test('cross-site writes are refused', async ({ request }) => {
  const answer = await request.post('/api/collections/users/auth-with-password', {
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    data: { identity: 'mira@guildhall.test', password: 'paint-your-minis' },
  });
  expect(answer.status()).toBe(403);
});

/** Two seconds on a quiet machine, and longer than ten where other work keeps both cores busy. */
const RESTARTED_WITHIN_MS = 60_000;

test.describe('during failures', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });
  let stack: DevStack;
  test.beforeAll(async () => {
    test.setTimeout(60_000);
    stack = await openOwnStack();
  });
  test.afterAll(async () => {
    await stack.stop();
  });
  const statusOf = async (path: string) => (await fetch(stack.siteUrl + path, { redirect: 'manual' })).status;

  test('cached pages are served while the database is down, and it recovers by itself', async ({ page }) => {
    // Just after the start the site may answer 503 on a busy machine.
    for (const path of ['/', '/terms']) await expect.poll(() => statusOf(path)).toBe(200);
    const killed = stack.supervisor.pid();
    expect(killed).not.toBeNull();
    process.kill(killed ?? 0, 'SIGKILL');
    await visible(page, stack.siteUrl);
    expect(await statusOf('/terms')).toBe(200);
    await expect.poll(() => statusOf('/api/health'), { timeout: RESTARTED_WITHIN_MS }).toBe(200);
    expect(stack.supervisor.pid()).not.toBe(killed);
  });

  test('a killed site is restarted', async () => {
    const killed = stack.sitePid();
    expect(killed).not.toBeNull();
    process.kill(killed ?? 0, 'SIGKILL');
    await expect.poll(() => statusOf('/healthz').catch(() => 0), { timeout: RESTARTED_WITHIN_MS }).toBe(200);
    expect(stack.sitePid()).not.toBe(killed);
  });

  test('requests in progress are finished when the site is stopped', async () => {
    const body = JSON.stringify({ identity: 'nobody@guildhall.test', password: 'wrong password' });
    const slow = request(`${stack.siteUrl}/api/collections/users/auth-with-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
    });
    const status = new Promise<number>((resolve, reject) => {
      slow.once('response', (answer) => resolve(answer.resume().statusCode ?? 0));
      slow.once('error', reject);
    });
    slow.flushHeaders();
    // "100 Continue" shows that the server has received the request.
    await once(slow, 'continue');
    process.kill(stack.sitePid() ?? 0, 'SIGTERM');
    await expect.poll(() => statusOf('/healthz').catch(() => 0)).toBe(0);
    slow.end(body);
    expect(await status).toBe(400);
    await expect.poll(() => statusOf('/healthz').catch(() => 0), { timeout: RESTARTED_WITHIN_MS }).toBe(200);
  });
});

/** Expects the home page to be rendered. */
async function visible(page: Page, siteUrl: string): Promise<void> {
  const answer = await page.goto(siteUrl);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('banner')).toBeVisible();
}
