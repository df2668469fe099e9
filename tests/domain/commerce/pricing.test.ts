import { describe, expect, it } from 'vitest';
import type { Coupon } from '../../../src/domain/commerce/coupon.ts';
import { type CartBuyer, LINE_REFUSAL_TEXTS, type Offer } from '../../../src/domain/commerce/offer.ts';
import type { Quote } from '../../../src/domain/commerce/pricing.ts';
import { aCoupon, anOffer, NOW, quoteOf, SOMEBODY, sale } from './a-cart.ts';

const golem = anOffer({ id: 'golem', priceCents: 1000 });
const wyrm = anOffer({ id: 'wyrm', name: 'Wyrm', priceCents: 2000 });
const tower = anOffer({ id: 'tower', name: 'Tower', priceCents: 3000, storeId: 'deep' });
const sample = anOffer({ id: 'sample', name: 'Sample', priceCents: 0, free: true });

/** What each line costs, in the cart's order. */
const pays = (quote: Quote) => quote.lines.map(({ payCents }) => payCents);
/** What each code answers: the cents it takes off, or why it takes none. */
const answers = (quote: Quote) => quote.coupons.map(({ refusal, discountCents }) => refusal ?? discountCents);

describe('a cart', () => {
  it('that is empty costs nothing', () => {
    expect(quoteOf([])).toEqual({
      lines: [],
      refused: [],
      coupons: [],
      listCents: 0,
      discountCents: 0,
      totalCents: 0,
    });
  });

  it('costs its list prices where nothing is taken off', () => {
    const quote = quoteOf([golem, tower, sample]);
    expect(pays(quote)).toEqual([1000, 3000, 0]);
    expect(quote).toMatchObject({ listCents: 4000, discountCents: 0, totalCents: 4000, refused: [] });
  });

  it('counts a product once, in its first place', () => {
    const quote = quoteOf([golem, wyrm], [], { productIds: ['wyrm', 'golem', 'wyrm', 'wyrm'] });
    expect(quote.lines.map(({ productId }) => productId)).toEqual(['wyrm', 'golem']);
    expect(quote.totalCents).toBe(3000);
  });

  it('says of each line what was taken off and by what', () => {
    const onSale = anOffer({ id: 'onSale', priceCents: 1000, sale: sale(50) });
    const [bySale, byCode, free] = quoteOf([onSale, wyrm, sample], [aCoupon()]).lines;
    const plain = { salePercent: null, couponId: null, couponCode: null };
    expect(bySale).toMatchObject({
      ...plain,
      listCents: 1000,
      discountCents: 500,
      payCents: 500,
      salePercent: 50,
    });
    expect(byCode).toMatchObject({
      ...plain,
      listCents: 2000,
      offerCents: 2000,
      discountCents: 200,
      payCents: 1800,
      couponId: 'TENTH at ash',
      couponCode: 'TENTH',
    });
    expect(free).toMatchObject({ ...plain, free: true, listCents: 0, discountCents: 0, payCents: 0 });
  });

  it.each([
    ['before its first instant', { percent: 50, from: NOW + 1, to: NOW + 2 }, 1000],
    ['in its first instant', { percent: 50, from: NOW, to: NOW + 1 }, 500],
    ['in the first instant after it', { percent: 50, from: NOW - 1, to: NOW }, 1000],
  ])('has a sale\u2019s price %s', (_, ofProduct, cents) => {
    expect(quoteOf([anOffer({ sale: ofProduct })]).totalCents).toBe(cents);
  });
});

