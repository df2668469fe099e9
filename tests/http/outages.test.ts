import { resolve } from 'node:path';
import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { App } from '../../src/server/app/app.ts';
import { loadBuiltSite } from '../../src/server/http/built-pages.ts';
import { renderAnonymous } from '../../src/server/http/render.ts';

/** The built site with a search that is not ready and nothing else; `pb` is what asks the backend. */
async function answered(path: string, pb: object = {}) {
  const site = await loadBuiltSite(resolve('dist/server'));
  const app = {
    pb,
    search: { search: async () => null, suggest: async () => null },
    listings: { categories: async () => [], storeNames: async () => ({}), cards: async () => [] },
    commerce: { now: Date.now, onError: () => undefined },
    site: { get: ({ fallback }: { fallback: object }) => fallback, version: () => 0 },
  };
  return renderAnonymous(site, path, 'guildhall.test', { app: app as unknown as App });
}

it('a search answered 500 or after ten seconds while the index was built', async () => {
  const { status, headers, body } = await answered('/search?query=dragon&scale=32');
  const page = String(body);
  expect(status).toBe(503);
  expect(headers).toMatchObject({ 'retry-after': '5' });
  expect(page).toContain('The search is starting.');
  expect(page).toContain('<meta http-equiv="refresh" content="5">');
  expect(page).toContain('href="/search?query=dragon&amp;scale=32"');
  parse(page, { onParseError: ({ code }) => expect.fail(code) });
});

it('suggestions were looked for in the whole database while the index was built', async () => {
  const { status, headers } = await answered('/api/suggestions?query=dragon');
  expect(status).toBe(503);
  expect(headers).toMatchObject({ 'retry-after': '5' });
});

describe('while the backend was away', () => {
  /** Each question ends as with a server that is not there. */
  const away = new Proxy({}, {
    get: (_, name) => typeof name === 'symbol' ? undefined : () => {
      throw Object.assign(new Error('no connection'), { name: 'ClientResponseError', status: 0 });
    },
  }); // biome-ignore format: one thing

  it.each(['/product/abcdefghijklmno?ref=a', '/store/ashgrove', '/guilds'])(
    'a page answered 500: %s',
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
    'a program was sent a page with status 500: %s',
    async (path) => {
      const { status, headers, body } = await answered(path, away);
      expect([status, headers['retry-after']]).toEqual([503, '5']);
      expect(String(body)).toBe('The service is restarting; try again in a moment.');
    },
  );
});
