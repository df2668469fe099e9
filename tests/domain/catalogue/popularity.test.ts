import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  changedPopularity,
  heatOn,
  INTEREST_HALF_LIFE_DAYS,
  INTEREST_POINTS,
  type Interest,
  popularityOf,
} from '../../../src/domain/catalogue/popularity.ts';

const NONE: Interest = {
  ...{ heat: 0, reckonedOn: '2026-11-01' },
  ...{ visits: 0, carts: 0, wishes: 0, claims: 0, sales: 0 },
};
const dayAfter = (days: number) => new Date(Date.UTC(2026, 10, 1 + days)).toISOString().slice(0, 10);

it('adds what came, and halves what was there in a month', () => {
  expect(heatOn({ ...NONE, visits: 3, sales: 2 }, NONE.reckonedOn)).toBe(
    1000 * (3 * INTEREST_POINTS.visits + 2 * INTEREST_POINTS.sales),
  );
  const old = { ...NONE, heat: 80_000, wishes: 1 };
  expect(popularityOf(heatOn(old, dayAfter(INTEREST_HALF_LIFE_DAYS)))).toBe(40 + INTEREST_POINTS.wishes);
  expect(popularityOf(heatOn({ ...NONE, heat: 80_000 }, dayAfter(INTEREST_HALF_LIFE_DAYS * 9)))).toBe(0);
});

it('a clock that went back changes nothing', () => {
  expect(heatOn({ ...NONE, heat: 5000 }, '2026-10-01')).toBe(5000);
});

it('never falls below nothing, though more was taken back than added', () => {
  expect(heatOn({ ...NONE, heat: 1000, sales: -3 }, NONE.reckonedOn)).toBe(0);
});

it('of two products with the same past, the one that was bought today is more popular', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(400), fc.nat(50), (heat, days, visits) => {
      const quiet = { ...NONE, heat, visits: visits % INTEREST_POINTS.sales };
      const sold = { ...NONE, heat, sales: 1 };
      return heatOn(sold, dayAfter(days)) > heatOn(quiet, dayAfter(days));
    }),
  );
});

it('is not written for a change that nobody would see', () => {
  expect(changedPopularity(1000, 1_010_000)).toBeNull();
  expect(changedPopularity(1000, 1_030_000)).toBe(1030);
  expect(changedPopularity(3, 4000)).toBe(4);
  expect(changedPopularity(3, 3400)).toBeNull();
  expect(changedPopularity(2, 0)).toBe(0);
  expect(changedPopularity(0, 0)).toBeNull();
});