describe('what cannot be bought', () => {
  const owner: CartBuyer = { ...SOMEBODY, ownedIds: new Set(['golem']) };
  const seller: CartBuyer = { ...SOMEBODY, id: 'seller of ash' };
  const disputing: CartBuyer = { ...SOMEBODY, disputedIds: new Set(['golem']) };
  const visitor: CartBuyer = { ...SOMEBODY, id: null };
  it.each<[string, Partial<Offer>, CartBuyer, boolean, string | null]>([
    ['anything offered', {}, SOMEBODY, false, null],
    ['any offer, by a visitor who is not signed in', {}, visitor, false, null],
    ['what its store sells no more while away', { selling: false }, SOMEBODY, false, 'store-closed'],
    ['what is in the library', {}, owner, false, 'owned'],
    ['what is in the library, as a gift', {}, owner, true, null],
    ['what a disputed payment paid for', {}, disputing, false, 'disputed'],
    ['what a disputed payment paid for, as a gift', {}, disputing, true, null],
    ['a product of one\u2019s own', {}, seller, false, 'own-product'],
    ['a product of one\u2019s own, as a gift', {}, seller, true, 'own-product'],
    ['a gift from a store that is away', { selling: false }, owner, true, 'store-closed'],
    ['what is gone and owned', { visible: false }, owner, false, 'gone'],
    ['what is owned while its store is away', { selling: false }, owner, false, 'owned'],
  ])('%s', (_, changes, buyer, gift, reason) => {
    const { lines, refused, totalCents } = quoteOf([anOffer(changes)], [], { buyer, gift });
    expect(lines).toHaveLength(reason === null ? 1 : 0);
    expect(totalCents).toBe(reason === null ? 1000 : 0);
    expect(refused).toEqual(reason === null ? [] : [{ productId: 'golem', name: 'Golem', reason }]);
    if (reason !== null) expect(LINE_REFUSAL_TEXTS).toHaveProperty(reason);
  });

  it('tells nobody but their seller the names of drafts and suspended products', () => {
    const hidden = anOffer({ visible: false });
    for (const buyer of [SOMEBODY, visitor])
      expect(quoteOf([hidden], [], { buyer }).refused).toEqual([
        { productId: 'golem', name: '', reason: 'gone' },
      ]);
    expect(quoteOf([hidden], [], { buyer: seller }).refused[0]?.name).toBe('Golem');
  });

  it('is listed with its reason; an unknown id is gone and has no name', () => {
    const { lines, refused } = quoteOf([golem, wyrm], [], {
      productIds: ['golem', 'nothing'],
      buyer: SOMEBODY,
    });
    expect(lines.map(({ productId }) => productId)).toEqual(['golem']);
    expect(refused).toEqual([{ productId: 'nothing', name: '', reason: 'gone' }]);
  });

  it('counts for no coupon', () => {
    const quote = quoteOf([golem, wyrm], [aCoupon({ minimumCents: 1001 })], {
      buyer: { ...owner, ownedIds: new Set(['wyrm']) },
    });
    expect(answers(quote)).toEqual(['minimum-not-met']);
  });
});

describe('a coupon takes off', () => {
  const cheap = anOffer({ id: 'cheap', priceCents: 60 });
  it.each<[string, Offer[], Partial<Coupon>, number[]]>([
    ['a percentage of each line', [golem, wyrm], { percent: 25 }, [750, 1500]],
    ['nothing elsewhere', [golem, tower], { percent: 25 }, [750, 3000]],
    ['nothing from what is free', [sample, golem], { percent: 25 }, [0, 750]],
    ['everything at 100%', [golem, cheap], { percent: 100 }, [0, 0]],
    ['no more than leaves the smallest charge', [golem, cheap], { percent: 99 }, [50, 50]],
    ['a fixed amount once', [golem], { fixedCents: 300 }, [700]],
    ['a fixed amount over the lines by what each can give', [golem, wyrm], { fixedCents: 290 }, [905, 1805]],
    ['a fixed amount and no cent from what is free', [sample, golem], { fixedCents: 300 }, [0, 700]],
    ['a fixed amount and no cent elsewhere', [tower, golem], { fixedCents: 300 }, [3000, 700]],
    ['everything where the fixed amount is all of it', [golem, wyrm], { fixedCents: 3000 }, [0, 0]],
    ['everything and no more where it is more', [golem], { fixedCents: 5000 }, [0]],
    ['all but the smallest charge where it is a cent less', [golem, wyrm], { fixedCents: 2999 }, [50, 50]],
    ['what it is for, by product', [golem, wyrm], { scope: 'products', productIds: ['wyrm'] }, [1000, 1800]],
    [
      'what it is for, by shelf',
      [anOffer({ shelfIds: ['large'] }), wyrm],
      { scope: 'shelves', shelfIds: ['large'] },
      [900, 2000],
    ],
  ])('%s', (_, products, changes, cents) => {
    const quote = quoteOf(products, [aCoupon(changes)]);
    expect(pays(quote)).toEqual(cents);
    expect(quote.coupons).toEqual([
      { code: 'TENTH', discountCents: quote.discountCents, refusal: null, missing: null },
    ]);
  });

  it.each<[string, Offer[], Partial<Coupon>, string]>([
    ['its products cost too little together', [golem, wyrm], { minimumCents: 3001 }, 'minimum-not-met'],
    [
      'they cost too little after the sale',
      [anOffer({ sale: sale(10) })],
      { minimumCents: 901 },
      'minimum-not-met',
    ],
    [
      'what it is not for makes up the rest',
      [golem, wyrm],
      { minimumCents: 1001, scope: 'products', productIds: ['golem'] },
      'minimum-not-met',
    ],
    ['another store makes up the rest', [golem, tower], { minimumCents: 1001 }, 'minimum-not-met'],
    ['it is for other products', [golem], { scope: 'products', productIds: ['wyrm'] }, 'nothing-in-scope'],
    ['it is for other shelves', [golem], { scope: 'shelves', shelfIds: ['large'] }, 'nothing-in-scope'],
    ['it is for guild tiers', [golem], { scope: 'tiers' }, 'nothing-in-scope'],
    ['all it is for is free', [sample], {}, 'nothing-in-scope'],
    ['nothing can cost less', [anOffer({ priceCents: 50 })], { percent: 99 }, 'price-is-lowest'],
    ['nothing can cost less, fixed', [anOffer({ priceCents: 50 })], { fixedCents: 49 }, 'price-is-lowest'],
  ])('nothing where %s', (_, products, changes, refusal) => {
    const quote = quoteOf(products, [aCoupon(changes)]);
    expect(answers(quote)).toEqual([refusal]);
    expect(quote.totalCents).toBe(quoteOf(products).totalCents);
  });

  it.each([
    [[golem, wyrm], 3000],
    [[anOffer({ sale: sale(10) })], 900],
  ])('from the very minimum on', (products, minimumCents) => {
    expect(answers(quoteOf(products, [aCoupon({ percent: 50, minimumCents })]))).not.toContain(
      'minimum-not-met',
    );
  });
});

