import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingText } from '../../../src/domain/commerce/coupon.ts';
import { aCoupon, anOffer, quoteOf } from './a-cart.ts';

const golem = anOffer({ id: 'golem', priceCents: 1000 });
const wyrm = anOffer({ id: 'wyrm', name: 'Wyrm', priceCents: 2000 });
const tower = anOffer({ id: 'tower', name: 'Tower', priceCents: 3000, storeId: 'deep' });

const never = (): never => {
  throw new Error('nothing is missing');
};

describe('a coupon below its minimum', () => {
  it('says how much is missing', () => {
    const [answer] = quoteOf([golem, tower], [aCoupon({ minimumCents: 1350 })]).coupons;
    expect(answer).toMatchObject({ refusal: 'minimum-not-met', missing: { cents: 350, coversAll: true } });
    expect(missingText('TENTH', answer?.missing ?? never())).toBe(
      'Add $3.50 more from Store ash to use TENTH.',
    );
  });

  it('counts only the products it covers', () => {
    const coupon = aCoupon({ minimumCents: 1350, scope: 'products', productIds: ['golem'] });
    const [answer] = quoteOf([golem, wyrm], [coupon]).coupons;
    expect(missingText('TENTH', answer?.missing ?? never())).toBe(
      'Add $3.50 more of the products that TENTH covers to use it.',
    );
  });

  it('lacks exactly what makes it work', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 5000 }), fc.integer({ min: 1, max: 5000 }), (price, more) => {
        const coupon = aCoupon({ minimumCents: price + more });
        const lacking = quoteOf([anOffer({ priceCents: price })], [coupon]).coupons[0]?.missing?.cents ?? 0;
        const enough = [anOffer({ priceCents: price }), anOffer({ id: 'more', priceCents: lacking })];
        expect(quoteOf(enough, [coupon]).coupons[0]?.missing).toBeNull();
      }),
    );
  });
});
