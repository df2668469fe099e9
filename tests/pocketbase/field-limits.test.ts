import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRODUCT_FIELDS } from '../../src/domain/catalogue/product-fields.ts';
import { STORE_FIELDS } from '../../src/domain/catalogue/store-fields.ts';
import type { FieldTable } from '../../src/domain/kernel/fields/field-table.ts';
import { openTestBackend, type TestBackend } from '../dev/world/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const TABLES: Record<string, FieldTable> = { products: PRODUCT_FIELDS, stores: STORE_FIELDS };

it.each(Object.keys(TABLES))('the columns of %s take what the table of fields allows', async (collection) => {
  const { fields: columns } = await backend.pb.collections.getOne(collection);
  const short = Object.entries(TABLES[collection] ?? {}).filter(([name, { limit }]) => {
    const column = columns.find((one) => one.name === name);
    // A column without a limit of its own takes 5,000 characters, and any number.
    const room = column?.max || (column?.type === 'text' ? 5000 : Number.POSITIVE_INFINITY);
    return column === undefined || room < limit;
  });
  expect(short.map(([name]) => name)).toEqual([]);
});