describe('a coupon against a running sale: the better price wins', () => {
  const half = anOffer({ id: 'half', priceCents: 1000, sale: sale(50) });
  const slight = anOffer({ id: 'slight', priceCents: 1000, sale: sale(5) });
  it.each<[string, Offer[], Partial<Coupon>, number[], string | number]>([
    ['the coupon, replacing the sale', [half], { percent: 60 }, [400], 600],
    ['the sale', [half], { percent: 40 }, [500], 'sale-is-better'],
    ['the sale where both are equal', [half], { percent: 50 }, [500], 'sale-is-better'],
    ['each in its line', [half, slight], { percent: 40 }, [500, 600], 400],
    ['the fixed amount', [half], { fixedCents: 501 }, [499], 501],
    [
      'the fixed amount that is the whole price',
      [anOffer({ sale: sale(95) })],
      { fixedCents: 1000 },
      [0],
      1000,
    ],
    ['the sale where the fixed amount is equal', [half], { fixedCents: 500 }, [500], 'sale-is-better'],
    ['the fixed amount in the line without a sale', [half, golem], { fixedCents: 300 }, [500, 700], 300],
    [
      'the fixed amount in the line with the smaller sale',
      [half, slight],
      { fixedCents: 300 },
      [500, 700],
      300,
    ],
    ['a fixed amount too large for one line in both', [half, golem], { fixedCents: 1600 }, [200, 200], 1600],
    [
      'a fixed amount in one where both would not be better',
      [half, golem],
      { fixedCents: 1500 },
      [500, 0],
      1000,
    ],
  ])('%s', (_, products, changes, cents, answer) => {
    const quote = quoteOf(products, [aCoupon(changes)]);
    expect(pays(quote)).toEqual(cents);
    expect(answers(quote)).toEqual([answer]);
  });

  it('and where the sale is better, the coupon is not used up', () => {
    expect(quoteOf([half], [aCoupon({ percent: 40 })]).lines[0]).toMatchObject({
      couponId: null,
      salePercent: 50,
    });
  });
});

