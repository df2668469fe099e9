import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { categoriesNow, moveMergedProducts } from '../../../src/data/catalogue/categories.ts';
import { changesAfter, latestChange } from '../../../src/data/kernel/changes.ts';
import { serviceClient } from '../../../src/data/kernel/client.ts';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { CATEGORY_TEXTS } from '../../../src/domain/catalogue/category.ts';
import { type SharedFile, sharedInBucket } from '../../../src/server/adapters/files/shared-file.ts';
import { hideCategory, mergeCategory, saveCategory } from '../../../src/server/catalogue/category-deeds.ts';
import { type OpenedSearch, openSearch } from '../../../src/server/catalogue/search-feed.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';
import { memoryBucket } from '../../server/adapters/files/memory-bucket.ts';

/** Each search starts a thread, which takes seconds on a busy machine. */
const SOON = { timeout: 45_000 };

let world: TestWorld;
let folder: string;
let store: string;
let category: string;
const open: OpenedSearch[] = [];

beforeAll(async () => {
  world = await openTestWorld();
  store = await world.store('wren', { name: 'Wren' });
  category = await world.row('categories', { slug: 'beasts', name: 'Beasts' });
});
afterAll(() => world.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'search-feed-'));
});
afterEach(async () => {
  for (const search of open.splice(0)) await search.close();
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['reviews', 'products'])
    for (const { id } of await world.pb.collection(name).getFullList())
      await world.pb.collection(name).delete(id);
});

function product(name: string, more: object = {}): Promise<string> {
  const published = { state: 'published', publishedAt: dateOf(Date.now()), priceCents: 1000 };
  return world.row('products', { store, name, slug: name, tags: ['stone'], ...published, ...more });
}

async function review(product: string, username: string, more: object): Promise<string> {
  const { id: user } = await world.person(username);
  const written = { source: 'purchase', stars: 5, writtenAt: dateOf(Date.now()) };
  return world.row('reviews', { product, store, user, ...written, ...more });
}

/** A client that records the cursor of each whole page of products asked for, and waits for `gate` before the second. */
function watchedClient(gate: Promise<unknown> = Promise.resolve()): { pb: PocketBase; pages: string[] } {
  const pb = serviceClient({ url: world.url, ...world.service });
  const pages: string[] = [];
  const send = pb.send.bind(pb);
  pb.send = async <T>(path: string, options: Parameters<typeof send>[1]): Promise<T> => {
    for (const { params } of (options.body as { queries?: { params: object }[] } | undefined)?.queries ??
      []) {
      if (!('cursor' in params)) continue;
      pages.push(String(params.cursor));
      if (pages.length > 1) await gate;
    }
    return send<T>(path, options);
  };
  return { pb, pages };
}

async function opened(
  pb: PocketBase = world.pb,
  page?: number,
  shared: SharedFile | null = null,
): Promise<OpenedSearch> {
  const search = await openSearch({
    pb,
    shared,
    cacheDir: folder,
    onError: (reason) => expect.fail(String(reason)),
    ...(page === undefined ? {} : { page }),
  });
  open.push(search);
  return search;
}
/** Closes the search as a process that ends does, so that its snapshot is what remains. */
async function end(): Promise<void> {
  await open.pop()?.close();
}
const found = async (search: OpenedSearch, text: string) =>
  (await search.search({ text, sort: 'newest', offset: 0, limit: 50, mature: true }))?.ids ?? null;
/** Applies the changes after `seq`; returns the new position. */
async function followed(search: OpenedSearch, seq: number): Promise<number> {
  const changes = await changesAfter(world.pb, seq, 5000);
  await search.follow(changes);
  return changes.at(-1)?.seq ?? seq;
}

