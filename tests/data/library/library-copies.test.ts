import { afterAll, beforeAll, expect, it } from 'vitest';
import { addProductFile } from '../../../src/data/catalogue/product-drafts.ts';
import { ask } from '../../../src/data/kernel/query.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { addToList, createList, setPrintState } from '../../../src/data/library/library.ts';
import { libraryChanges, libraryWords, ownedChanges } from '../../../src/data/library/library-copies.ts';
import { auditKeptTwice } from '../../../src/dev/drill/kept-twice.ts';
import type { LibraryItem } from '../../../src/domain/library/library.ts';
import { type LibraryCursor, withChanges } from '../../../src/domain/library/library-copy.ts';
import { libraryItems, libraryLabels } from '../../../src/domain/library/library-rows.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';
import { query } from '../kernel/plain-query.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const AT = new Date(NOW).toISOString().replace('T', ' ');

let world: TestWorld;
let owner = '';
let other = '';
let store = '';
let list = '';
let products: string[] = [];
let made = 0;

beforeAll(async () => {
  world = await openTestWorld();
  const { pb } = world;
  [owner = '', other = ''] = await Promise.all(['mira', 'tobias'].map(person));
  store = await world.store('a-store', { owner: other, name: 'Store' });
  products = await Promise.all(Array.from({ length: 5 }, () => product()));
  list = await createList(pb, owner, 'To paint', NOW);
});
afterAll(() => world.close());

const person = async (name: string) => (await world.person(name)).id;
const product = () => world.product(store);

/** Grants as the site does: a repeated source is ignored. */
const grant = (user: string, id: string, sourceId: string) =>
  transaction(world.pb)
    .exec(
      sql`INSERT OR IGNORE INTO entitlements (id, [[user]], product, source, sourceId, licences, licenceText, grantedAt, created,
          updated) VALUES ('e' || lower(hex(randomblob(7))), {:user}, {:product}, 'purchase', {:sourceId}, '["personal"]', {:text},
          {:at}, {:at}, {:at})`,
      { user, product: id, sourceId, text: 'a'.repeat(64), at: AT },
    )
    .run();

const revoke = (user: string, id: string, at: string) =>
  transaction(world.pb)
    .exec(sql`UPDATE entitlements SET revokedAt = {:at} WHERE [[user]] = {:user} AND product = {:product}`, {
      user,
      product: id,
      at,
    })
    .run();

const download = (user: string, id: string) =>
  transaction(world.pb)
    .exec(
      sql`INSERT INTO downloads (id, [[user]], product, part, version, times, lastAt, created, updated)
        VALUES ('d' || lower(hex(randomblob(7))), {:user}, {:product}, 'all', 1, 1, {:at}, {:at}, {:at})
        ON CONFLICT ([[user]], product, part) DO UPDATE SET lastAt = {:at}`,
      { user, product: id, at: `2026-11-${10 + (++made % 20)} 10:00:00.000Z` },
    )
    .run();

const addFile = (id: string) =>
  addProductFile(world.pb, id, {
    name: `part-${++made}.stl`,
    role: 'unsupported',
    position: 0,
    scale: '32',
    part: null,
    version: 1,
    mesh: null,
    storageKey: 'a key',
    sha256: 'b'.repeat(64),
    sizeBytes: 1000 + made,
  });

/** What changed in the library, as the page has it: items instead of rows. */
async function changesOfItems(since: LibraryCursor | null) {
  const { rows, ...changes } = await libraryChanges(world.pb, owner, since);
  return { ...changes, items: libraryItems(rows) };
}

/** A page's copies of the library and of the owned ids, which follow by their cursors. */
class Copies {
  items: LibraryItem[] = [];
  owned: string[] = [];
  #library: LibraryCursor | null = null;
  #owned: LibraryCursor | null = null;

