import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCart } from '../../../src/domain/commerce/cart.ts';
import { withChosenPrice } from '../../../src/domain/commerce/cart-changes.ts';
import { aCoupon, anOffer, quoteOf, SOMEBODY } from './a-cart.ts';

const open = anOffer({ id: 'open', priceCents: 300, openPrice: { suggestedCents: 500 } });
const gratis = anOffer({ id: 'gratis', priceCents: 0, openPrice: { suggestedCents: null } });
const fixed = anOffer({ id: 'fixed', priceCents: 1000 });
const choosing = (cents: number, id = 'open') => ({ chosen: new Map([[id, cents]]) });

describe('a cart with a price that the buyer chooses', () => {
  it('costs what they choose, and the minimum without a choice or with a lower one', () => {
    expect(quoteOf([open]).totalCents).toBe(300);
    expect(quoteOf([open], [], choosing(299)).totalCents).toBe(300);
    expect(quoteOf([open], [], choosing(1234)).lines).toMatchObject([
      {
        listCents: 1234,
        payCents: 1234,
        discountCents: 0,
        openPrice: { minimumCents: 300, suggestedCents: 500 },
      },
    ]);
  });

  it('keeps the price of another product, whatever the browser says', () => {
    fc.assert(
      fc.property(fc.nat({ max: 5000 }), (cents) => {
        expect(quoteOf([fixed], [], choosing(cents, 'fixed'))).toEqual(quoteOf([fixed]));
      }),
    );
  });

  it('takes a product for nothing as a free one', () => {
    expect(quoteOf([gratis]).lines).toMatchObject([{ free: true, payCents: 0 }]);
    expect(quoteOf([gratis], [], choosing(200, 'gratis')).lines).toMatchObject([
      { free: false, payCents: 200 },
    ]);
  });

  it('counts it for coupons, their minimum spend and the discounts of members', () => {
    const coupon = aCoupon({ minimumCents: 2000 });
    expect(quoteOf([open], [coupon], choosing(1999)).coupons[0]?.missing?.cents).toBe(1);
    expect(quoteOf([open], [coupon], choosing(2000)).totalCents).toBe(1800);
    const buyer = { ...SOMEBODY, memberPercents: new Map([['ash', 25]]) };
    expect(quoteOf([open], [], { ...choosing(1000), buyer }).lines).toMatchObject([
      { listCents: 1000, payCents: 750, memberPercent: 25 },
    ]);
  });

  it('adds up to the cent, whatever is chosen', () => {
    const amount = fc.nat({ max: 2_000_000 });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 5, max: 100 }), (one, other, percent) => {
        const chosen = new Map([
          ['open', one],
          ['gratis', other],
        ]);
        const quote = quoteOf([open, gratis, fixed], [aCoupon({ percent })], { chosen });
        for (const line of quote.lines) {
          expect(line.listCents - line.discountCents).toBe(line.payCents);
          expect(line.payCents === 0 || line.payCents >= 50).toBe(true);
        }
        expect(quote.totalCents).toBe(quote.lines.reduce((sum, { payCents }) => sum + payCents, 0));
      }),
    );
  });
});

describe('the stored cart', () => {
  const id = 'a'.repeat(15);
  const stored = (chosen: unknown) =>
    parseCart({ products: [{ id, name: 'Wyrm', price: 300, mainImage: '', chosen }] }).products[0];

  it('keeps what the buyer chose, and nothing else in its place', () => {
    expect(stored(700)).toMatchObject({ chosen: 700 });
    for (const nonsense of ['700', 7.5, null, Number.NaN])
      expect(stored(nonsense)).not.toHaveProperty('chosen');
  });

  it('notes another choice with its price', () => {
    const cart = parseCart({ products: [{ id, name: 'Wyrm', price: 300, mainImage: '' }] });
    const next = withChosenPrice(cart, id, 900);
    expect(next.products).toMatchObject([{ price: 900, chosen: 900 }]);
    expect(withChosenPrice(next, id, 900)).toBe(next);
  });
});
