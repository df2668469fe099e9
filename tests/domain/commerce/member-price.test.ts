import { describe, expect, it } from 'vitest';
import type { Coupon } from '../../../src/domain/commerce/coupon.ts';
import type { CartBuyer, Offer } from '../../../src/domain/commerce/offer.ts';
import { aCoupon, anOffer, quoteOf, SOMEBODY, sale } from './a-cart.ts';

describe('what a member of the store’s guild pays', () => {
  const member: CartBuyer = { ...SOMEBODY, memberPercents: new Map([['ash', 10]]) };
  const lineOf = (product: Offer, coupons: Coupon[] = [], buyer = member) =>
    quoteOf([product], coupons, { buyer });

  it('is less by the guild’s percent, in its store only, and says so', () => {
    expect(lineOf(anOffer()).lines[0]).toMatchObject({
      payCents: 900,
      discountCents: 100,
      memberPercent: 10,
      salePercent: null,
    });
    expect(lineOf(anOffer({ storeId: 'deep' })).lines[0]).toMatchObject({
      payCents: 1000,
      memberPercent: null,
    });
    expect(lineOf(anOffer(), [], SOMEBODY).lines[0]).toMatchObject({ payCents: 1000, memberPercent: null });
  });

  it.each([
    [5, { payCents: 900, memberPercent: 10, salePercent: null }],
    [10, { payCents: 900, memberPercent: null, salePercent: 10 }],
    [20, { payCents: 800, memberPercent: null, salePercent: 20 }],
  ])('is the better one beside a sale of %i percent', (percent, line) => {
    expect(lineOf(anOffer({ sale: sale(percent) })).lines[0]).toMatchObject(line);
  });

  it('gives way to a better code and says which code is worse', () => {
    const better = lineOf(anOffer(), [aCoupon({ percent: 25 })]);
    expect(better.lines[0]).toMatchObject({ payCents: 750, memberPercent: null, couponCode: 'TENTH' });
    const worse = lineOf(anOffer(), [aCoupon({ percent: 5 })]);
    expect(worse.lines[0]).toMatchObject({ payCents: 900, memberPercent: 10, couponCode: null });
    expect(worse.coupons[0]?.refusal).toBe('member-price-is-better');
  });

  it('is never between nothing and what can be charged', () => {
    const dear = { ...member, memberPercents: new Map([['ash', 50]]) };
    expect(lineOf(anOffer({ priceCents: 60 }), [], dear).totalCents).toBe(50);
    expect(lineOf(anOffer({ priceCents: 0, free: true }), [], dear).totalCents).toBe(0);
  });
});
