import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BUNDLE_LIMITS,
  bundleOffers,
  bundleRefusals,
  type ProductBundle,
  restOfBundle,
} from '../../../src/domain/commerce/product-bundle.ts';
import { aCoupon, anOffer, quoteOf, SOMEBODY, sale } from './a-cart.ts';

const nobody = new Set<string>();
const offers = [
  anOffer({ id: 'hag', priceCents: 500 }),
  anOffer({ id: 'toad', priceCents: 300 }),
  anOffer({ id: 'golem', priceCents: 1000 }),
];
const bog: ProductBundle = {
  ...{ id: 'bog', title: 'Bog folk', cents: 1200 },
  parts: offers.map(({ id, priceCents }) => ({ id, listCents: priceCents })),
};
const bought = (ids: readonly string[], owned: ReadonlySet<string> = nobody, more = {}) =>
  quoteOf(
    offers.filter(({ id }) => ids.includes(id)),
    [],
    { releases: bundleOffers([bog], owned), ...more },
  );

describe('a bundle', () => {
  it('costs its price, and its shares add up to the cent whoever owns what', () => {
    const parts = fc.array(fc.integer({ min: 0, max: 100_000 }), {
      minLength: 2,
      maxLength: BUNDLE_LIMITS.products,
    });
    fc.assert(
      fc.property(parts, fc.nat({ max: 500_000 }), fc.nat(), (lists, cents, mask) => {
        const bundle = { cents, parts: lists.map((listCents, at) => ({ id: `${at}`, listCents })) };
        const owned = new Set(bundle.parts.filter((_, at) => (mask >> (at % 31)) & 1).map(({ id }) => id));
        const others = new Set(bundle.parts.map(({ id }) => id).filter((id) => !owned.has(id)));
        const all = restOfBundle(bundle, nobody);
        expect(all?.cents).toBe(lists.some((list) => list > 0) ? cents : 0);
        // What somebody paid for one half and pays for the other is the price of the whole.
        const [rest, first] = [restOfBundle(bundle, owned), restOfBundle(bundle, others)];
        expect((rest?.cents ?? 0) + (first?.cents ?? 0)).toBe(all?.cents);
        expect(rest?.productIds ?? []).toEqual([...others]);
      }),
    );
  });

  it('is one line a product in an order, together its price', () => {
    const quote = bought(['hag', 'toad', 'golem']);
    expect(quote.totalCents).toBe(1200);
    for (const line of quote.lines) {
      expect(line).toMatchObject({ releaseTitle: 'Bog folk', offerCents: line.payCents });
      expect(line.listCents - line.discountCents).toBe(line.payCents);
    }
  });

  it('costs less for somebody who owns some of it', () => {
    const rest = restOfBundle(bog, new Set(['golem']))?.cents;
    expect(rest).toBe(533);
    expect(bought(['hag', 'toad'], new Set(['golem'])).totalCents).toBe(rest);
    expect(bought(['hag', 'toad']).totalCents).toBe(800);
  });

  it('counts only while everything else of it is in the cart', () => {
    expect(bought(['hag', 'golem']).totalCents).toBe(1500);
    const withdrawn = offers.map((offer) => ({ ...offer, visible: offer.id !== 'toad' }));
    const quote = quoteOf(withdrawn, [], { releases: bundleOffers([bog], nobody) });
    expect(quote.refused).toMatchObject([{ productId: 'toad', reason: 'gone' }]);
    expect(quote.totalCents).toBe(1500);
  });

  it('gives way to a sale, a membership or a coupon that is cheaper', () => {
    const cheap = offers.map((offer) => ({ ...offer, sale: sale(60) }));
    expect(quoteOf(cheap, [], { releases: bundleOffers([bog], nobody) }).totalCents).toBe(720);
    const releases = bundleOffers([bog], nobody);
    expect(quoteOf(offers, [aCoupon({ percent: 50 })], { releases }).totalCents).toBe(900);
    expect(quoteOf(offers, [aCoupon({ percent: 10 })], { releases }).totalCents).toBe(1200);
    const buyer = { ...SOMEBODY, memberPercents: new Map([['ash', 50]]) };
    expect(quoteOf(offers, [], { releases, buyer }).totalCents).toBe(900);
  });

  it('stays a bundle when one of its products becomes free', () => {
    const freed = {
      ...bog,
      parts: bog.parts.map((part) => (part.id === 'toad' ? { ...part, listCents: 0 } : part)),
    };
    expect(restOfBundle(freed, new Set(['hag', 'golem']))).toEqual({ cents: 0, productIds: ['toad'] });
    const now = offers.map((offer) => (offer.id === 'toad' ? { ...offer, free: true } : offer));
    expect(quoteOf(now, [], { releases: bundleOffers([freed], nobody) }).totalCents).toBe(1200);
  });

  it('is refused without a name, with one model or at less than can be charged', () => {
    const draft = { title: 'Bog folk', priceCents: 100, productIds: ['a', 'b'] };
    expect(bundleRefusals(draft)).toEqual({});
    expect(Object.keys(bundleRefusals({ title: ' ', priceCents: 99, productIds: ['a', 'b'] }))).toEqual([
      'title',
      'priceCents',
    ]);
    expect(bundleRefusals({ ...draft, productIds: ['a', 'a'] })).toHaveProperty('productIds');
    expect(bundleRefusals({ ...draft, priceCents: 1_000_001 }).priceCents).toBe('Enter at most $10000.00.');
  });
});
