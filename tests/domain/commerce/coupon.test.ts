import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COUPON_CODE,
  COUPON_REFUSAL_TEXTS,
  COUPON_SCOPES,
  COUPON_STATE_TEXTS,
  COUPON_STATES,
  type Coupon,
  couponCode,
  couponCovers,
  couponState,
} from '../../../src/domain/commerce/coupon.ts';
import { byUsefulness } from '../../../src/domain/commerce/coupon-draft.ts';
import { aCoupon, NOW } from './a-cart.ts';

describe('the state of a coupon', () => {
  it.each<[string, Partial<Coupon>, string]>([
    ['nothing limits it', {}, 'active'],
    ['it begins this instant', { from: NOW }, 'active'],
    ['it begins in the next', { from: NOW + 1 }, 'scheduled'],
    ['it ends in the next instant', { to: NOW + 1 }, 'active'],
    ['it ends this instant', { to: NOW }, 'expired'],
    ['one use is left', { maxUses: 3, uses: 2 }, 'active'],
    ['no use is left', { maxUses: 3, uses: 3 }, 'exhausted'],
    ['it was used without a limit', { uses: 1_000_000 }, 'active'],
    ['it was used up and then ended', { maxUses: 1, uses: 1, to: NOW }, 'expired'],
    ['it was switched off, whatever else', { off: true, to: NOW, maxUses: 1, uses: 1 }, 'off'],
  ])('where %s', (_, changes, state) => {
    expect(couponState(aCoupon(changes), NOW)).toBe(state);
    expect(COUPON_STATES).toContain(state);
  });

  it('orders coupons for their seller: what works, what will, then the rest, each as they came', () => {
    const named = (id: string, changes: Partial<Coupon>) => aCoupon({ id, ...changes });
    const coupons = [
      named('off', { off: true }),
      named('later', { from: NOW + 1 }),
      named('ended', { to: NOW }),
      named('first', {}),
      named('second', {}),
    ];
    const order = ['first', 'second', 'later', 'off', 'ended'];
    expect(byUsefulness(coupons, NOW).map(({ id }) => id)).toEqual(order);
  });

  it('goes from scheduled to active to expired as time passes, and never back', () => {
    const instant = fc.integer({ min: 0, max: 20 });
    fc.assert(
      fc.property(fc.option(instant), fc.option(instant), instant, instant, (from, to, one, other) => {
        const order = ['scheduled', 'active', 'expired'];
        const turnAt = (now: number) => order.indexOf(couponState(aCoupon({ from, to }), now));
        expect(turnAt(Math.min(one, other))).toBeLessThanOrEqual(turnAt(Math.max(one, other)));
        expect(turnAt(one)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('a code as it is typed', () => {
  it.each([
    ['spring25', 'SPRING25'],
    ['  Spring 25\n', 'SPRING25'],
    ['\t\u00a0', ''],
    ['', ''],
  ])('%j is %j', (typed, code) => {
    expect(couponCode(typed)).toBe(code);
  });

  it('is normalised to its stored form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        expect(couponCode(couponCode(typed))).toBe(couponCode(typed));
      }),
    );
  });

  it.each([
    ['ABCDE', true],
    ['12345', true],
    ['A'.repeat(20), true],
    ['ABCD', false],
    ['A'.repeat(21), false],
    ['SPRING-25', false],
    ['spring', false],
    ['FRÜHLING', false],
    ['SPRING\n', false],
  ])('%j is valid: %s', (code, fits) => {
    expect(COUPON_CODE.test(code)).toBe(fits);
  });
});

describe('what a coupon covers', () => {
  const golem = { id: 'golem', storeId: 'ash', shelfIds: ['monsters', 'large'] };
  it.each<[string, Partial<Coupon>, boolean]>([
    ['everything of its store', { scope: 'all' }, true],
    ['nothing of another store', { scope: 'all', storeId: 'deep' }, false],
    ['a product it names', { scope: 'products', productIds: ['wyrm', 'golem'] }, true],
    ['no product it does not name', { scope: 'products', productIds: ['wyrm'] }, false],
    [
      'no product it names at another store',
      { scope: 'products', productIds: ['golem'], storeId: 'deep' },
      false,
    ],
    ['a product on one of its shelves', { scope: 'shelves', shelfIds: ['small', 'large'] }, true],
    ['nothing of other shelves', { scope: 'shelves', shelfIds: ['small'] }, false],
    [
      'no product, where it is for products and names its shelf',
      { scope: 'products', shelfIds: ['large'] },
      false,
    ],
    ['no product, where it is for shelves and names it', { scope: 'shelves', productIds: ['golem'] }, false],
    ['no product, where it is for guild tiers', { scope: 'tiers', productIds: ['golem'] }, false],
  ])('%s', (_, changes, covered) => {
    expect(couponCovers(aCoupon(changes), golem)).toBe(covered);
  });

  it('has an answer for each scope', () => {
    for (const scope of COUPON_SCOPES) expect(couponCovers(aCoupon({ scope }), golem)).toBe(scope === 'all');
  });
});

it('every refusal has a text of one or two sentences', () => {
  for (const text of Object.values(COUPON_REFUSAL_TEXTS)) expect(text).toMatch(/^[A-Z].*\.$/);
  expect(Object.keys(COUPON_STATE_TEXTS)).toEqual([...COUPON_STATES]);
});
