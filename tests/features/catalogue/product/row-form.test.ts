import { expect, test } from 'vitest';
import { changeOfRow, rowForm } from '../../../../src/features/catalogue/product/account/list/row-form.ts';

const row = {
  ...{ id: 'a', name: 'Bog Hag', state: 'draft' as const, priceCents: 1250, free: false, openPrice: null },
  ...{ salePercent: 0, saleFrom: null, saleTo: null, mainImage: null, tags: ['orc', 'hero'] },
  ...{ shelves: [], publishAt: null, updatedAt: 1 },
};

test('an unchanged row changes nothing, nor do order and case of tags', () => {
  expect(rowForm(row)).toEqual({ name: 'Bog Hag', price: '12.50', tags: 'orc, hero' });
  for (const more of [{}, { priceCents: 0 }, { priceCents: 0, free: true }])
    expect(changeOfRow({ ...row, ...more }, rowForm({ ...row, ...more }))).toEqual({ text: {} });
  expect(changeOfRow(row, { ...rowForm(row), tags: 'Hero, orc,' })).toEqual({ text: {} });
});

test('only edited fields are changed', () => {
  expect(changeOfRow(row, { name: ' Fen Hag ', price: '$9', tags: 'orc' })).toEqual({
    text: { name: 'Fen Hag', priceCents: 900, free: false, tags: ['orc'] },
  });
  expect(changeOfRow(row, { ...rowForm(row), price: 'Free' })).toEqual({
    text: { priceCents: 0, free: true },
  });
  expect(changeOfRow(row, { ...rowForm(row), price: '' })).toEqual({ text: { priceCents: 0, free: false } });
});

test('invalid values are reported at their field', () => {
  expect(changeOfRow(row, { ...rowForm(row), price: 'cheap' })).toEqual({
    refusals: { price: 'Enter a price such as 5.99, or the word free.' },
  });
  expect(changeOfRow(row, { name: ' ', price: '0.10', tags: 'x'.repeat(41) })).toEqual({
    refusals: {
      name: 'Give it a name.',
      price: expect.stringMatching(/at least/),
      tags: expect.stringMatching(/at most 20 tags/),
    },
  });
});
