import { afterAll, beforeAll, expect, it } from 'vitest';
import { productChoices } from '../../../src/data/catalogue/product-choices.ts';
import { productById, publishedProduct } from '../../../src/data/catalogue/products.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import type { ChoiceCursor, ChoiceFilter } from '../../../src/domain/catalogue/product-choice.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { aSeller } from '../../integration/commerce/sellers.ts';

const PUBLIC = { published: true, archived: false };
const HIDDEN = { published: false, archived: false };

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

it('whoever chooses a product of a store is sent a few that fit, not all of them', async () => {
  const { pb } = backend;
  const { storeId: store } = await aSeller(backend, 'mira');
  const { id: shelf } = await pb
    .collection('shelves')
    .create<{ id: string }>({ store, name: 'Orcs', slug: 'orcs' });
  const add = async (name: string, state: string, shelves: string[] = []) => {
    const { id } = await pb.collection('products').create<{ id: string }>({
      store,
      name,
      slug: `m-${name.toLowerCase().replace(/\W/g, '')}`,
      state,
      priceCents: 500,
      shelves,
    });
    return id;
  };
  const golem = await add('Golem', 'draft');
  const archer = await add('Archer', 'published', [shelf]);
  const wolf = await add('Wolf 100%', 'unlisted');
  const boar = await add('Boar', 'archived');
  await transaction(pb)
    .exec(
      sql`UPDATE products SET images = '["first.webp","second.webp"]' WHERE store = {:store} AND name NOT LIKE 'Wolf%'`,
      { store },
    )
    .run();
  const rows = {
    archer: { ...{ id: archer, name: 'Archer', mainImage: 'first.webp', shelfCount: 1 }, ...PUBLIC },
    // Pictures of a draft and of what is archived are not public.
    boar: { ...{ id: boar, name: 'Boar', mainImage: '', shelfCount: 0 }, published: false, archived: true },
    golem: { ...{ id: golem, name: 'Golem', mainImage: '', shelfCount: 0 }, ...HIDDEN },
    wolf: { ...{ id: wolf, name: 'Wolf 100%', mainImage: '', shelfCount: 0 }, ...HIDDEN },
  };
  const all = { text: '', among: null };
  const choices = (filter: ChoiceFilter, after: ChoiceCursor | null = null, most = 60) =>
    productChoices(pb, store, filter, after, most);

  expect(await choices(all)).toEqual({ products: [rows.archer, rows.golem, rows.wolf], total: 3 });
  expect(await choices(all, null, 2)).toEqual({ products: [rows.archer, rows.golem], total: 3 });
  expect(await choices(all, rows.golem, 2)).toEqual({ products: [rows.wolf], total: 3 });
  expect(await choices({ text: ' oL  e ', among: null })).toEqual({ products: [rows.golem], total: 1 });
  expect(await choices({ text: '0%', among: null })).toEqual({ products: [rows.wolf], total: 1 });
  // What is chosen may have been archived since, and can be taken out.
  const among = [wolf, boar, boar, 'none00000000000'];
  expect(await choices({ text: '', among })).toEqual({ products: [rows.boar, rows.wolf], total: 2 });
  expect(await choices({ text: '', among }, rows.boar)).toEqual({ products: [rows.wolf], total: 2 });
  expect(await choices({ text: '', among: [] })).toEqual({ products: [], total: 0 });
  const { storeId: other } = await aSeller(backend, 'ines');
  expect(await productChoices(pb, other, { text: '', among }, null, 60)).toEqual({ products: [], total: 0 });
});

it('one row shows all that the page of a product needs', async () => {
  const { pb } = backend;
  const { storeId: store } = await aSeller(backend, 'otto');
  const add = (collection: string, fields: object) =>
    pb.collection(collection).create<{ id: string }>({ ...fields });
  const parent = await add('categories', { slug: 'beasts', name: 'Beasts', position: 1 });
  const category = await add('categories', {
    slug: 'wolves',
    name: 'Wolves',
    position: 2,
    parent: parent.id,
  });
  const shelf = await add('shelves', { store, name: 'Packs', slug: 'packs' });
  const plain = { store, state: 'published', licences: ['personal'] };
  const full = await add('products', {
    ...{ ...plain, name: 'Wolf “Ä”', slug: 'wolf', description: '# Wolf', priceCents: 1250, mature: true },
    ...{ salePercent: 20, saleFrom: '2026-11-01 00:00:00.000Z', saleTo: '2026-12-01 00:00:00.000Z' },
    ...{ category: category.id, shelves: [shelf.id], tags: ['grey', 'pack'], type: 'figure', scale: '32' },
    ...{ genre: ['fantasy', 'horror'], supports: ['presupported'], printer: ['resin'], parts: 'multipart' },
    ...{
      archetype: 'beast',
      baseMm: 25,
      sizeX: 30.5,
      sizeY: 20,
      sizeZ: 41,
      volumeMl: 8.25,
      printNotes: '0.05',
    },
    ...{ outline: [[0, 0, 10, 0, 10, 20]], ai: 'assisted', stars4: 3, printCount: 2 },
    publishedAt: '2026-11-02 10:00:00.000Z',
  });
  const bare = await add('products', {
    ...plain,
    name: 'Stone',
    slug: 'stone',
    free: true,
    previewOff: true,
  });
  await transaction(pb)
    .exec(
      sql`UPDATE products SET images = '["a.webp","b.webp"]', imageAlts = '["Front"]' WHERE id = {:id}`,
      full,
    )
    .run();
  for (const product of [full.id, bare.id])
    await add('previews', {
      ...{
        product,
        state: 'ready',
        recipe: 1,
        madeOf: 'ef'.repeat(32),
        storageKey: `k-${product}`,
        sha256: 'ab'.repeat(32),
      },
      ...{ sizeBytes: 900, triangles: 12, sizeX: 1, sizeY: 2, sizeZ: 3 },
    });
  const file = { product: full.id, role: 'presupported', sizeBytes: 12, sha256: 'cd'.repeat(32), version: 1 };
  await add('product_files', { ...file, position: 1, name: 'b.stl', storageKey: 'b', watertight: true });
  await add('product_files', {
    ...{ ...file, position: 0, name: 'a.stl', storageKey: 'a', scale: '32', part: 'Head' },
    ...{ sizeX: 1, sizeY: 2, sizeZ: 3, volumeMl: 4, triangles: 5, shells: 1 },
  });
  for (const { id } of [full, bare]) {
    const shown = await publishedProduct(pb, id);
    expect(shown).not.toBeNull();
    expect(shown).toEqual(await productById(pb, id));
  }
  await add('product_files', {
    ...{ ...file, position: 2, name: 'old.stl', storageKey: 'c' },
    retiredAt: '2026-11-03 10:00:00.000Z',
  });
  expect((await publishedProduct(pb, full.id))?.files.map(({ name }) => name)).toEqual(['a.stl', 'b.stl']);
  await pb.collection('products').update(bare.id, { state: 'draft' });
  expect(await publishedProduct(pb, bare.id)).toBeNull();
  await pb.collection('stores').update(store, { state: 'closed' });
  expect(await publishedProduct(pb, full.id)).toBeNull();
});
