import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAXIMUM_PRICE_CENTS } from '../../../src/domain/kernel/money.ts';
import {
  COMMISSION_PERCENT,
  commissionPercent,
  monthIncome,
  saleShares,
} from '../../../src/domain/payments/commission.ts';

const paid = fc.integer({ min: 0, max: MAXIMUM_PRICE_CENTS });
const rate = fc.integer({ min: 0, max: 100 });

describe('a sale', () => {
  it.each([
    [1000, COMMISSION_PERCENT.free, 100, 900],
    [1000, COMMISSION_PERCENT.pro, 50, 950],
    [999, 10, 100, 899],
    [995, 10, 99, 896],
    [50, 5, 2, 48],
    [0, 10, 0, 0],
    [1000, 0, 0, 1000],
    [1000, 100, 1000, 0],
  ])(
    'of %i cents at %i percent is %i commission and %i for the seller',
    (cents, percent, commission, seller) => {
      expect(saleShares(cents, percent)).toEqual({
        paidCents: cents,
        commissionCents: commission,
        sellerCents: seller,
      });
    },
  );

  it('loses no cent, and no share is negative', () => {
    fc.assert(
      fc.property(paid, rate, (cents, percent) => {
        const { commissionCents, sellerCents } = saleShares(cents, percent);
        expect(commissionCents + sellerCents).toBe(cents);
        expect(commissionCents).toBeGreaterThanOrEqual(0);
        expect(sellerCents).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('rounds the commission to the nearest whole cent, a half cent to the seller', () => {
    fc.assert(
      fc.property(paid, rate, (cents, percent) => {
        const over = saleShares(cents, percent).commissionCents * 100 - cents * percent;
        expect(over).toBeGreaterThanOrEqual(-50);
        expect(over).toBeLessThan(50);
      }),
    );
  });

  it.each([
    [-1, 10],
    [9.5, 10],
    [100, 101],
    [100, -1],
    [100, 2.5],
  ])('of %d cents at %d percent is refused', (cents, percent) => {
    expect(() => saleShares(cents, percent)).toThrow(RangeError);
  });
});

it('the paid plan costs less per sale than the free one', () => {
  expect(COMMISSION_PERCENT.pro).toBeLessThan(COMMISSION_PERCENT.free);
});

it.each([
  ['free', '', 10],
  ['pro', '', 5],
  ['free', '7', 7],
  ['pro', '0', 0],
  ['free', '100', 100],
  ['free', '101', 10],
  ['pro', '-1', 5],
  ['pro', '2.5', 5],
  ['free', '07', 10],
] as const)('a seller of the %s plan with "%s" agreed pays %i percent', (plan, agreed, percent) => {
  expect(commissionPercent(plan, agreed, COMMISSION_PERCENT)).toBe(percent);
});

describe('a month on Pro', () => {
  it('is shown with what Pro costs', () => {
    const month = { cents: 599, sales: 40 };
    expect(monthIncome(month, { percent: 10, feeCents: 0 })).toBe(21_560);
    expect(monthIncome(month, { percent: 5, feeCents: 1500 })).toBe(21_260);
  });

  it('without sales costs its price', () => {
    expect(monthIncome({ cents: 599, sales: 0 }, { percent: 5, feeCents: 1500 })).toBe(-1500);
  });
});
