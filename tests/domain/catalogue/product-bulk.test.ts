import { expect, test } from 'vitest';
import { NO_PRINT_SETTINGS } from '../../../src/domain/catalogue/print/print-settings.ts';
import { bulkSummary, bulkText, priceByPercent } from '../../../src/domain/catalogue/product-bulk.ts';
import { PRODUCT_CSV_FIELDS } from '../../../src/domain/catalogue/product-fields.ts';
import { previousValues } from '../../../src/domain/catalogue/product-patch.ts';
import { emptyOf } from '../../../src/domain/kernel/fields/field-table.ts';

const product = {
  ...{
    name: 'Hag',
    priceCents: 1000,
    free: false,
    openPrice: null,
    sale: null,
    shelves: ['a'],
    tags: ['orc', 'hero'],
  },
  facets: { type: null, genre: [], scale: null, supports: [], printer: [], parts: null },
  print: NO_PRINT_SETTINGS,
  licences: [],
  ai: null,
  ...emptyOf(PRODUCT_CSV_FIELDS),
};
const sale = { percent: 20, from: 1, to: 2 };

test('a price changes by percent, rounded to cents and never below the minimum', () => {
  expect(priceByPercent(999, 10)).toBe(1099);
  expect(priceByPercent(999, -10)).toBe(899);
  expect(priceByPercent(60, -90)).toBe(50);
});

test('a bulk action returns new and previous values', () => {
  const changed = bulkText(product, { kind: 'price-percent', percent: 50 });
  expect(changed).toEqual({ text: { priceCents: 1500, free: false } });
  expect(previousValues(product, { priceCents: 1500, free: false })).toEqual({
    priceCents: 1000,
    free: false,
  });
  expect(bulkText(product, { kind: 'sale', sale })).toEqual({ text: { sale } });
  expect(previousValues(product, { sale })).toEqual({ sale: null });
  expect(bulkText(product, { kind: 'tags', tags: ['orc', 'elf'], on: true })).toEqual({
    text: { tags: ['orc', 'hero', 'elf'] },
  });
  expect(bulkText(product, { kind: 'tags', tags: ['orc', 'elf'], on: false })).toEqual({
    text: { tags: ['hero'] },
  });
  expect(bulkText(product, { kind: 'shelf', shelf: 'a', on: false })).toEqual({ text: { shelves: [] } });
});

test('an action without effect changes nothing', () => {
  expect(bulkText({ ...product, ai: 'none' }, { kind: 'ai', ai: 'none' })).toBeNull();
  expect(bulkText({ ...product, ai: null }, { kind: 'ai', ai: 'none' })).toEqual({ text: { ai: 'none' } });
  expect(bulkText(product, { kind: 'price', cents: 1000 })).toBeNull();
  expect(bulkText(product, { kind: 'shelf', shelf: 'a', on: true })).toBeNull();
  expect(bulkText(product, { kind: 'tags', tags: ['elf'], on: false })).toBeNull();
  expect(bulkText({ ...product, sale }, { kind: 'sale', sale: { ...sale } })).toBeNull();
});

test('an impossible action is refused with a sentence', () => {
  expect(bulkText({ ...product, free: true, priceCents: 0 }, { kind: 'price-percent', percent: 5 })).toEqual({
    refusals: ['It is free.'],
  });
  expect(bulkText({ ...product, priceCents: 0 }, { kind: 'price-percent', percent: 5 })).toEqual({
    refusals: ['It has no price yet.'],
  });
  expect(bulkText(product, { kind: 'price', cents: 10 })).toMatchObject({
    refusals: [expect.stringMatching(/at least/)],
  });
  expect(bulkText(product, { kind: 'sale', sale: { percent: 99, from: 2, to: 1 } })).toMatchObject({
    refusals: ['Enter a discount between 5 and 90%.', 'The sale must end after it starts.'],
  });
});

test('the summary is one line', () => {
  const result = { id: '1', name: 'Orc', refusals: [], inReview: false };
  expect(bulkSummary([result, result], 'published')).toBe('2 published.');
  expect(bulkSummary([result, { ...result, refusals: ['No.'] }], 'published')).toBe('1 published, 1 not.');
});