it('has a small catalogue in its index when it is open', async () => {
  const id = await product('gorgon', { category, genre: ['fantasy'], scale: '32', description: 'of basalt' });
  await product('hidden-gorgon', { state: 'draft' });
  const search = await opened();
  for (const text of ['gorgon', 'stone', 'wren', 'beasts', 'basalt'])
    expect(await found(search, text), text).toEqual([id]);
  const result = await search.search({
    sort: 'newest',
    offset: 0,
    limit: 1,
    facets: true,
    include: { genre: ['fantasy'], scale: ['32'], category: ['beasts'], store: ['wren'], free: ['no'] },
  });
  expect(result?.ids).toEqual([id]);
  expect(result?.facets.price).toEqual([{ value: '10-20', count: 1 }]);
});

it('knows how people printed what they show', async () => {
  const id = await product('gorgon', { printNotes: 'Tilted by thirty degrees.', printPrinter: 'Mars 5' });
  const search = await opened();
  let seq = await latestChange(world.pb);
  const settings = { layerMm: 0.03, exposureS: 2.5, supports: 'added', material: 'resin', printer: 'Halot' };
  const [shown, bare] = [await review(id, 'anna', settings), await review(id, 'berta', { layerMm: 1 })];
  await world.pb.collection('reviews').update(shown, { photoCount: 1 });
  seq = await followed(search, seq);
  for (const text of ['thirty', 'mars', 'halot']) expect(await found(search, text), text).toEqual([id]);
  const values = async () => {
    const result = await search.search({ sort: 'newest', offset: 0, limit: 1, facets: true });
    return result?.facets.prints?.map(({ value }) => value).sort();
  };
  expect(await values()).toEqual(['added', 'any', 'exposure-2-3', 'layer-to-0.03', 'resin']);
  await world.pb.collection('reviews').update(shown, { layerMm: 0.1 });
  await world.pb.collection('reviews').update(bare, { printer: 'Saturn' });
  await followed(search, seq);
  expect(await values()).toContain('layer-0.05-0.1');
  expect(await found(search, 'saturn')).toEqual([]);
});

it('answers nothing while its index is built, and knows all of that time afterwards', async () => {
  for (const name of ['gorgon', 'griffin', 'golem']) await product(name);
  let letGo: () => void = () => undefined;
  const { pb, pages } = watchedClient(
    new Promise<void>((resolve) => {
      letGo = resolve;
    }),
  );
  const search = await opened(pb, 2);
  await expect.poll(() => pages.length, SOON).toBe(2);
  expect(await found(search, 'golem')).toBeNull();
  expect(await search.suggest('gol', 5)).toBeNull();
  const seq = await latestChange(world.pb);
  const late = await product('lamia');
  await followed(search, seq);
  letGo();
  await expect.poll(() => found(search, 'golem'), SOON).toHaveLength(1);
  await expect.poll(() => found(search, 'lamia'), SOON).toEqual([late]);
});

it('a site on a new machine takes the index of another one, and does not read the whole catalogue', async () => {
  const shared = sharedInBucket(memoryBucket().bucket, 'search/index.snapshot');
  const [gorgon, griffin] = [await product('gorgon'), await product('griffin')];
  await opened(world.pb, undefined, shared);
  await end();
  expect(await shared.sharedAt()).not.toBeNull();
  await world.pb.collection('products').update(griffin, { name: 'basilisk', slug: 'basilisk' });
  rmSync(folder, { recursive: true });
  const elsewhere = watchedClient();
  const search = await opened(elsewhere.pb, undefined, shared);
  expect(elsewhere.pages).toEqual([]);
  expect(await found(search, 'gorgon')).toEqual([gorgon]);
  expect(await found(search, 'basilisk')).toEqual([griffin]);
});

it('reads the whole catalogue once, and after a restart only what changed', async () => {
  const [gorgon, griffin] = [await product('gorgon'), await product('griffin')];
  const first = watchedClient();
  await opened(first.pb);
  expect(first.pages).toEqual(['']);
  await end();
  const lamia = await product('lamia');
  await world.pb.collection('products').delete(gorgon);
  await world.pb.collection('products').update(griffin, { name: 'Hippogriff' });
  const second = watchedClient();
  const search = await opened(second.pb);
  expect(second.pages).toEqual([]);
  expect(await found(search, 'lamia')).toEqual([lamia]);
  expect(await found(search, 'gorgon')).toEqual([]);
  expect(await found(search, 'griffin')).toEqual([]);
  expect(await found(search, 'hippogriff')).toEqual([griffin]);
});

