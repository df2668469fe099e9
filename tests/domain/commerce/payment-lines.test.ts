import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentLines } from '../../../src/domain/commerce/payment-lines.ts';

const line = (storeName: string, productName: string, paidCents: number, storeId = `id-${storeName}`) => ({
  storeId,
  storeName,
  productName,
  paidCents,
  productId: `id-${productName}`,
  picture: 'front.png',
});

describe('the lines of a payment page', () => {
  it('name each product that costs something', () => {
    expect(paymentLines([line('Ash', 'Golem', 900), line('Ash', 'Free rat', 0)], 100)).toEqual([
      { name: 'Golem', picture: { productId: 'id-Golem', file: 'front.png' }, payCents: 900 },
    ]);
  });

  it('name artists where there are too many products', () => {
    const lines = [line('Ash', 'Golem', 900), line('Deep', 'Door', 300), line('Ash', 'Wolf', 100)];
    expect(paymentLines(lines, 2)).toEqual([
      { name: '2 models from Ash', picture: null, payCents: 1000 },
      { name: 'Door from Deep', picture: { productId: 'id-Door', file: 'front.png' }, payCents: 300 },
    ]);
  });

  it('of two artists of the same name are two lines', () => {
    const lines = [
      line('Ash', 'Golem', 900, 'a'),
      line('Ash', 'Wolf', 100, 'b'),
      line('Ash', 'Door', 300, 'a'),
    ];
    expect(paymentLines(lines, 2).map(({ name, payCents }) => [name, payCents])).toEqual([
      ['2 models from Ash', 1200],
      ['Wolf from Ash', 100],
    ]);
  });

  it('end with the rest where there are too many artists', () => {
    const lines = ['A', 'B', 'C', 'D'].map((store, n) => line(store, store, 100 + n));
    expect(paymentLines(lines, 2).map(({ name, payCents }) => [name, payCents])).toEqual([
      ['A from A', 100],
      ['3 models from 3 more artists', 306],
    ]);
  });

  it('never exceed the limit, cost at least a cent each, and add up to the order', () => {
    const lines = fc.array(
      fc.record({
        storeId: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { nil: null }),
        storeName: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        productName: fc.string({ maxLength: 20 }),
        paidCents: fc.integer({ min: 0, max: 50_000 }),
        productId: fc.option(fc.string(), { nil: null }),
        picture: fc.string(),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 12 }), (all, max) => {
        const shown = paymentLines(all, max);
        const sum = (cents: readonly number[]) => cents.reduce((whole, part) => whole + part, 0);
        expect(shown.length).toBeLessThanOrEqual(max);
        expect(shown.every(({ payCents }) => payCents > 0)).toBe(true);
        expect(sum(shown.map(({ payCents }) => payCents))).toBe(sum(all.map(({ paidCents }) => paidCents)));
      }),
    );
  });
});