  async follow(): Promise<{ library: number; owned: number }> {
    const library = await changesOfItems(this.#library);
    this.items = withChanges(this.items, library, ({ id }) => id);
    this.#library = library.cursor;
    const owned = await ownedChanges(world.pb, owner, this.#owned);
    this.owned = withChanges(this.owned, { ...owned, items: owned.owned }, (id) => id);
    this.#owned = owned.cursor;
    return {
      library: library.items.length + library.gone.length,
      owned: owned.owned.length + owned.gone.length,
    };
  }
}

const byId = (items: readonly LibraryItem[]) => items.toSorted((one, two) => (one.id < two.id ? -1 : 1));

async function expectWhole(copies: Copies): Promise<void> {
  const whole = await changesOfItems(null);
  expect(byId(copies.items)).toEqual(byId(whole.items));
  expect(copies.owned.toSorted()).toEqual(whole.items.map(({ id }) => id).toSorted());
}

it('the copy of a library follows what changes in products and grants', async () => {
  const { pb } = world;
  const copies = new Copies();
  const [first = '', second = '', third = ''] = products;
  await grant(owner, first, 'one');
  await grant(owner, second, 'one');
  await copies.follow();
  await expectWhole(copies);
  expect(await copies.follow()).toEqual({ library: 0, owned: 0 });

  const steps: [string, () => Promise<unknown>][] = [
    ['bought', () => grant(owner, third, 'one')],
    ['bought by somebody else', () => grant(other, products[3] ?? '', 'one')],
    ['granted again', () => grant(owner, first, 'two')],
    ['granted a second time by the same source', () => grant(owner, first, 'two')],
    ['revoked', () => revoke(owner, second, AT)],
    ['added again', () => revoke(owner, second, '')],
    ['marked', () => setPrintState(pb, owner, first, 'printed', NOW)],
    ['marked anew', () => setPrintState(pb, owner, first, null, NOW)],
    ['listed', () => addToList(pb, owner, second, list, NOW)],
    ['downloaded', () => download(owner, first)],
    ['downloaded again', () => download(owner, first)],
    ['a file more', () => addFile(first)],
    ['a file of a product that is not owned', () => addFile(products[4] ?? '')],
    ['renamed', () => pb.collection('products').update(first, { name: 'Renamed' })],
    ['its store renamed', () => pb.collection('stores').update(store, { name: 'Another name' })],
    ['revoked for good', () => revoke(owner, first, AT)],
  ];
  for (const [what, step] of steps) {
    await step();
    const { library } = await copies.follow();
    const whole = await changesOfItems(null);
    expect(byId(copies.items), what).toEqual(byId(whole.items));
    expect(copies.owned.toSorted(), what).toEqual(whole.items.map(({ id }) => id).toSorted());
    if (/somebody else|same source|not owned/.test(what)) expect([what, library]).toEqual([what, 0]);
    else if (!what.includes('store')) expect([what, library]).toEqual([what, 1]);
  }
});

it('the words of a library are those of the products that are owned, whatever they are called', async () => {
  const { pb } = world;
  const reader = await person('reader');
  const [treant, chest, foreign, returned] = await Promise.all([1, 2, 3, 4].map(product));
  await pb.collection('products').update(treant ?? '', {
    ...{ tags: ['tree', 'moss'], archetype: 'treant', genre: ['fantasy', 'sci-fi'], printer: ['resin'] },
    parts: 'multipart',
  });
  await pb.collection('products').update(foreign ?? '', { tags: ['secret'] });
  for (const id of [treant, chest, returned]) await grant(reader, id ?? '', 'one');
  await grant(reader, treant ?? '', 'two');
  await revoke(reader, returned ?? '', AT);
  const labels = libraryLabels(await libraryWords(pb, reader));
  expect([...labels.keys()].toSorted()).toEqual([treant, chest].toSorted());
  expect(labels.get(treant ?? '')).toEqual([
    ...['tree', 'moss', 'treant', 'Fantasy', 'Sci-fi', 'Resin', 'Multipart'],
  ]);
  expect(await libraryWords(pb, await person('nobody'))).toBe('');
});

it('a copy that is newer than the backend, as after a restored backup, is replaced', async () => {
  const whole = await libraryChanges(world.pb, owner, null);
  for (const ahead of [
    { ...whole.cursor, own: whole.cursor.own + 1 },
    { ...whole.cursor, shared: whole.cursor.shared + 1 },
  ])
    expect(await libraryChanges(world.pb, owner, ahead)).toEqual(whole);
  const owned = await ownedChanges(world.pb, owner, null);
  expect(await ownedChanges(world.pb, owner, { own: owned.cursor.own + 1, shared: 0 })).toEqual(owned);
});

it('the rows that libraries read equal the products, whatever happens to them', async () => {
  const { pb } = world;
  const gone = await product();
  const kept = await product();
  await addFile(kept);
  const file = await pb.collection('product_files').getFirstListItem(`product = '${kept}'`);
  await addFile(kept);
  const pictureless = await product();
  await transaction(pb)
    .exec(sql`UPDATE products SET images = '' WHERE id = {:id}`, { id: pictureless })
    .run();
  await transaction(pb)
    .exec(sql`UPDATE products SET images = '["first.webp","second.webp"]' WHERE id = {:id}`, { id: kept })
    .run();
  await pb.collection('product_files').update(file.id, { sizeBytes: 77 });
  await pb.collection('product_files').delete(file.id);
  await pb.collection('products').delete(gone);
  await auditKeptTwice(pb);
  const [[deleted], [row]] = await ask(
    pb,
    query<{ count: number }>(
      sql`SELECT count(*) AS count FROM library_products WHERE product = {:gone}`,
      { gone },
      ['count'],
    ),
    query<{ picture: string }>(sql`SELECT picture FROM library_products WHERE product = {:kept}`, { kept }, [
      'picture',
    ]),
  );
  expect(deleted).toEqual({ count: 0 });
  expect(row).toEqual({ picture: 'first.webp' });
});

it('copies miss no product, though the number of a deleted one is given out again', async () => {
  const copies = new Copies();
  await copies.follow();
  // The newest change of all is of a product that is then deleted.
  const newest = await product();
  await copies.follow();
  await world.pb.collection('products').delete(newest);
  await world.pb.collection('products').update(products[1] ?? '', { name: 'After the deletion' });
  await copies.follow();
  await expectWhole(copies);
});
