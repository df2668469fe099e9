import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importsOfStore } from '../../../src/data/catalogue/product-imports.ts';
import { productTable } from '../../../src/data/catalogue/product-table.ts';
import { changeProductText, sellerProduct } from '../../../src/data/catalogue/seller-products.ts';
import { createShelves } from '../../../src/data/catalogue/store-openings.ts';
import {
  guessedProductColumns,
  IMPORT_UNDO_WITHIN_MS,
  mappedProductRows,
} from '../../../src/domain/catalogue/import/product-import.ts';
import { productsCsv } from '../../../src/domain/catalogue/product-csv.ts';
import type { Store } from '../../../src/domain/catalogue/store.ts';
import { readCsv } from '../../../src/domain/kernel/csv.ts';
import {
  checkProductTable,
  undoImportPart,
  writeImportPart,
} from '../../../src/server/catalogue/product-imports.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

let world: TestWorld;
let clock = Date.UTC(2026, 10, 21, 12);
/** Every change gets its own time, because `updatedAt` is the version of a product. */
const now = () => {
  clock += 1000;
  return clock;
};

beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

async function openStore(): Promise<Store> {
  const name = `s${crypto.randomUUID().slice(0, 8)}`;
  return { id: await world.store(name), mature: false } as Store;
}

const product = (store: Store, name: string, more: object = {}) =>
  world.row('products', {
    ...{ store: store.id, name, slug: `${name.toLowerCase()}-x`, state: 'draft', priceCents: 1000 },
    ...{ tags: ['orc'], licences: ['personal'], ...more },
  });
const seen = async (store: Store, id: string) => {
  const own = await sellerProduct(world.pb, store.id, id);
  if (!own) throw new Error('the product is gone');
  return own.product;
};

function check(store: Store, text: string) {
  const table = readCsv(text, { rows: 2001, cellsARow: 100 });
  if ('refusal' in table) throw new Error(table.refusal);
  const mapping = guessedProductColumns(table.rows[0]?.cells ?? []);
  return checkProductTable(world.pb, store, 'a.csv', mappedProductRows(table.rows, mapping), now());
}

async function begun(store: Store, text: string): Promise<string> {
  const { importId } = await check(store, text);
  if (importId === null) throw new Error('there is nothing to write');
  return importId;
}
const write = (store: Store, id: string) => writeImportPart(world.pb, store, id, now);
const undo = (store: Store, id: string) => undoImportPart(world.pb, store, id, now);

