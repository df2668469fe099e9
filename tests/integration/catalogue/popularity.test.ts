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
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

const DAY = 86_400_000;
let world: TestWorld;
let store: string;
let made = 0;

beforeAll(async () => {
  world = await openTestWorld();
  store = await world.store('wren', { name: 'Wren' });
});
afterAll(() => world.close());

const person = async () => (await world.person(`person${++made}`)).id;
const product = (name: string) =>
  world.product(store, { name, tags: ['stone'], publishedAt: dateOf(Date.now()), priceCents: 1000 });
const owned = async (of: string, source: string) => world.own(await person(), of, { source });
const popularity = async (id: string) =>
  (await world.pb.collection('products').getOne<{ popularity: number; updated: string }>(id)).popularity;

it('what people do adds to the popularity of a product, and half of it is gone in a month', async () => {
  const [seen, bought, quiet] = [await product('Seen'), await product('Bought'), await product('Quiet')];
  const before = await world.pb.collection('products').getOne(bought);
  await addViewCounts(
    world.pb,
    Date.now(),
    new Map([
      [`product/${seen}`, { views: 9, visits: 5, carts: 1 }],
      [`product/${bought}`, { views: 1, visits: 1, carts: 0 }],
    ]),
  );
  await world.row('wishes', { user: await person(), product: seen, seenCents: 1000 });
  const [first] = [await owned(bought, 'purchase'), await owned(bought, 'gift')];
  await owned(bought, 'release');
  const position = await latestChange(world.pb);
  expect(await reckonPopularity(world.pb, Date.now())).toBe(2);
  const { visits, carts, wishes, sales } = INTEREST_POINTS;
  expect(await popularity(seen)).toBe(5 * visits + carts + wishes);
  expect(await popularity(bought)).toBe(visits + 2 * sales);
  expect(await popularity(quiet)).toBe(0);
  // The search hears of those that changed; whoever edits them is not told that somebody else did.
  const changes = await changesAfter(world.pb, position, 100);
  expect(changes.map(({ record }) => record).toSorted()).toEqual([seen, bought].toSorted());
  expect((await world.pb.collection('products').getOne(bought))['updated']).toBe(before['updated']);

  // Nothing is due twice, also in two processes at once.
  const both = await Promise.all([1, 2].map(() => reckonPopularity(world.pb, Date.now())));
  expect(both).toEqual([0, 0]);

  // A refund takes its points back; what is left halves in a month, and is forgotten in the end.
  await world.pb.collection('entitlements').update(first, {
    ...{ revokedAt: dateOf(Date.now()), revocation: 'refund' },
  });
  const month = INTEREST_HALF_LIFE_DAYS * DAY;
  await reckonPopularity(world.pb, Date.now() + month);
  const after = await popularity(bought);
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThan(sales);
  await reckonPopularity(world.pb, Date.now() + 12 * month);
  expect([await popularity(bought), await popularity(seen)]).toEqual([0, 0]);
  expect(await world.pb.collection('product_interest').getFullList()).toEqual([]);
});

it('"Most popular" puts first what was bought most', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'popularity-'));
  const [golem, griffin] = [await product('Golem'), await product('Griffin')];
  const search = await openSearch({ pb: world.pb, cacheDir: folder, onError: () => undefined });
  try {
    const found = async () =>
      (await search.search({ sort: 'popular', offset: 0, limit: 20 }))?.ids.filter((id) =>
        [golem, griffin].includes(id),
      );
    for (const winner of [griffin, golem]) {
      const position = await latestChange(world.pb);
      for (let sale = 0; sale < (winner === griffin ? 1 : 2); sale++) await owned(winner, 'purchase');
      await reckonPopularity(world.pb, Date.now());
      await search.follow(await changesAfter(world.pb, position, 100));
      await expect.poll(async () => (await found())?.[0], { timeout: 30_000 }).toBe(winner);
    }
  } finally {
    await search.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
