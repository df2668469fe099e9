import { beforeAll, describe, expect, it } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { paths } from '../../src/paths.ts';
import { newUserCookie } from './people.ts';
import { formOf, request, world } from './request.ts';

const WITHIN = { timeout: 15_000, interval: 50 };
const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });
/** A published product whose name is a word of its own. */
const published = async (word: string, more: object): Promise<string> => {
  const shown = {
    store: world.stores.seller,
    name: `A ${word}`,
    slug: word,
    state: 'published',
    priceCents: 900,
  };
  return (await pb.collection('products').create({ ...shown, ...more })).id;
};
const WORD = 'velathorn';
let product: string;

beforeAll(async () => {
  product = await published(WORD, {
    // Ahead of products that other tests publish meanwhile, so that it stays among the newest.
    publishedAt: new Date(Date.now() + 3_600_000).toISOString(),
    mature: true,
    ai: 'assisted',
  });
  return () => pb.collection('products').delete(product);
});

const LISTS = (): string[] => [
  paths.home(),
  paths.search(WORD),
  paths.storeProducts('seller'),
  paths.store('seller'),
  paths.storeFeed('seller', 'xml'),
  paths.newFeed('json'),
  `${paths.suggestions()}?query=${WORD}`,
];
const optedIn = { headers: { cookie: 'mature=yes' } };
const link = () => paths.product(product);
const answerQuestion = (show: string, back: string, headers: Record<string, string> = {}, adult = 'yes') =>
  request('anonymous', paths.mature(), { method: 'POST', body: formOf({ show, back, adult }), headers });

describe('a model marked mature', () => {
  it('appears in no list of a visitor who has not opted in', async () => {
    // The product page answers, so the site knows the product.
    await expect.poll(async () => (await request('anonymous', link())).status, WITHIN).toBe(200);
    await expect
      .poll(async () => (await request('anonymous', paths.search(WORD), optedIn)).text(), WITHIN)
      .toContain(link());
    for (const path of LISTS()) {
      const answer = await request('anonymous', path);
      expect(answer.status, path).toBe(200);
      expect(await answer.text(), path).not.toContain(link());
    }
  });

  it('appears in the lists of a visitor who has opted in, and those pages are not cached', async () => {
    for (const path of [paths.home(), paths.search(WORD), paths.storeProducts('seller')]) {
      const answer = await request('anonymous', path, optedIn);
      expect(await answer.text(), path).toContain(link());
      expect(answer.headers.get('cache-control'), path).toBe('private, no-store');
      expect(answer.headers.get('cdn-cache-control'), path).toBeNull();
      expect(await (await request('anonymous', path)).text(), path).not.toContain(link());
    }
  });

  it('asks on the product page first, with a form that needs no script', async () => {
    const hidden = await (await request('anonymous', link())).text();
    expect(hidden).toContain('Show the pictures');
    expect(hidden).toContain(`action="${paths.mature()}"`);
    const shown = await (await request('anonymous', link(), optedIn)).text();
    expect(shown).not.toContain('Show the pictures');
  });

  it('is labelled if it was made with AI', async () => {
    expect(await (await request('anonymous', paths.search(WORD), optedIn)).text()).toContain('AI assisted');
    const without = await request('anonymous', `${paths.search(WORD)}&not-ai=assisted`, optedIn);
    expect(await without.text()).toContain('Nothing found');
  });
});

describe('the question about mature models', () => {
  it('is answered by a form, which redirects back', async () => {
    const answer = await answerQuestion('yes', link());
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(link());
    expect(answer.headers.get('set-cookie')).toMatch(/^mature=yes;.*Max-Age=31536000/);
    const no = await answerQuestion('no', '//elsewhere.example');
    expect(no.headers.get('location')).toBe(paths.search());
    expect(no.headers.get('set-cookie')).toMatch(/^mature=;.*Max-Age=0/);
  });

  it('is answered with yes only by who says that they are 18 or older', async () => {
    const answer = await answerQuestion('yes', link(), {}, '');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie') ?? '').not.toContain('mature=yes');
    expect(await answer.text()).toContain('Confirm that you are 18 or older.');
  });

  it('is stored in the account of a signed-in user, whatever their cookie says', async () => {
    const cookie = await newUserCookie(pb);
    const answer = await answerQuestion('yes', '/', { cookie });
    expect(answer.status).toBe(303);
    const elsewhere = await request('anonymous', paths.account(), { headers: { cookie } });
    expect(elsewhere.headers.get('set-cookie')).toContain('mature=yes');
    const claimed = await request('anonymous', paths.account(), {
      headers: { cookie: `${await newUserCookie(pb)}; mature=yes` },
    });
    expect(claimed.headers.get('set-cookie')).toContain('mature=;');
  });
});

describe('models made with generative AI', () => {
  const WORD = 'quorrimast';
  let product: string;

  beforeAll(async () => {
    // An old one: a search without results offers the newest models.
    const publishedAt = '2020-01-01 00:00:00.000Z';
    product = await published(WORD, { publishedAt, ai: 'generated', licences: ['personal'] });
    return () => pb.collection('products').delete(product);
  });

  const page = async (path: string, cookie = '') =>
    (await request('anonymous', path, cookie === '' ? {} : { headers: { cookie } })).text();
  const link = () => paths.product(product);
  const HIDES = 'ai=hide';

  it('are hidden in every search of a buyer who chose so, and of nobody else', async () => {
    await expect.poll(() => page(paths.search(WORD)), WITHIN).toContain(link());
    const hidden = await page(paths.search(WORD), HIDES);
    expect(hidden).not.toContain(link());
    expect(hidden).toContain('Models made with AI are hidden.');
    // The page of all others is another one, before and after, and no link carries the choice on.
    expect(await page(paths.search(WORD))).toContain(link());
    expect(hidden).not.toContain('hide=ai');
    expect(await page(`${paths.search(WORD)}&ai=generated`, HIDES)).toContain(link());
    // No cache in front keeps it for the others, however the cookie is written.
    const cookie = `x=1;${HIDES}`;
    const answer = await request('anonymous', paths.search(WORD), { headers: { cookie } });
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('the licence in an address limits what a search finds', async () => {
    await expect.poll(() => page(`${paths.search(WORD)}&licence=personal`), WITHIN).toContain(link());
    // Without a result the newest models are offered, so the number of results says it.
    expect(await page(`${paths.search(WORD)}&licence=merchant`)).toContain('>0 models<');
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
});
