import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CART_LIMIT,
  type Cart,
  type CartProduct,
  CODES_LIMIT,
  cartHas,
  EMPTY_CART,
  parseCart,
  withProduct,
} from '../../../src/domain/commerce/cart.ts';
import {
  cartHeading,
  cartTotal,
  withCode,
  withOffers,
  withoutCode,
  withoutProduct,
} from '../../../src/domain/commerce/cart-changes.ts';
import { inCart } from '../../../src/features/commerce/cart/in-cart.ts';

const product: fc.Arbitrary<CartProduct> = fc
  .record({
    id: fc.stringMatching(/^[a-z0-9]{15}$/),
    name: fc.string({ minLength: 1 }),
    price: fc.integer({ min: 0, max: 1_000_000 }),
    mainImage: fc.string(),
  })
  .chain((plain) => fc.option(fc.nat()).map((promisedDay) => inCart({ ...plain, promisedDay }, plain.price)));
const cart: fc.Arbitrary<Cart> = fc.record({
  products: fc.uniqueArray(product, { selector: ({ id }) => id, maxLength: 20 }),
  coupons: fc.array(fc.record({ code: fc.string({ minLength: 1 }) }), { maxLength: 3 }),
});
const wyrm: CartProduct = { id: 'a'.repeat(15), name: 'Wyrm', price: 599, mainImage: 'wyrm.webp' };
const tower: CartProduct = { id: 'b'.repeat(15), name: 'Tower', price: 0, mainImage: 'tower.webp' };

describe('adding to the cart', () => {
  it('ignores a product whose id is in already', () => {
    const once = withProduct(EMPTY_CART, wyrm);
    expect(withProduct(once, { ...wyrm, name: 'Renamed', price: 1 })).toBe(once);
  });

  it('adds at the end, and changes nothing the second time', () => {
    fc.assert(
      fc.property(cart, product, (before, added) => {
        fc.pre(!cartHas(before, added.id));
        const after = withProduct(before, added);
        expect(after.products).toEqual([...before.products, added]);
        expect(after.coupons).toBe(before.coupons);
        expect(withProduct(after, added)).toBe(after);
      }),
    );
  });

  it('puts back what was taken out, in its place', () => {
    fc.assert(
      fc.property(cart, fc.nat(), (before, n) => {
        fc.pre(before.products.length > 0);
        const place = n % before.products.length;
        const taken = before.products[place] as CartProduct;
        expect(withProduct(withoutProduct(before, taken.id), taken, place)).toEqual(before);
      }),
    );
  });

  it('stops at the limit', () => {
    const products = Array.from({ length: CART_LIMIT }, (_, n) => ({
      ...wyrm,
      id: String(n).padStart(15, '0'),
    }));
    const full = { products, coupons: [] };
    expect(withProduct(full, tower)).toBe(full);
  });
});

describe('codes in the cart', () => {
  const full = Array.from({ length: CODES_LIMIT }, (_, n) => `CODE${n}`).reduce(withCode, EMPTY_CART);

  it('are in the cart once each, up to the limit of a quote', () => {
    expect(full.coupons).toHaveLength(CODES_LIMIT);
    expect(withCode(full, 'CODE3')).toBe(full);
    expect(withCode(full, 'ONEMORE')).toBe(full);
    expect(withCode(withoutCode(full, 'CODE3'), 'ONEMORE').coupons.at(-1)).toEqual({ code: 'ONEMORE' });
  });

  it('are read back from the browser no more than that', () => {
    const coupons = [...full.coupons, { code: 'ONEMORE' }];
    expect(parseCart({ products: [], coupons })).toEqual(full);
  });
});

describe('taking out of the cart', () => {
  it('leaves a cart without the product as it is', () => {
    expect(withoutProduct(EMPTY_CART, wyrm.id)).toBe(EMPTY_CART);
  });

  it('is the end of the product', () => {
    fc.assert(
      fc.property(cart, product, (before, added) => {
        expect(cartHas(withoutProduct(withProduct(before, added), added.id), added.id)).toBe(false);
      }),
    );
  });
});

describe('what the server says of the cart', () => {
  const DAY = 1_800_000_000_000;
  const both = { products: [wyrm, tower], coupons: [] };

  it('is the price and the promised day of each product, until it is delivered', () => {
    const promised = withOffers(both, new Map([[wyrm.id, { price: 400, promisedDay: DAY }]]));
    expect(promised.products).toEqual([{ ...wyrm, price: 400, promisedDay: DAY }, tower]);
    expect(parseCart(JSON.stringify(promised))).toEqual(promised);
    const delivered = withOffers(promised, new Map([[wyrm.id, { price: 400 }]]));
    expect(delivered.products).toStrictEqual([{ ...wyrm, price: 400 }, tower]);
  });

  it('changes nothing where nothing differs', () => {
    expect(withOffers(both, new Map([[wyrm.id, { price: wyrm.price }]]))).toBe(both);
  });
});

describe('what the cart says', () => {
  it('counts in its heading', () => {
    expect(cartHeading(0)).toBe('0 products in cart');
    expect(cartHeading(1)).toBe('1 products in cart');
  });

  it('sums prices, and a price below 0 takes nothing off', () => {
    const odd = { products: [wyrm, tower, { ...wyrm, id: 'c'.repeat(15), price: -100 }], coupons: [] };
    expect(cartTotal(odd)).toBe(599);
  });
});

describe('a cart from the browser', () => {
  it.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '"cart"',
    '{"products":7}',
    '{"products":[null,1,"x",[]]}',
    { products: {} },
    undefined,
  ])('is empty if %j was stored', (stored) => {
    expect(parseCart(stored)).toEqual({ products: [], coupons: [] });
  });

  it('keeps the good entries among broken ones', () => {
    const stored = JSON.stringify({
      products: [
        wyrm,
        { ...tower, id: '<script>' },
        { ...tower, price: '5.99' },
        { ...tower, price: 5.99 },
        { ...wyrm, name: 'The same again' },
        { ...tower, extra: 'dropped', promisedDay: 'soon' },
      ],
      coupons: [{ code: 'SPRING' }, { code: '' }, { code: 5 }, null],
    });
    expect(parseCart(stored)).toEqual({ products: [wyrm, tower], coupons: [{ code: 'SPRING' }] });
  });

  it('survives any text and any JSON', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.jsonValue(), fc.anything()), (stored) => {
        const parsed = parseCart(stored);
        expect(parseCart(JSON.stringify(parsed))).toEqual(parsed);
      }),
    );
  });

  it('survives any values in the right places', () => {
    const entries = fc.array(
      fc.oneof(product, fc.record({ id: fc.anything(), name: fc.anything(), price: fc.anything() })),
    );
    fc.assert(
      fc.property(entries, fc.array(fc.anything()), (products, coupons) => {
        const parsed = parseCart({ products, coupons });
        expect(new Set(parsed.products.map(({ id }) => id)).size).toBe(parsed.products.length);
        expect(Number.isSafeInteger(cartTotal(parsed))).toBe(true);
      }),
    );
  });

  it('is read as it was stored', () => {
    fc.assert(
      fc.property(cart, (stored) => {
        expect(parseCart(JSON.stringify(stored))).toEqual(stored);
      }),
    );
  });
});
