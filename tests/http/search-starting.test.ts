import { resolve } from 'node:path';
import { parse } from 'parse5';
import { expect, it } from 'vitest';
import type { App } from '../../src/server/app/app.ts';
import { loadBuiltSite } from '../../src/server/http/built-pages.ts';
import { renderAnonymous } from '../../src/server/http/render.ts';

/** The built site with a search that is not ready; it needs nothing else of the app. */
async function answered(path: string) {
  const site = await loadBuiltSite(resolve('dist/server'));
  const app = {
    search: { search: async () => null, suggest: async () => null },
    listings: { categories: async () => [], storeNames: async () => ({}), cards: async () => [] },
    commerce: { now: Date.now },
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
