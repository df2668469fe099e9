import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Coupon } from '../../../src/domain/commerce/coupon.ts';
import type { CartBuyer, Offer } from '../../../src/domain/commerce/offer.ts';
import type { Quote } from '../../../src/domain/commerce/pricing.ts';
import { GUILD_LIMITS } from '../../../src/domain/guild/guild.ts';
import { saleShares } from '../../../src/domain/payments/commission.ts';
import { aCoupon, anOffer, NOW, quoteOf, SOMEBODY, sale } from './a-cart.ts';

const PRODUCTS = 5;
const COUPONS = 4;
const BYTES_OF_PRODUCT = 3;
const BYTES_OF_COUPON = 4;
const STORES = ['ash', 'deep'];

interface Cart {
  products: Offer[];
  coupons: Coupon[];
  /** Somebody who is in the guilds of none, one or both stores. */
  buyer: CartBuyer;
}

/** Carts from bytes, because a record of arbitraries for each is too slow for 100 000 of them. */
const cart: fc.Arbitrary<Cart> = fc
  .uint8Array({
    minLength: PRODUCTS * BYTES_OF_PRODUCT + COUPONS * BYTES_OF_COUPON + STORES.length,
    maxLength: PRODUCTS * BYTES_OF_PRODUCT + COUPONS * BYTES_OF_COUPON + STORES.length,
  })
  .map((bytes) => {
    let at = 0;
    const next = () => bytes[at++] ?? 0;
    const products = Array.from({ length: PRODUCTS }, (_, n) => productOf(n, next(), next(), next()));
    const coupons = Array.from({ length: COUPONS }, (_, n) => couponOf(n, next(), next(), next(), next()));
    const memberPercents = new Map(STORES.map((storeId) => [storeId, percentOf(next())]));
    return {
      products: products.filter((product) => product !== null),
      coupons,
      buyer: { ...SOMEBODY, memberPercents },
    };
  });

/** Cheap ones, where the smallest charge matters, and dear ones; free, on sale and neither. Null is no product. */
function productOf(n: number, price: number, percent: number, kind: number): Offer | null {
  if (kind % 8 === 7) return null;
  const free = kind % 8 === 6;
  return anOffer({
    id: `product ${n}`,
    storeId: STORES[(kind >> 3) % 2] ?? '',
    shelfIds: kind & 16 ? ['large'] : [],
    priceCents: free ? 0 : price < 128 ? 50 + price : price * 37,
    free,
    sale: kind % 2 === 0 ? null : sale(1 + (percent % 100)),
  });
}

/** What members pay less: nothing for half of them, up to the most a guild may take off. */
const percentOf = (byte: number) => (byte % 2 === 0 ? 0 : (byte >> 1) % (GUILD_LIMITS.memberDiscount + 1));