describe('an import', () => {
  it('writes the checked changes once, and undoing restores everything', async () => {
    const store = await openStore();
    await createShelves(world.pb, store.id, [
      { id: 'ruins0000000001', slug: 'ruins', name: 'Ruins' } as never,
    ]);
    const hag = await product(store, 'Hag');
    const before = productsCsv(await productTable(world.pb, store.id));
    const id = await begun(
      store,
      `id,name,price,tags,shelves,scale\n${hag},Bog Hag,12.50,"orc, witch",ruins,32\n,Fen Knight,,,,\n${hag},X,,,,\n`,
    );
    expect(productsCsv(await productTable(world.pb, store.id))).toBe(before);

    expect(await write(store, id)).toMatchObject({ state: 'done', total: 2, done: 2, refused: 0 });
    expect(await write(store, id)).toMatchObject({ state: 'done', done: 2 });
    const table = await productTable(world.pb, store.id);
    expect(table).toMatchObject([
      {
        name: 'Bog Hag',
        priceCents: 1250,
        tags: ['orc', 'witch'],
        shelves: ['ruins'],
        facets: { scale: '32' },
      },
      { name: 'Fen Knight', priceCents: 0, state: 'draft', licences: ['personal'] },
    ]);
    // Importing the current export changes nothing.
    expect((await check(store, productsCsv(table))).importId).toBeNull();

    expect(await undo(store, id)).toMatchObject({ state: 'undone', undone: 2, kept: 0 });
    expect(productsCsv(await productTable(world.pb, store.id))).toBe(before);
    expect(await undo(store, id)).toBe('undone');
    expect(await write(store, id)).toBe('ended');
  });

  it('continues after an interruption without creating a product twice', async () => {
    const store = await openStore();
    const names = Array.from({ length: 30 }, (_, at) => `Model ${String(at).padStart(2, '0')}`);
    const id = await begun(store, `name\n${names.join('\n')}\n`);
    let left = 12;
    const dying = () => {
      left -= 1;
      if (left === 0) throw new Error('the site was killed');
      return now();
    };
    await expect(writeImportPart(world.pb, store, id, dying)).rejects.toThrow('killed');
    const [half] = await importsOfStore(world.pb, store.id, 5);
    expect(half).toMatchObject({ state: 'running', total: 30, done: 10 });
    // Two tabs continue at once.
    await Promise.all([write(store, id), write(store, id)]);
    expect(await write(store, id)).toMatchObject({ state: 'done', done: 30, refused: 0 });
    expect((await productTable(world.pb, store.id)).map(({ name }) => name)).toEqual(names);
    // An interrupted undo continues as well.
    expect(await undo(store, id)).toMatchObject({ state: 'undoing', undone: 25 });
    expect(await undo(store, id)).toMatchObject({ state: 'undone', undone: 30 });
    expect(await productTable(world.pb, store.id)).toEqual([]);
  });

  it('does not overwrite edits made after the check or after the import', async () => {
    const store = await openStore();
    const [hag, toad] = [await product(store, 'Hag'), await product(store, 'Toad')];
    const id = await begun(store, `id,name,price\n${hag},Hag,20\n${toad},Toad,20\n,Elf,5\n`);
    await changeProductText(world.pb, await seen(store, hag), { priceCents: 1500, free: false }, now());
    expect(await write(store, id)).toMatchObject({
      ...{ state: 'done', done: 2, refused: 1 },
      notes: [{ line: 2, name: 'Hag', note: 'Edited after this table was checked: price.' }],
    });
    const elf = (await productTable(world.pb, store.id)).find(({ name }) => name === 'Elf')?.id ?? '';
    await changeProductText(world.pb, await seen(store, elf), { printNotes: 'Slowly' }, now());
    await changeProductText(world.pb, await seen(store, toad), { priceCents: 3000, free: false }, now());
    const undone = await undo(store, id);
    expect(undone).toMatchObject({ state: 'undone', undone: 0, kept: 2 });
    expect(typeof undone === 'string' ? [] : undone.notes.map(({ name, note }) => [name, note])).toEqual([
      ['Hag', 'Edited after this table was checked: price.'],
      ['Toad', 'Edited after the import: price.'],
      ['Elf', 'Left unchanged because it was edited after the import.'],
    ]);
    expect((await productTable(world.pb, store.id)).map(({ priceCents }) => priceCents)).toEqual([
      500, 1500, 3000,
    ]);
  });

  it('does not remove requirements of publishing from products on offer, even if published after the check', async () => {
    const store = await openStore();
    const gift = await product(store, 'Gift', { priceCents: 0, free: true });
    const id = await begun(store, `id,price,free\n${gift},5.00,no\n`);
    await world.pb.collection('products').update(gift, { state: 'published' });
    const written = await write(store, id);
    expect(written).toMatchObject({
      done: 0,
      refused: 1,
      notes: [{ note: expect.stringMatching(/business account/) }],
    });
    expect(await seen(store, gift)).toMatchObject({ free: true, state: 'published' });
  });

  it('belongs to its store and can be undone for a day', async () => {
    const [store, other] = [await openStore(), await openStore()];
    const hag = await product(store, 'Hag');
    expect((await check(other, `id,price\n${hag},5\n`)).rows).toMatchObject([{ kind: 'refused' }]);
    const id = await begun(store, `id,price\n${hag},5\n`);
    expect([await write(other, id), await undo(other, id), await undo(store, id)]).toEqual([
      'unknown',
      'unknown',
      'unknown',
    ]);
    await write(store, id);
    clock += IMPORT_UNDO_WITHIN_MS;
    expect(await undo(store, id)).toBe('too-late');
  });
});
