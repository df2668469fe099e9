import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dollarsText,
  lessPercent,
  MAXIMUM_PRICE_CENTS,
  MINIMUM_PRICE_CENTS,
  moneyText,
  parseCents,
  priceText,
} from '../../../src/domain/kernel/money.ts';

const price = fc.integer({ min: 1, max: MAXIMUM_PRICE_CENTS });
const percent = fc.integer({ min: 0, max: 100 });

describe('the text of an amount', () => {
  it.each([
    [599, '$5.99'],
    [0, '$0.00'],
    [-7, '−$0.07'],
    [-12_345, '−$123.45'],
  ])('%i cents read %s', (cents, text) => {
    expect(moneyText(cents)).toBe(text);
  });

  it('is refused where it is not a whole number of cents', () => {
    for (const cents of [0.5, Number.NaN, Infinity]) expect(() => moneyText(cents)).toThrow(RangeError);
  });
});

describe('the text of a price', () => {
  it.each([
    [599, '$5.99'],
    [500, '$5.00'],
    [1005, '$10.05'],
    [7, '$0.07'],
    [MAXIMUM_PRICE_CENTS, '$10000.00'],
    [0, 'Free'],
    [-1, 'Free'],
  ])('%i cents read %s', (cents, text) => {
    expect(priceText(cents)).toBe(text);
  });

  it('states the exact cents', () => {
    fc.assert(
      fc.property(price, (cents) => {
        const [dollars, rest] = priceText(cents).slice(1).split('.');
        expect(rest).toHaveLength(2);
        expect(Number(dollars) * 100 + Number(rest)).toBe(cents);
      }),
    );
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %d', (amount) => {
    expect(() => priceText(amount)).toThrow(RangeError);
  });
});

describe('a percentage off', () => {
  it.each([
    [999, 25, 749],
    [1000, 15, 850],
    [50, 1, 50],
    [49, 50, 25],
    [1, 50, 1],
    [999, 0, 999],
    [999, 100, 0],
  ])('%i cents less %i percent are %i', (cents, off, left) => {
    expect(lessPercent(cents, off)).toBe(left);
  });

  it('is the nearest whole cent, a half going up', () => {
    fc.assert(
      fc.property(price, percent, (cents, off) => {
        const left = lessPercent(cents, off);
        const hundredths = cents * (100 - off);
        expect(Number.isSafeInteger(left)).toBe(true);
        expect(left * 100 - hundredths).toBeGreaterThan(-50);
        expect(left * 100 - hundredths).toBeLessThanOrEqual(50);
      }),
    );
  });

  it('never grows with a larger percentage', () => {
    fc.assert(
      fc.property(price, percent, percent, (cents, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(lessPercent(cents, more)).toBeLessThanOrEqual(lessPercent(cents, less));
      }),
    );
  });

  it.each([
    [-1, 10],
    [9.99, 10],
    [100, -1],
    [100, 101],
    [100, 12.5],
    [Number.NaN, 10],
  ])('refuses %d cents less %d percent', (cents, off) => {
    expect(() => lessPercent(cents, off)).toThrow(RangeError);
  });
});

it('the smallest price is below the largest', () => {
  expect(MINIMUM_PRICE_CENTS).toBeGreaterThan(0);
  expect(MINIMUM_PRICE_CENTS).toBeLessThan(MAXIMUM_PRICE_CENTS);
});

describe('typed dollars', () => {
  it.each([
    ['12', 1200],
    ['12.5', 1250],
    [' 12,50 ', 1250],
    ['$0.05', 5],
    ['0', 0],
    ['', null],
    ['12.345', null],
    ['1,250.00', null],
    ['-5', null],
    ['1e3', null],
    ['five', null],
    ['9999999999', null],
  ])('%j is %s cents', (typed, cents) => {
    expect(parseCents(typed)).toBe(cents);
  });

  it('are parsed as they are written', () => {
    expect([1200, 1205, 1250].map(dollarsText)).toEqual(['12', '12.05', '12.50']);
    fc.assert(fc.property(price, (cents) => parseCents(dollarsText(cents)) === cents));
  });
});