/** Of either store, of any kind and scope; some with a minimum, some that do not work any more. */
function couponOf(n: number, amount: number, kind: number, scope: number, minimum: number): Coupon {
  const fixed = kind % 2 === 0;
  return aCoupon({
    id: `coupon ${n}`,
    code: `CODE${n % 3}`,
    storeId: STORES[(kind >> 1) % 2] ?? '',
    ...(fixed ? { fixedCents: 1 + amount * (kind & 4 ? 41 : 1) } : { percent: 5 + (amount % 96) }),
    scope: (['all', 'all', 'products', 'shelves'] as const)[scope % 4] ?? 'all',
    productIds: [`product ${(scope >> 2) % PRODUCTS}`, `product ${(scope >> 5) % PRODUCTS}`],
    shelfIds: ['large'],
    minimumCents: minimum & 1 ? 0 : minimum * 11,
    to: kind > 240 ? NOW : null,
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((whole, part) => whole + part, 0);
const paysById = (quote: Quote) =>
  new Map(quote.lines.map(({ productId, payCents }) => [productId, payCents]));
const paysAt = (quote: Quote, storeId: string) =>
  sum(quote.lines.filter((line) => line.storeId === storeId).map(({ payCents }) => payCents));

/** An `expect` for each of these would take longer than what it looks at. */
function must(holds: boolean, what: string, quote: Quote): void {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(quote)}`);
}

describe('the sums of any cart', () => {
  it('close to the cent in every line and over all of them, 100 000 times', () => {
    fc.assert(
      fc.property(cart, ({ products, coupons, buyer }) => {
        const stranger = quoteOf(products);
        const bare = quoteOf(products, [], { buyer });
        const quote = quoteOf(products, coupons, { buyer });
        for (const [at, line] of quote.lines.entries()) {
          const { listCents, offerCents, discountCents, payCents } = line;
          must(Number.isSafeInteger(payCents) && payCents >= 0, 'a price of whole cents', quote);
          must(listCents - discountCents === payCents, 'list - discount = pay', quote);
          must(
            payCents === 0 || payCents >= Math.min(listCents, 50),
            'nothing or the smallest charge',
            quote,
          );
          must(offerCents === bare.lines[at]?.payCents, 'the price without a code', quote);
          must(offerCents <= (stranger.lines[at]?.payCents ?? 0), 'no line dearer by being in', quote);
          const reasons = [line.couponId, line.salePercent, line.memberPercent].filter((one) => one !== null);
          must(reasons.length <= 1, 'one reason for a price', quote);
          must(discountCents === 0 || reasons.length === 1, 'a reason for what is off', quote);
          must(payCents <= offerCents, 'no line dearer by a code', quote);
          must(line.couponId === null || payCents < offerCents, 'no coupon that takes nothing', quote);
          must(line.couponId === null || line.salePercent === null, 'no coupon on top of a sale', quote);
          const { commissionCents, sellerCents } = saleShares(payCents, at % 2 === 0 ? 10 : 5);
          must(commissionCents + sellerCents === payCents, 'commission + seller = pay', quote);
          must(commissionCents >= 0 && sellerCents >= 0, 'no sale costs the seller money', quote);
        }
        must(quote.totalCents === sum(quote.lines.map(({ payCents }) => payCents)), 'lines = total', quote);
        must(quote.listCents === sum(quote.lines.map(({ listCents }) => listCents)), 'lists = list', quote);
        must(quote.listCents - quote.discountCents === quote.totalCents, 'list - discount = total', quote);
        must(quote.totalCents <= bare.totalCents, 'no dearer with codes', quote);
        const byCodes = sum(quote.coupons.map(({ discountCents }) => discountCents));
        const bySales = sum(
          quote.lines.map(({ couponId, discountCents }) => (couponId === null ? discountCents : 0)),
        );
        must(byCodes + bySales === quote.discountCents, 'what each code takes off', quote);
        for (const storeId of STORES) {
          const used = quote.lines.flatMap((line) => (line.storeId === storeId ? (line.couponId ?? []) : []));
          must(new Set(used).size <= 1, 'one coupon a seller', quote);
        }
      }),
      { numRuns: 100_000 },
    );
  });

  it('never grow at any store by one more coupon, and no fixed amount takes off more than it is', () => {
    fc.assert(
      fc.property(cart, ({ products, coupons, buyer }) => {
        const more = quoteOf(products, coupons, { buyer });
        const less = quoteOf(products, coupons.slice(1), { coupons, buyer });
        for (const storeId of STORES) must(paysAt(more, storeId) <= paysAt(less, storeId), storeId, more);
        for (const coupon of coupons) {
          const off = more.lines.map((line) => (line.couponId === coupon.id ? line.discountCents : 0));
          must(coupon.fixedCents === null || sum(off) <= coupon.fixedCents, coupon.code, more);
        }
      }),
      { numRuns: 20_000 },
    );
  });

  it('are the same in any order of codes, and every line\u2019s price in any order of products', () => {
    const turn = fc.nat({ max: 119 });
    fc.assert(
      fc.property(cart, turn, ({ products, coupons, buyer }, n) => {
        const quote = quoteOf(products, coupons, { buyer });
        const otherCodes = quoteOf(products, turned(coupons, n), { coupons, buyer });
        must(otherCodes.totalCents === quote.totalCents, 'codes', otherCodes);
        const prices = paysById(quote);
        const otherLines = quoteOf(turned(products, n), coupons, { buyer });
        must(otherLines.totalCents === quote.totalCents, 'products', otherLines);
        for (const [id, cents] of paysById(otherLines)) must(prices.get(id) === cents, id, otherLines);
      }),
      { numRuns: 20_000 },
    );
  });
});

/** The list in another order; each number up to the list's factorial is a different one. */
function turned<T>(list: readonly T[], n: number): T[] {
  const [first, ...rest] = list;
  return first === undefined
    ? []
    : turned(rest, Math.floor(n / list.length)).toSpliced(n % list.length, 0, first);
}
