import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addViewCounts } from '../../../src/data/commerce/view-counts.ts';
import { changesAfter, latestChange } from '../../../src/data/kernel/changes.ts';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { INTEREST_HALF_LIFE_DAYS, INTEREST_POINTS } from '../../../src/domain/catalogue/popularity.ts';
import { reckonPopularity } from '../../../src/server/catalogue/popularity.ts';
import { openSearch } from '../../../src/server/catalogue/search-feed.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';

const DAY = 86_400_000;
let backend: TestBackend;
let store: string;
let made = 0;

beforeAll(async () => {
  backend = await openTestBackend();
  store = await row('stores', { owner: await person(), slug: 'wren', name: 'Wren', state: 'open' });
});
afterAll(() => backend.close());

async function row(collection: string, data: object): Promise<string> {
  return (await backend.pb.collection(collection).create(data)).id;
}
function person(more: object = {}): Promise<string> {
  const [name, password] = [`person${++made}`, 'a password of the tests'];
  const login = { email: `${name}@guildhall.test`, username: name, password, passwordConfirm: password };
  return row('users', { ...login, ...more });
}
function product(name: string): Promise<string> {
  const published = { state: 'published', publishedAt: dateOf(Date.now()), priceCents: 1000 };
  return row('products', { store, name, slug: name.toLowerCase(), tags: ['stone'], ...published });
}
const owned = async (of: string, source: string) =>
  row('entitlements', {
    ...{ user: await person(), product: of, source, sourceId: `s${++made}` },
    ...{ licences: ['personal'], licenceText: 'a'.repeat(64), grantedAt: dateOf(Date.now()) },
  });
const popularity = async (id: string) =>
  (await backend.pb.collection('products').getOne<{ popularity: number; updated: string }>(id)).popularity;

it('a product that everybody bought stayed as popular as on its first day', async () => {
  const [seen, bought, quiet] = [await product('Seen'), await product('Bought'), await product('Quiet')];
  const before = await backend.pb.collection('products').getOne(bought);
  await addViewCounts(
    backend.pb,
    Date.now(),
    new Map([
      [`product/${seen}`, { views: 9, visits: 5, carts: 1 }],
      [`product/${bought}`, { views: 1, visits: 1, carts: 0 }],
    ]),
  );
  await row('wishes', { user: await person(), product: seen, seenCents: 1000 });
  const [first] = [await owned(bought, 'purchase'), await owned(bought, 'gift')];
  await owned(bought, 'release');
  const position = await latestChange(backend.pb);
  expect(await reckonPopularity(backend.pb, Date.now())).toBe(2);
  const { visits, carts, wishes, sales } = INTEREST_POINTS;
  expect(await popularity(seen)).toBe(5 * visits + carts + wishes);
  expect(await popularity(bought)).toBe(visits + 2 * sales);
  expect(await popularity(quiet)).toBe(0);
  // The search hears of those that changed; whoever edits them is not told that somebody else did.
  const changes = await changesAfter(backend.pb, position, 100);
  expect(changes.map(({ record }) => record).toSorted()).toEqual([seen, bought].toSorted());
  expect((await backend.pb.collection('products').getOne(bought))['updated']).toBe(before['updated']);

  // Nothing is due twice, also in two processes at once.
  const both = await Promise.all([1, 2].map(() => reckonPopularity(backend.pb, Date.now())));
  expect(both).toEqual([0, 0]);

  // A refund takes its points back; what is left halves in a month, and is forgotten in the end.
  await backend.pb.collection('entitlements').update(first, {
    ...{ revokedAt: dateOf(Date.now()), revocation: 'refund' },
  });
  const month = INTEREST_HALF_LIFE_DAYS * DAY;
  await reckonPopularity(backend.pb, Date.now() + month);
  const after = await popularity(bought);
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThan(sales);
  await reckonPopularity(backend.pb, Date.now() + 12 * month);
  expect([await popularity(bought), await popularity(seen)]).toEqual([0, 0]);
  expect(await backend.pb.collection('product_interest').getFullList()).toEqual([]);
});

it('"Most popular" did not move', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'popularity-'));
  const [golem, griffin] = [await product('Golem'), await product('Griffin')];
  const search = await openSearch({ pb: backend.pb, cacheDir: folder, onError: () => undefined });
  try {
    const found = async () =>
      (await search.search({ sort: 'popular', offset: 0, limit: 20 }))?.ids.filter((id) =>
        [golem, griffin].includes(id),
      );
    for (const winner of [griffin, golem]) {
      const position = await latestChange(backend.pb);
      for (let sale = 0; sale < (winner === griffin ? 1 : 2); sale++) await owned(winner, 'purchase');
      await reckonPopularity(backend.pb, Date.now());
      await search.follow(await changesAfter(backend.pb, position, 100));
      await expect.poll(async () => (await found())?.[0], { timeout: 30_000 }).toBe(winner);
    }
  } finally {
    await search.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
