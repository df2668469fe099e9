import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportFiles } from '../../../src/data/account/account-export.ts';
import { productTable } from '../../../src/data/catalogue/product-table.ts';
import { publishedProduct } from '../../../src/data/catalogue/products.ts';
import { searchableProductsByIds } from '../../../src/data/catalogue/searchable-products.ts';
import { changeStoreFront } from '../../../src/data/catalogue/store-openings.ts';
import { ownStoreOf, storeById } from '../../../src/data/catalogue/stores.ts';
import { storedOf } from '../../../src/data/kernel/field-columns.ts';
import { productCell } from '../../../src/domain/catalogue/product-csv.ts';
import {
  PRODUCT_CSV_FIELDS,
  PRODUCT_FACT_FIELDS,
  PRODUCT_FIELDS,
  PUBLIC_PRODUCT_FIELDS,
  SEARCHED_PRODUCT_FIELDS,
} from '../../../src/domain/catalogue/product-fields.ts';
import { searchDoc } from '../../../src/domain/catalogue/search/search-doc.ts';
import { PUBLIC_STORE_FIELDS, STORE_FIELDS } from '../../../src/domain/catalogue/store-fields.ts';
import {
  cellsOf,
  emptyOf,
  type FieldTable,
  namesOf,
  pick,
  shownOf,
  type ValuesOf,
} from '../../../src/domain/kernel/fields/field-table.ts';
import { productFacts } from '../../../src/features/catalogue/product/facts.ts';
import { paths } from '../../../src/paths.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { type ApiWorld, apiWorld, tokenOf } from './api-world.ts';

/** Each plain field of a product and of a store, on its way through all that follows its table. */

let backend: TestBackend;
let front: TestFront;
let world: ApiWorld;
let secret = '';
beforeAll(async () => {
  backend = await openTestBackend();
  world = await apiWorld(backend);
  front = await openTestFront(backend, { RATE_LIMITS: 'off' });
  ({ secret } = await tokenOf(front, world.people.seller));
});
afterAll(async () => {
  await front.close();
  await backend.close();
});

async function ask(method: string, path: string, body?: object) {
  const answer = await fetch(front.url + paths.api(path), {
    method,
    headers: { authorization: `Bearer ${secret}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
}

/** A value of each field. */
function filled<F extends FieldTable>(fields: F): ValuesOf<F> {
  const values = Object.entries<FieldTable[string]>(fields).map(([name, { kind, choices }]) => {
    if (kind === 'number') return [name, 32];
    if (kind === 'flag') return [name, true];
    return [name, kind === 'choice' ? Object.keys(choices)[0] : `Words of ${name}`];
  });
  return Object.fromEntries(values) as ValuesOf<F>;
}

/** The rows of a file of the seller's export. */
async function exported(file: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (const { name, pages } of exportFiles(backend.pb, world.people.seller.id))
    if (name === file) for await (const page of pages) rows.push(...page.map((row) => JSON.parse(row)));
  return rows;
}

const VALUES = filled(PRODUCT_FIELDS);

it('a plain field of a product is written by a program, and read everywhere that its table says', async () => {
  const id = String((await ask('POST', '/seller/products', { name: 'Hag', ...VALUES }))['id']);
  expect(await ask('GET', `/seller/products/${id}`)).toMatchObject(VALUES);
  const { pb } = backend;
  const { store } = await pb.collection('products').update(id, { state: 'published', priceCents: 500 });

  const product = await publishedProduct(pb, id);
  expect(product).toMatchObject(VALUES);
  if (!product) throw new Error('It is not public.');
  expect(productFacts(product)).toEqual(expect.arrayContaining(shownOf(PRODUCT_FACT_FIELDS, VALUES)));

  const shown = await ask('GET', `/products/${id}`);
  expect(shown).toMatchObject(pick(PUBLIC_PRODUCT_FIELDS, VALUES));
  for (const name of namesOf(PRODUCT_FIELDS))
    expect([name, name in shown]).toEqual([name, PRODUCT_FIELDS[name].isPublic]);

  const [row] = (await productTable(pb, store)).filter((each) => each.id === id);
  if (!row) throw new Error('It is in no table.');
  const cells: Record<string, (values: typeof VALUES) => string> = cellsOf(PRODUCT_FIELDS);
  for (const column of namesOf(PRODUCT_CSV_FIELDS))
    expect(productCell(row, column)).toBe(cells[column]?.(VALUES));

  const [searchable] = await searchableProductsByIds(pb, [id]);
  if (!searchable) throw new Error('It cannot be searched.');
  const { description } = searchDoc(searchable, 0);
  for (const { value } of shownOf(SEARCHED_PRODUCT_FIELDS, VALUES)) expect(description).toContain(value);

  expect(await exported('products')).toContainEqual(
    expect.objectContaining({ id, ...storedOf(PRODUCT_FIELDS, VALUES) }),
  );
});

it('a plain field of a product is refused above its limit by its name, and can be cleared', async () => {
  const id = String((await ask('POST', '/seller/products', { name: 'Imp', ...VALUES }))['id']);
  for (const [name, { kind, limit }] of Object.entries<FieldTable[string]>(PRODUCT_FIELDS)) {
    if (limit === 0) continue;
    const tooMuch = kind === 'number' ? limit + 1 : 'x'.repeat(limit + 1);
    const refused = await ask('PATCH', `/seller/products/${id}`, { [name]: tooMuch });
    expect([name, refused['field']]).toEqual([name, name]);
  }
  expect(await ask('GET', `/seller/products/${id}`)).toMatchObject(VALUES);
  const empty = emptyOf(PRODUCT_FIELDS);
  expect(await ask('PATCH', `/seller/products/${id}`, empty)).toMatchObject(empty);
});

it('a plain field of a store is saved, and read by its seller, its page, the API and its export', async () => {
  const { pb } = backend;
  const values = { ...filled(STORE_FIELDS), mature: false };
  expect(await changeStoreFront(pb, world.store, values)).toBeNull();
  const store = await storeById(pb, world.store);
  expect(store).toMatchObject(values);
  expect(store && ownStoreOf(store)).toMatchObject(values);
  const shown = await ask('GET', `/stores/${world.store}`);
  expect(shown).toMatchObject(pick(PUBLIC_STORE_FIELDS, values));
  for (const name of namesOf(STORE_FIELDS))
    expect([name, name in shown]).toEqual([name, STORE_FIELDS[name].isPublic]);
  expect(await exported('store')).toMatchObject([storedOf(STORE_FIELDS, values)]);
});
