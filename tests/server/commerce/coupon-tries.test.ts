import { describe, expect, it } from 'vitest';
import {
  type CouponTries,
  type CouponVisitor,
  openCouponTries,
} from '../../../src/server/commerce/coupon-tries.ts';

const visitor = (number: number, userId: string | null = null): CouponVisitor => ({
  client: `192.0.2.${number}`,
  userId,
});

let made = 0;
/** Codes that nobody has tried yet. */
const newCodes = (count: number) => Array.from({ length: count }, () => `CODE${++made}`);

/** Tries codes that are all wrong. Answers whether the visitor was let in. */
async function miss(tries: CouponTries, whose: CouponVisitor, count: number, store = 'a'): Promise<boolean> {
  const codes = newCodes(count);
  const begun = await tries.begin(whose, codes, [store]);
  if ('minutesToWait' in begun) return false;
  await begun.end(codes);
  return true;
}

describe('wrong coupon codes', () => {
  it('end after thirty from one address', async () => {
    const tries = openCouponTries(true);
    expect(await miss(tries, visitor(1), 20)).toBe(true);
    expect(await miss(tries, visitor(1), 20)).toBe(false);
    expect(await miss(tries, visitor(1), 10)).toBe(true);
    expect(await tries.begin(visitor(1), newCodes(1), ['a'])).toEqual({ minutesToWait: 10 });
    expect(await miss(tries, visitor(2), 1)).toBe(true);
  });

  it('are counted before they are priced, so that parallel requests try no more than is allowed', async () => {
    const tries = openCouponTries(true);
    const begun = await Promise.all(
      Array.from({ length: 58 }, () => tries.begin(visitor(1), newCodes(20), ['a'])),
    );
    expect(begun.filter((one) => 'end' in one)).toHaveLength(1);
  });

  it('end after thirty by one person from any address', async () => {
    const tries = openCouponTries(true);
    for (let at = 0; at < 30; at++) expect(await miss(tries, visitor(at, 'mira'), 1)).toBe(true);
    expect(await miss(tries, visitor(99, 'mira'), 1)).toBe(false);
    expect(await miss(tries, visitor(99, 'ivo'), 1)).toBe(true);
  });

  it('from many addresses at one store leave each address three, and lock nobody out', async () => {
    const tries = openCouponTries(true);
    for (let at = 0; at < 10; at++) expect(await miss(tries, visitor(at), 30)).toBe(true);
    for (let at = 0; at < 3; at++) expect(await miss(tries, visitor(50), 1)).toBe(true);
    expect(await miss(tries, visitor(50), 1)).toBe(false);
    expect(await miss(tries, visitor(60), 20, 'another store')).toBe(true);
  });
});

describe('one wrong code that stays in a cart', () => {
  it('counts once at the same stores, however often the cart is priced', async () => {
    const tries = openCouponTries(true);
    for (let at = 0; at < 100; at++) {
      const begun = await tries.begin(visitor(1), ['OUTDATED'], ['a']);
      if ('minutesToWait' in begun) throw new Error('the same code was counted again');
      await begun.end(['OUTDATED']);
    }
    expect(await miss(tries, visitor(1), 29)).toBe(true);
    expect(await miss(tries, visitor(1), 1)).toBe(false);
    expect(await tries.begin(visitor(1), ['OUTDATED'], ['another store'])).toHaveProperty('minutesToWait');
  });
});

describe('right coupon codes', () => {
  it('are given back, however often they are used', async () => {
    const tries = openCouponTries(true);
    for (let at = 0; at < 100; at++) {
      const begun = await tries.begin(visitor(1, 'mira'), ['SPRING', 'SUMMER'], ['a']);
      if ('minutesToWait' in begun) throw new Error('a right code was counted');
      await begun.end([]);
    }
  });
});

describe('the setting RATE_LIMITS=off', () => {
  it('lifts the limits of coupon codes', async () => {
    const tries = openCouponTries(false);
    for (let at = 0; at < 20; at++) expect(await miss(tries, visitor(1), 20)).toBe(true);
  });
});
