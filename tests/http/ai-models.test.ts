import { beforeAll, expect, it } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { paths } from '../../src/paths.ts';
import { newUserCookie } from './people.ts';
import { formOf, request, world } from './request.ts';

const WITHIN = { timeout: 30_000, interval: 100 };
const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });
const WORD = 'quorrimast';
let product: string;

beforeAll(async () => {
  const data = {
    store: world.stores.seller,
    name: `A ${WORD}`,
    slug: WORD,
    state: 'published',
    priceCents: 900,
  };
  const published = { publishedAt: new Date().toISOString(), ai: 'generated', licences: ['personal'] };
  product = (await pb.collection('products').create({ ...data, ...published })).id;
  return () => pb.collection('products').delete(product);
});

const page = async (path: string, cookie = '') =>
  (await request('anonymous', path, cookie === '' ? {} : { headers: { cookie } })).text();
const link = () => paths.product(product);
const HIDES = 'ai=hide';

it('a buyer who wants no AI models had to say so in every search', async () => {
  await expect.poll(() => page(paths.search(WORD)), WITHIN).toContain(link());
  const hidden = await page(paths.search(WORD), HIDES);
  expect(hidden).not.toContain(link());
  expect(hidden).toContain('Models made with AI are hidden.');
  // The page of all others is another one, before and after, and no link carries the choice on.
  expect(await page(paths.search(WORD))).toContain(link());
  expect(hidden).not.toContain('hide=ai');
  expect(await page(`${paths.search(WORD)}&ai=generated`, HIDES)).toContain(link());
});

it('the licence in an address was ignored, so a search for merchant licences answered everything', async () => {
  await expect.poll(() => page(`${paths.search(WORD)}&licence=personal`), WITHIN).toContain(link());
  expect(await page(`${paths.search(WORD)}&licence=merchant`)).not.toContain(link());
  // As with other filters, a value that does not exist is ignored.
  expect(await page(`${paths.search(WORD)}&licence=exclusive`)).toContain(link());
});

it('the choice is kept in a cookie, and in the account of who is signed in', async () => {
  const choose = (hide: string, headers: Record<string, string> = {}) =>
    request('anonymous', paths.aiModels(), {
      ...{ method: 'POST', headers, body: formOf({ hide, back: paths.search(WORD) }) },
    });
  const yes = await choose('yes');
  expect([yes.status, yes.headers.get('location')]).toEqual([303, paths.search(WORD)]);
  expect(yes.headers.get('set-cookie')).toMatch(/^ai=hide;.*Max-Age=31536000/);
  expect((await choose('no')).headers.get('set-cookie')).toMatch(/^ai=;.*Max-Age=0/);
  const cookie = await newUserCookie(pb);
  expect((await choose('yes', { cookie })).status).toBe(303);
  const elsewhere = await request('anonymous', paths.account(), { headers: { cookie } });
  expect(elsewhere.headers.get('set-cookie')).toContain('ai=hide');
});
