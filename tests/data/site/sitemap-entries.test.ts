import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { sitemapCounts, sitemapEntries } from '../../../src/data/site/sitemap-entries.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

let world: TestWorld;
const id = (number: number) => `p${String(number).padStart(14, '0')}`;

beforeAll(async () => {
  world = await openTestWorld();
  const { pb } = world;
  const stores: string[] = [];
  for (const [slug, state] of [
    ['open', 'open'],
    ['away', 'vacation'],
    ['shut', 'closed'],
  ] as const) {
    stores.push(await world.store(slug, { state }));
  }
  // Every third product is of the closed store, every seventh is a draft; more than one question holds.
  await transaction(pb)
    .exec(
      sql`INSERT INTO products (id, store, name, slug, state, created, updated)
        SELECT printf('p%014d', value), json_extract({:stores}, '$[' || (value % 3) || ']'), 'a', 'p-' || value,
          iif(value % 7 = 0, 'draft', 'published'), '2026-11-21 12:00:00.000Z', '2026-11-21 12:00:00.000Z'
        FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 7000)
          SELECT value FROM n)`,
      { stores: JSON.stringify(stores) },
    )
    .run();
});
afterAll(() => world.close());

const expected = (from: number, to: number) => {
  const numbered = Array.from({ length: 7000 }, (_, at) => at + 1).filter((number) => number % 7 !== 0);
  return numbered.slice(from, to).filter((number) => number % 3 !== 2);
};

it('the index of sitemaps counts products, stores, guilds and posts', async () => {
  expect(await sitemapCounts(world.pb)).toEqual({ products: 6000, stores: 2, guilds: 0, posts: 0 });
});

it.each([
  ['the first file', 0, 5999],
  ['a file in the middle', 5, 300],
  ['the last file', 5999, 6000],
  ['a file of several questions', 10, 5600],
])('%s has its public products, each once', async (_, from, to) => {
  const rows = await sitemapEntries(world.pb, 'products', { skip: from, most: to - from });
  expect(rows?.map((row) => row.id)).toEqual(expected(from, to).map(id));
  expect(rows?.every(({ key, id: own, changed }) => key === own && changed > 0)).toBe(true);
});

it('there is no file after the last', async () => {
  expect(await sitemapEntries(world.pb, 'products', { skip: 6000, most: 10 })).toBeNull();
  expect(await sitemapEntries(world.pb, 'guilds', { skip: 0, most: 10 })).toBeNull();
  expect(
    (await sitemapEntries(world.pb, 'stores', { skip: 0, most: 10 }))?.map(({ key }) => key).sort(),
  ).toEqual(['away', 'open']);
});