it('reads the whole catalogue again where the feed was cut while it was away', async () => {
  const gorgon = await product('gorgon');
  await opened();
  await end();
  await world.pb.collection('products').delete(gorgon);
  const lamia = await product('lamia');
  await product('griffin');
  const cut = await latestChange(world.pb);
  await transaction(world.pb).exec(sql`DELETE FROM change_feed WHERE seq < {:cut}`, { cut }).run();
  const { pb, pages } = watchedClient();
  const search = await opened(pb);
  await expect.poll(() => found(search, 'lamia'), SOON).toEqual([lamia]);
  expect(await found(search, 'gorgon')).toEqual([]);
  expect(pages).toEqual(['']);
});

it('knows the price of a sale that began and of one that ended while it was away', async () => {
  const now = Date.now();
  const sale = (from: number, to: number) => ({
    salePercent: 50,
    saleFrom: dateOf(now + from),
    saleTo: dateOf(now + to),
  });
  const priced = async (search: OpenedSearch) =>
    (await search.search({ sort: 'newest', offset: 0, limit: 9, include: { sale: ['yes'] } }))?.ids;
  const [ended, begun] = [
    await product('ended', sale(-9000, 3_600_000)),
    await product('begun', sale(3_600_000, 7_200_000)),
  ];
  await product('later', sale(3_600_000, 7_200_000));
  expect(await priced(await opened())).toEqual([ended]);
  await end();
  // As if time had passed: no change of the feed tells of it.
  const before = await latestChange(world.pb);
  const passed = (id: string, { saleFrom, saleTo }: { saleFrom: string; saleTo: string }) =>
    transaction(world.pb)
      .exec(sql`UPDATE products SET saleFrom = {:saleFrom}, saleTo = {:saleTo} WHERE id = {:id}`, {
        id,
        saleFrom,
        saleTo,
      })
      .exec(sql`DELETE FROM change_feed WHERE seq > {:before}`, { before })
      .run();
  await passed(ended, sale(-9000, -1000));
  await passed(begun, sale(-1000, 3_600_000));
  const { pb, pages } = watchedClient();
  expect(await priced(await opened(pb))).toEqual([begun]);
  expect(pages).toEqual([]);
});

it('finds a product by the new name of its category at once, and not by the former one', async () => {
  const id = await product('gorgon', { category });
  const search = await opened();
  const seq = await latestChange(world.pb);
  await world.pb.collection('categories').update(category, { name: 'Monsters', slug: 'monsters' });
  await followed(search, seq);
  expect(await found(search, 'beasts')).toEqual([]);
  expect(await found(search, 'monsters')).toEqual([id]);
  const within = (slug: string) =>
    search.search({ sort: 'newest', offset: 0, limit: 9, include: { category: [slug] } });
  expect((await within('monsters'))?.ids).toEqual([id]);
  expect((await within('beasts'))?.ids).toEqual([]);
  await world.pb.collection('categories').update(category, { name: 'Beasts', slug: 'beasts' });
});

it('forgets the products of a store that closes, in more than one page', async () => {
  for (const name of ['gorgon', 'griffin', 'golem']) await product(name);
  const search = await opened(world.pb, 2);
  await expect.poll(() => found(search, 'stone'), SOON).toHaveLength(3);
  let seq = await latestChange(world.pb);
  await world.pb.collection('stores').update(store, { state: 'closed' });
  seq = await followed(search, seq);
  expect(await found(search, 'stone')).toEqual([]);
  await world.pb.collection('stores').update(store, { state: 'open' });
  await followed(search, seq);
  expect(await found(search, 'stone')).toHaveLength(3);
});

