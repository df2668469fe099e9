import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUPON_CODE } from '../../../src/domain/commerce/coupon.ts';
import {
  COUPON_CHANGE_REFUSAL_TEXTS,
  COUPON_PRODUCTS_MAX,
  type CouponDraft,
  type CouponLabels,
  codeFrom,
  couponExample,
  couponRefusals,
  couponSentence,
} from '../../../src/domain/commerce/coupon-draft.ts';
import { aCoupon, NOW } from './a-cart.ts';

const HOUR = 3_600_000;

describe('a coupon as its seller writes it', () => {
  it.each<[Partial<CouponDraft>, string | null]>([
    [{}, null],
    [{ percent: 5 }, null],
    [{ percent: 100 }, null],
    [{ fixedCents: 1 }, null],
    [{ fixedCents: 100_000 }, null],
    [{ from: NOW, to: NOW + 1 }, null],
    [{ from: NOW - HOUR }, null],
    [{ maxUses: 1, maxUsesPerBuyer: 1 }, null],
    [{ minimumCents: 1_000_000 }, null],
    [{ scope: 'products', productIds: ['golem'] }, null],
    [{ scope: 'shelves', shelfIds: ['large'] }, null],
    [{ code: 'FOUR' }, 'code'],
    [{ code: 'spring' }, 'code'],
    [{ percent: null }, 'percent'],
    [{ percent: 10, fixedCents: 100 }, 'percent'],
    [{ percent: 4 }, 'percent'],
    [{ percent: 101 }, 'percent'],
    [{ percent: 12.5 }, 'percent'],
    [{ percent: Number.NaN }, 'percent'],
    [{ fixedCents: 0 }, 'fixedCents'],
    [{ fixedCents: -100 }, 'fixedCents'],
    [{ fixedCents: 99.5 }, 'fixedCents'],
    [{ fixedCents: Number.NaN }, 'fixedCents'],
    [{ fixedCents: 100_001 }, 'fixedCents'],
    [{ from: NOW + 1, to: NOW + 1 }, 'to'],
    [{ from: NOW + 2, to: NOW + 1 }, 'to'],
    [{ to: NOW }, 'to'],
    [{ maxUses: 0 }, 'maxUses'],
    [{ maxUses: 1.5 }, 'maxUses'],
    [{ maxUses: 1_000_001 }, 'maxUses'],
    [{ maxUsesPerBuyer: 0 }, 'maxUsesPerBuyer'],
    [{ maxUsesPerBuyer: -1 }, 'maxUsesPerBuyer'],
    [{ minimumCents: -1 }, 'minimumCents'],
    [{ minimumCents: 0.5 }, 'minimumCents'],
    [{ minimumCents: 1_000_001 }, 'minimumCents'],
    [{ scope: 'products', shelfIds: ['large'] }, 'productIds'],
    [{ scope: 'products', productIds: Array<string>(COUPON_PRODUCTS_MAX + 1).fill('a') }, 'productIds'],
    [{ scope: 'shelves', productIds: ['golem'] }, 'shelfIds'],
  ])('%j: %s', (changes, field) => {
    const refusals = couponRefusals(aCoupon(changes), NOW);
    expect(Object.keys(refusals)).toEqual(field === null ? [] : [field]);
    for (const text of Object.values(refusals)) expect(text).toMatch(/^[A-Z].*\.$/);
  });

  it('keeps an end that has passed, but sets none', () => {
    const ended = aCoupon({ to: NOW - HOUR });
    expect(couponRefusals(ended, NOW, ended)).toEqual({});
    expect(couponRefusals(aCoupon({ to: NOW - 2 * HOUR }), NOW, ended)).toHaveProperty('to');
  });

  it('every refusal has a text of one or two sentences', () => {
    for (const text of Object.values(COUPON_CHANGE_REFUSAL_TEXTS)) expect(text).toMatch(/^[A-Z].*\.$/);
  });
});

describe('a code made by chance', () => {
  const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 });
  it('is valid and has no characters that look alike', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        fc.pre(random.filter((byte) => byte < 232).length >= 8);
        const code = codeFrom(random);
        expect(code).toMatch(COUPON_CODE);
        expect(code).not.toMatch(/[01OILS5]/);
      }),
    );
  });

  it('is as likely as any other: bytes of an incomplete round are left out', () => {
    const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const counts = new Map<string, number>();
    for (let at = 0; at + 8 <= 232; at += 8)
      for (const letter of codeFrom(every.slice(at, at + 8)))
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect([...counts.values()]).toEqual(Array<number>(29).fill(8));
    expect(() => codeFrom(every.slice(232))).toThrow(RangeError);
  });
});

describe('the sentence about a coupon', () => {
  const words: CouponLabels = {
    productName: (id) => (id === '?' ? null : id.toUpperCase()),
    shelfName: (id) => (id === '?' ? null : `the ${id}`),
    moment: (at) => `hour ${(at - NOW) / HOUR}`,
  };
  it.each<[Partial<CouponDraft>, string]>([
    [{ percent: 20, to: NOW + 3 * HOUR }, '20% off everything until hour 3.'],
    [{ fixedCents: 500, from: NOW + HOUR }, '$5.00 off everything from hour 1.'],
    [{ from: NOW, to: NOW + HOUR }, '10% off everything from hour 0 until hour 1.'],
    [{ scope: 'products', productIds: ['golem', 'wyrm'] }, '10% off GOLEM and WYRM.'],
    [{ scope: 'products', productIds: ['a', 'b', 'c'] }, '10% off A, B and C.'],
    [{ scope: 'products', productIds: [...'abcd'] }, '10% off 4 chosen models.'],
    [{ scope: 'products', productIds: [] }, '10% off 0 chosen models.'],
    [{ scope: 'products', productIds: ['?'] }, '10% off 1 chosen model.'],
    [{ scope: 'shelves', shelfIds: ['ruins'] }, '10% off everything in the ruins.'],
    [{ scope: 'shelves', shelfIds: ['ruins', '?'] }, '10% off everything in 2 chosen categories.'],
    [{ minimumCents: 2000 }, '10% off everything. Minimum spend: $20.00.'],
    [{ maxUses: 100 }, '10% off everything. Can be used 100 times in total.'],
    [{ maxUses: 2, maxUsesPerBuyer: 1 }, '10% off everything. Can be used twice in total, once per buyer.'],
  ])('%j: %s', (changes, sentence) => {
    expect(couponSentence(aCoupon(changes), words)).toBe(sentence);
  });
});

describe('what a model then costs', () => {
  it.each<[Partial<CouponDraft>, number, number | null]>([
    [{ percent: 20 }, 1000, 800],
    [{ percent: 100 }, 1000, 0],
    [{ percent: 95 }, 500, 50],
    [{ fixedCents: 300 }, 1000, 700],
    [{ fixedCents: 1000 }, 1000, 0],
    [{ fixedCents: 980 }, 1000, 50],
    [{ minimumCents: 1000 }, 1000, 900],
    [{ minimumCents: 1001 }, 1000, null],
    [{}, 50, null],
    [{ code: '' }, 1000, 900],
    [{ to: NOW - 1, maxUses: 1 }, 1000, 900],
    [{ scope: 'products', productIds: ['golem'] }, 1000, 900],
    [{ scope: 'shelves', shelfIds: ['ruins'] }, 1000, 900],
  ])('%j, at %i cents: %s', (changes, listCents, pays) => {
    expect(couponExample(aCoupon(changes), listCents, NOW)).toBe(pays);
  });
});
