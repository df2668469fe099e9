import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FullRelease, isSoldAsFullRelease } from '../../../src/domain/commerce/full-release.ts';
import { priceCart } from '../../../src/domain/commerce/pricing.ts';
import { aCoupon, anOffer, NOW, SOMEBODY, sale } from './a-cart.ts';

const MAY: FullRelease = { id: 'may', title: 'May', cents: 1200, productIds: ['golem', 'wyrm'] };
const GOLEM = anOffer();
const WYRM = anOffer({ id: 'wyrm', name: 'Wyrm' });

function quoteOf(
  offers: readonly ReturnType<typeof anOffer>[],
  { releases = [MAY], coupons = [] as ReturnType<typeof aCoupon>[], buyer = SOMEBODY } = {},
) {
  return priceCart({
    productIds: offers.map(({ id }) => id),
    products: new Map(offers.map((offer) => [offer.id, offer])),
    codes: coupons.map(({ code }) => code),
    coupons,
    releases,
    buyer,
    gift: false,
    now: NOW,
  });
}

describe('a full release', () => {
  it('costs its price where all of it is taken, divided over its models', () => {
    const quote = quoteOf([GOLEM, anOffer({ id: 'wyrm', priceCents: 3000 }), anOffer({ id: 'toad' })]);
    expect(quote.totalCents).toBe(1200 + 1000);
    expect(quote.lines.map(({ releaseTitle }) => releaseTitle)).toEqual(['May', 'May', null]);
    expect(quote.lines[2]).toMatchObject({ payCents: 1000, discountCents: 0 });
  });

  it.each([
    ['a part of it is taken', quoteOf([GOLEM]), 1000],
    [
      'one of it is owned',
      quoteOf([GOLEM, WYRM], { buyer: { ...SOMEBODY, ownedIds: new Set(['wyrm']) } }),
      1000,
    ],
    ['one of it is not for the public', quoteOf([GOLEM, { ...WYRM, visible: false }]), 1000],
    [
      'the models cost less one by one',
      quoteOf([
        { ...GOLEM, sale: sale(50) },
        { ...WYRM, sale: sale(50) },
      ]),
      1000,
    ],
  ])('changes nothing where %s', (_, quote, cents) => {
    expect(quote.totalCents).toBe(cents);
    expect(quote.lines.every(({ releaseTitle }) => releaseTitle === null)).toBe(true);
  });

  it('is not taken twice for a model of two releases: what saves more counts', () => {
    const june = { id: 'june', title: 'June', cents: 900, productIds: ['golem', 'wyrm'] };
    const quote = quoteOf([GOLEM, WYRM], { releases: [MAY, june] });
    expect(quote.totalCents).toBe(900);
    expect(quote.lines.map(({ releaseTitle }) => releaseTitle)).toEqual(['June', 'June']);
  });

  it('gives way to a code that is better, and to no other', () => {
    expect(quoteOf([GOLEM, WYRM], { coupons: [aCoupon({ percent: 10 })] }).totalCents).toBe(1200);
    const half = quoteOf([GOLEM, WYRM], { coupons: [aCoupon({ percent: 50 })] });
    expect(half.totalCents).toBe(1000);
    expect(half.lines.map(({ releaseTitle }) => releaseTitle)).toEqual([null, null]);
  });

  it('makes no cart dearer, and no line cheaper than the smallest charge', () => {
    const cents = fc.integer({ min: 50, max: 5000 });
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 6 }),
        cents,
        fc.boolean(),
        (prices, price, onSale) => {
          const offers = prices.map((priceCents, at) =>
            anOffer({ id: `model ${at}`, priceCents, sale: onSale && at % 2 === 0 ? sale(30) : null }),
          );
          const release = { ...MAY, cents: price, productIds: offers.map(({ id }) => id) };
          const without = quoteOf(offers, { releases: [] });
          const quote = quoteOf(offers, { releases: [release] });
          expect(quote.totalCents).toBeLessThanOrEqual(without.totalCents);
          if (without.totalCents > price)
            expect(quote.totalCents).toBe(Math.min(without.totalCents, Math.max(price, 50 * offers.length)));
          for (const { listCents, discountCents, payCents } of quote.lines) {
            expect(listCents - discountCents).toBe(payCents);
            expect(payCents).toBeGreaterThanOrEqual(Math.min(listCents, 50));
          }
        },
      ),
    );
  });
});

it('is offered once its month is over, while it is shown and has a price', () => {
  const release = { state: 'published', publishedAt: NOW - 1, month: '2026-05', backCents: 1200 } as const;
  expect(isSoldAsFullRelease(release, NOW)).toBe(true);
  expect(isSoldAsFullRelease({ ...release, month: '2026-06' }, NOW)).toBe(false);
  expect(isSoldAsFullRelease({ ...release, backCents: null }, NOW)).toBe(false);
  expect(isSoldAsFullRelease({ ...release, state: 'archived' }, NOW)).toBe(false);
  expect(isSoldAsFullRelease({ ...release, publishedAt: NOW + 1 }, NOW)).toBe(false);
});