describe('a code that does not work', () => {
  it.each<[string, Partial<Coupon>]>([
    ['not begun', { from: NOW + 1 }],
    ['expired', { to: NOW }],
    ['exhausted', { maxUses: 1, uses: 1 }],
    ['switched off', { off: true }],
    ['expired and used by this very buyer', { to: NOW, maxUsesPerBuyer: 1 }],
    ['expired and for other products', { to: NOW, scope: 'products', productIds: ['wyrm'] }],
    ['expired and with a minimum', { to: NOW, minimumCents: 1_000_000 }],
  ])('answers as an unknown one does: %s', (_, changes) => {
    const buyer = { ...SOMEBODY, couponUses: new Map([['TENTH at ash', 1]]) };
    const unknown = quoteOf([golem], [], { codes: ['TENTH'], buyer });
    expect(unknown.coupons).toEqual([{ code: 'TENTH', discountCents: 0, refusal: 'unknown', missing: null }]);
    expect(quoteOf([golem], [aCoupon(changes)], { buyer })).toEqual(unknown);
  });

  it.each([
    ['from its first instant', { from: NOW }],
    ['to the instant before its end', { to: NOW + 1 }],
    ['to its last use', { maxUses: 2, uses: 1 }],
  ])('works %s', (_, changes) => {
    expect(quoteOf([golem], [aCoupon(changes)]).totalCents).toBe(900);
  });

  it.each([
    [1, 0, 100],
    [1, 1, 'used-up-by-buyer'],
    [2, 1, 100],
    [2, 2, 'used-up-by-buyer'],
    [2, 3, 'used-up-by-buyer'],
    [null, 1000, 100],
  ])('for one buyer %s times, used %i times: %s', (maxUsesPerBuyer, used, answer) => {
    const buyer = {
      ...SOMEBODY,
      couponUses: new Map([
        ['TENTH at ash', used],
        ['OTHER at ash', 9],
      ]),
    };
    expect(answers(quoteOf([golem], [aCoupon({ maxUsesPerBuyer })], { buyer }))).toEqual([answer]);
  });
});

describe('several codes', () => {
  const ten = aCoupon({ code: 'TENTH', percent: 10 });
  const fifth = aCoupon({ code: 'FIFTH', percent: 20 });
  const deep = aCoupon({ code: 'DEEPER', percent: 50, storeId: 'deep' });
  it.each<[string, Coupon[], number[], (string | number)[]]>([
    ['one of two counts for a seller, the better', [ten, fifth], [800, 3000], ['other-code-is-better', 200]],
    ['in either order', [fifth, ten], [800, 3000], [200, 'other-code-is-better']],
    [
      'of two that are equal, the first',
      [ten, { ...ten, id: 'same', code: 'SAMETOO' }],
      [900, 3000],
      [100, 'other-code-is-better'],
    ],
    ['each seller has their own', [fifth, deep], [800, 1500], [200, 1500]],
    ['one that is expired hinders none', [{ ...fifth, to: NOW }, ten], [900, 3000], ['unknown', 100]],
    ['the same one twice counts once', [ten, ten], [900, 3000], [100]],
  ])('%s', (_, coupons, cents, expected) => {
    const quote = quoteOf([golem, tower], coupons, { coupons: [...new Set(coupons)] });
    expect(pays(quote)).toEqual(cents);
    expect(answers(quote)).toEqual(expected);
  });

  const both = (atAsh: Partial<Coupon>, atDeep: Partial<Coupon>) =>
    quoteOf([golem, tower], [], {
      codes: ['TENTH'],
      coupons: [aCoupon(atAsh), aCoupon({ ...atDeep, storeId: 'deep' })],
    });
  it.each<[string, Partial<Coupon>, Partial<Coupon>, number[], string | number]>([
    ['counts at both', {}, { percent: 50 }, [900, 1500], 1600],
    ['counts at one where it is expired at the other', {}, { to: NOW }, [900, 3000], 100],
    [
      'tells what hinders it where it works',
      { to: NOW },
      { minimumCents: 3001 },
      [1000, 3000],
      'minimum-not-met',
    ],
    ['is unknown where it works at neither', { to: NOW }, { off: true }, [1000, 3000], 'unknown'],
  ])('the same one of two sellers %s', (_, atAsh, atDeep, cents, answer) => {
    const quote = both(atAsh, atDeep);
    expect(pays(quote)).toEqual(cents);
    expect(answers(quote)).toEqual([answer]);
  });

  it('picks for the whole store, not for each line', () => {
    const forWyrm = aCoupon({ code: 'WYRMS', percent: 20, scope: 'products', productIds: ['wyrm'] });
    expect(pays(quoteOf([golem, wyrm], [ten, forWyrm]))).toEqual([1000, 1600]);
  });
});