it('knows a change that was made between its start and the first reading of the feed', async () => {
  const search = await opened();
  await product('gorgon');
  // The feed begins after it.
  const seq = await latestChange(world.pb);
  const griffin = await product('griffin');
  await followed(search, seq);
  expect(await found(search, 'griffin')).toEqual([griffin]);
  expect(await found(search, 'gorgon')).toHaveLength(1);
});

it('a merge of categories that is asked for twice moves each product once', async () => {
  const staff = { id: 'o'.repeat(15), name: 'olga', role: 'operator' as const };
  const parts = { pb: world.pb, now: Date.now };
  const [ogres, giants, titans] = [
    await world.row('categories', { slug: 'ogres', name: 'Ogres' }),
    await world.row('categories', { slug: 'giants', name: 'Giants' }),
    await world.row('categories', { slug: 'titans', name: 'Titans', parent: category }),
  ];
  const moved: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    moved.push(await product(`ogre-${name}`, { category: ogres }));
  const search = await opened();
  const seq = await latestChange(world.pb);
  const merge = { fromId: ogres, intoId: giants };
  const outcomes = await Promise.all([1, 2].map(() => mergeCategory(parts, staff, merge)));
  for (const outcome of [...outcomes, await mergeCategory(parts, staff, merge)])
    expect(outcome).toHaveProperty('rows');
  const counts = await Promise.all([1, 2].map(() => moveMergedProducts(world.pb, 2)));
  expect(counts.reduce((sum, count) => sum + count)).toBe(5);
  const changes = await changesAfter(world.pb, seq, 100);
  expect(changes.flatMap((one) => (one.collection === 'products' ? one.record : [])).toSorted()).toEqual(
    moved.toSorted(),
  );
  const deeds = await world.pb.collection('audit_log').getFullList({ filter: `record = '${ogres}'` });
  expect(deeds).toMatchObject([{ actorName: 'olga', detail: 'merged: Ogres (ogres) into Giants' }]);
  await followed(search, seq);
  const within = { sort: 'newest', offset: 0, limit: 50, mature: true } as const;
  const shown = await search.search({ ...within, include: { category: ['giants'] } });
  expect(shown?.ids.toSorted()).toEqual(moved.toSorted());

  // Merged on, the first address leads to the last one; a form that was opened before brings nothing back.
  expect(await mergeCategory(parts, staff, { fromId: giants, intoId: titans })).toHaveProperty('rows');
  await world.pb.collection('products').update(moved[0] ?? '', { category: ogres });
  expect(await moveMergedProducts(world.pb)).toBe(5);
  const { moved: leads, offered } = await categoriesNow(world.pb);
  expect(leads).toEqual({ ogres: 'titans', giants: 'titans' });
  expect(offered.map(({ slug, children }) => [slug, children.map((child) => child.slug)])).toEqual([
    ['beasts', ['titans']],
  ]);
});

it('a name or an address that is taken is refused with the name of the field', async () => {
  const staff = { id: 'o'.repeat(15), name: 'olga', role: 'operator' as const };
  const parts = { pb: world.pb, now: Date.now };
  const draft = { name: 'Wyrms', description: '', parentId: null, slug: '' };
  expect(await saveCategory(parts, staff, null, draft)).toHaveProperty('rows');
  expect(await saveCategory(parts, staff, null, draft)).toEqual({
    problems: { name: CATEGORY_TEXTS['name-taken'] },
  });
  // Two operators at once: the database decides about the address.
  const both = await Promise.all(
    [1, 2].map(() => saveCategory(parts, staff, null, { ...draft, name: 'Drakes' })),
  );
  expect(both.filter((outcome) => 'rows' in outcome)).toHaveLength(1);
  expect(both.filter((outcome) => 'problems' in outcome)).toHaveLength(1);
  const { offered } = await categoriesNow(world.pb);
  const wyrms = offered.find(({ slug }) => slug === 'wyrms');
  if (!wyrms) throw new Error('no wyrms');
  expect(await hideCategory(parts, staff, { id: wyrms.id, isHidden: true })).toHaveProperty('rows');
  expect((await categoriesNow(world.pb)).offered.map(({ slug }) => slug)).not.toContain('wyrms');
});
