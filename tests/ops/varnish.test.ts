import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openVarnish, PURGE_PATH, type Varnish, varnishVersion } from '../../src/dev/drill/varnish.ts';
import { openPurger } from '../../src/server/adapters/cdn/purger.ts';

/** docs/deploy/varnish.vcl in a real Varnish, where the machine has one (Debian package varnish). */
describe.skipIf(varnishVersion() === null)('the cache in front', () => {
  const token = randomBytes(24).toString('base64url');
  let site: http.Server;
  let varnish: Varnish;
  /** What reached the site, and the page it answers with. */
  let asked: string[] = [];
  let text = 'first';

  beforeAll(async () => {
    site = http.createServer((req, res) => {
      asked.push(`${req.url} ${req.headers.cookie ?? ''}`.trim());
      res.setHeader('cache-control', 'no-cache');
      if (req.url !== '/private') {
        res.setHeader('cdn-cache-control', 'max-age=600');
        res.setHeader('cache-tag', 'product:abc,store:def');
      }
      res.end(`${text}${req.headers.cookie?.includes('ai=hide') ? ' without AI' : ''}`);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    varnish = await openVarnish((site.address() as AddressInfo).port, token);
  });
  afterAll(async () => {
    await varnish?.close();
    site.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
  });
  beforeEach(() => {
    asked = [];
    text = 'first';
  });

  const get = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(varnish.url + path, { headers })).text();
  const purge = async (url: string, headers: Record<string, string>, method = 'POST') =>
    (await fetch(url, { method, headers: { 'cache-tag': 'product:abc', ...headers } })).status;

  it('keeps a page until the site says with its token that it is outdated', async () => {
    expect([await get('/page'), await get('/page')]).toEqual(['first', 'first']);
    expect(asked).toEqual(['/page']);
    text = 'second';
    expect(await get('/page')).toBe('first');
    const failures: unknown[] = [];
    const purger = openPurger(
      { url: varnish.purgeUrl, token },
      { onError: (reason) => failures.push(reason) },
    );
    purger.purge(['product:abc']);
    await purger.close();
    expect(failures).toEqual([]);
    expect(await get('/page')).toBe('second');
  });

  it('is emptied only with the token, at an address that visitors do not reach', async () => {
    await get('/kept');
    const authorization = `Bearer ${token}`;
    // What the socket of visitors is asked is a page like any other, even with the token.
    await purge(varnish.url + PURGE_PATH, { authorization });
    for (const wrong of [{}, { authorization: 'Bearer ' }, { authorization: `Bearer ${'x'.repeat(32)}` }])
      expect(await purge(varnish.purgeUrl, wrong)).toBe(404);
    expect(await purge(varnish.purgeUrl, { authorization }, 'GET')).toBe(404);
    expect(await purge(varnish.purgeUrl, { authorization, 'cache-tag': '.*' })).toBe(404);
    asked = [];
    await get('/kept');
    expect(asked).toEqual([]);
    expect(await purge(varnish.purgeUrl, { authorization })).toBe(200);
    await get('/kept');
    expect(asked).toEqual(['/kept']);
  });

  it('keeps no page that a cookie chose, however the cookie is written', async () => {
    for (const [at, cookie] of [
      'ai=hide',
      'x=1;ai=hide',
      'x=1; ai=hide',
      'x=1;\u00a0ai=hide',
      'x=1;\tai=hide',
    ].entries()) {
      expect(await get(`/search-${at}`, { cookie }), cookie).toBe('first without AI');
      expect(await get(`/search-${at}`), cookie).toBe('first');
    }
  });

  it('keeps nothing that the site does not mark as the same for everybody', async () => {
    await get('/private');
    await get('/private');
    expect(asked).toEqual(['/private', '/private']);
  });
});
