import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { openOwnStack } from '../support/stack.ts';

/** A login as the header reads it: it says whose picture is shown, and proves nothing to the server. */
const loginCookie = () => {
  const part = (what: object) => Buffer.from(JSON.stringify(what)).toString('base64url');
  const token = `${part({ alg: 'HS256' })}.${part({ exp: Math.ceil(Date.now() / 1000) + 3600 })}.x`;
  const record = { id: 'aaaaaaaaaaaaaaa', username: 'wren', email: 'wren@example.test', avatar: 'face.webp' };
  return encodeURIComponent(JSON.stringify({ token, record }));
};
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

test('the same build asks the backend that pbApiUrl names for pictures of people', async ({ page }) => {
  test.setTimeout(120_000);
  const asked: string[] = [];
  const backend = createServer((req, res) => {
    asked.push(req.url ?? '');
    res.writeHead(200, { 'content-type': 'image/gif' }).end(PIXEL);
  }).listen(0, '127.0.0.1');
  await once(backend, 'listening');
  const address = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  // Its site is the one that was built for this run, without this setting.
  const stack = await openOwnStack({ PUBLIC_PB_API_URL: `${address}/` });
  try {
    await page
      .context()
      .addCookies([{ name: 'pb_auth', value: loginCookie(), url: stack.siteUrl, sameSite: 'Strict' }]);
    const answer = await page.goto(stack.siteUrl + paths.cart());
    // What the policy refuses would not be asked for.
    await expect.poll(() => asked).toContain('/api/files/users/aaaaaaaaaaaaaaa/face.webp?thumb=32x32');
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain(`img-src 'self' data: blob: ${address};`);
    expect(policy).toContain("connect-src 'self';");
  } finally {
    await stack.stop();
    backend.close();
  }
});

test('without pbApiUrl the site passes pictures of people on itself', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'pb_auth', value: loginCookie(), url: baseURL ?? '' }]);
  const asked = page.waitForRequest(`${baseURL}/api/files/users/aaaaaaaaaaaaaaa/face.webp?thumb=32x32`);
  const answer = await page.goto(paths.cart());
  await asked;
  expect(answer?.headers()['content-security-policy']).toContain("img-src 'self' data: blob:;");
});
