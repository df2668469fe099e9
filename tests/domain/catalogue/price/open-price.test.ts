import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chosenPriceRefusal,
  openPriceCents,
  openPriceRefusal,
  openPriceText,
} from '../../../../src/domain/catalogue/price/open-price.ts';
import { priceLabel, priceNow, priceRefusal } from '../../../../src/domain/catalogue/product.ts';
import { patchRefusals } from '../../../../src/domain/catalogue/product-patch.ts';
import { MAXIMUM_PRICE_CENTS, MINIMUM_PRICE_CENTS } from '../../../../src/domain/kernel/money.ts';
import { aProduct } from '../../../features/catalogue/product/a-product.ts';

const NOW = Date.UTC(2026, 5, 1);
const minimum = fc.constantFrom(0, 50, 51, 300, 99_999, MAXIMUM_PRICE_CENTS);
const sale = { percent: 20, from: NOW - 1, to: NOW + 1 };

describe('a price that buyers choose', () => {
  it('is never below the minimum, is nothing or chargeable, and is what was allowed to be chosen', () => {
    fc.assert(
      fc.property(minimum, fc.option(fc.nat({ max: 2_000_000 })), (least, chosen) => {
        const cents = openPriceCents(least, chosen);
        expect(cents).toBeGreaterThanOrEqual(least);
        expect(cents).toBeLessThanOrEqual(MAXIMUM_PRICE_CENTS);
        expect(cents === 0 || cents >= MINIMUM_PRICE_CENTS).toBe(true);
        if (chosen !== null && chosenPriceRefusal(chosen, least) === null) expect(cents).toBe(chosen);
      }),
    );
  });

  it.each([
    [null, 0, 'Enter an amount in dollars and cents, such as 5.99.'],
    [299, 300, 'Enter at least $3.00.'],
    [20, 0, 'Enter 0, or at least $0.50.'],
    [1_000_001, 300, 'Enter at most $10000.00.'],
    [0, 0, null],
    [300, 300, null],
  ])('of %s cents, from %s, is refused with %s', (chosen, least, refusal) => {
    expect(chosenPriceRefusal(chosen, least)).toBe(refusal);
  });

  it('is shown by its minimum, and has no sale', () => {
    const product = aProduct({ priceCents: 300, openPrice: { suggestedCents: 500 }, sale });
    expect(priceNow(product, NOW)).toEqual({ listCents: 300, payCents: 300, percentOff: null });
    expect(priceLabel(product, NOW)).toBe('from $3.00');
    expect(priceLabel({ ...product, priceCents: 0 }, NOW)).toBe('Pay what you want');
    expect(openPriceText(50)).toBe('from $0.50');
    expect(priceLabel({ ...product, openPrice: null }, NOW)).toBe('$2.40');
  });

  it('may have a minimum of 0, which another price may not', () => {
    const open = { suggestedCents: null };
    expect(priceRefusal({ priceCents: 0, free: false, openPrice: open })).toBeNull();
    expect(priceRefusal({ priceCents: 49, free: false, openPrice: open })).toBe('price-below-minimum');
    expect(priceRefusal({ priceCents: 0, free: true, openPrice: open })).toBe('free-with-price');
  });

  it('is suggested within what may be chosen', () => {
    const refusal = (suggestedCents: number | null, priceCents: number) =>
      openPriceRefusal({ suggestedCents }, { priceCents, sale: null });
    expect([refusal(null, 300), refusal(300, 300), refusal(50, 0)]).toEqual([null, null, null]);
    expect([refusal(299, 300), refusal(49, 0)]).toEqual(['suggested-too-low', 'suggested-too-low']);
    expect(refusal(MAXIMUM_PRICE_CENTS + 1, 0)).toBe('suggested-too-high');
  });

  it('cannot be put on sale, or opened while on sale', () => {
    const opened = { openPrice: { suggestedCents: null } };
    const product = aProduct({ ...opened, priceCents: 300 });
    const refusals = (of: typeof product, change: Parameters<typeof patchRefusals>[1]) =>
      patchRefusals(of, change, 'active').map(({ field }) => field);
    expect(refusals(product, { sale })).toEqual(['openPrice']);
    expect(refusals(aProduct({ sale }), opened)).toEqual(['openPrice']);
    expect(refusals(aProduct({ sale }), { ...opened, sale: null })).toEqual([]);
    expect(refusals(product, { priceCents: 0 })).toEqual([]);
    expect(refusals(product, { free: true, priceCents: 0 })).toEqual([]);
    expect(refusals({ ...product, priceCents: 0 }, { openPrice: null })).toEqual(['priceCents']);
  });
});
