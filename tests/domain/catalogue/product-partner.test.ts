import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  askPartnerRefusal,
  PARTNER_LIMITS,
  type PartnerState,
  partnerRefusals,
  storeInAddress,
} from '../../../src/domain/catalogue/product-partner.ts';

it('finds a store in whatever is copied: its whole address, with what follows it, or only its name', () => {
  for (const typed of [
    'crow-miniatures',
    ' Crow-Miniatures ',
    '/store/crow-miniatures/',
    'https://guildhall.test/store/crow-miniatures?from=post#top',
  ])
    expect(storeInAddress(typed)).toBe('crow-miniatures');
  for (const typed of ['', ' ', '/', '?x', '//']) expect(storeInAddress(typed)).toBe('');
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(storeInAddress(typed)).not.toMatch(/[/?#]/);
    }),
  );
});

it('names each field that is wrong', () => {
  expect(partnerRefusals({ productId: 'p', address: 'crow', percent: 0 })).toEqual({});
  for (const percent of [-1, 91, 12.5, Number.NaN, 1e9])
    expect(Object.keys(partnerRefusals({ productId: 'p', address: 'crow', percent }))).toEqual(['percent']);
  expect(Object.keys(partnerRefusals({ productId: '', address: ' / ', percent: 90 }))).toEqual([
    'productId',
    'address',
  ]);
  expect(Object.keys(partnerRefusals({ productId: 'p', address: 'x'.repeat(201), percent: 30 }))).toEqual([
    'address',
  ]);
});

it('asks another visible store, for a model without a partner, while few have not answered', () => {
  const other = { id: 'crow', slug: 'crow', name: 'Crow' };
  const asks = { productId: 'p', storeId: 'mira', other };
  const rows = (count: number, state: PartnerState) =>
    Array.from({ length: count }, (_, at) => ({
      state,
      product: { id: `q${at}`, name: 'Q', published: true },
    }));
  expect(askPartnerRefusal(asks, [])).toBeNull();
  expect(askPartnerRefusal({ ...asks, other: null }, [])).toBe('no-store');
  expect(askPartnerRefusal({ ...asks, storeId: 'crow' }, [])).toBe('own-store');
  expect(askPartnerRefusal({ ...asks, productId: 'q0' }, rows(1, 'agreed'))).toBe('taken');
  expect(askPartnerRefusal(asks, rows(PARTNER_LIMITS.waiting - 1, 'asked'))).toBeNull();
  expect(askPartnerRefusal(asks, rows(PARTNER_LIMITS.waiting, 'asked'))).toBe('waiting');
  expect(askPartnerRefusal(asks, rows(PARTNER_LIMITS.ofStore - 1, 'agreed'))).toBeNull();
  expect(askPartnerRefusal(asks, rows(PARTNER_LIMITS.ofStore, 'agreed'))).toBe('too-many');
});
