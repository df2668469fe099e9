import { afterAll, beforeAll, expect, it } from 'vitest';
import { quoteForVisitor } from '../../../src/server/commerce/cart-quotes.ts';
import { openCouponTries } from '../../../src/server/commerce/coupon-tries.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());

it('a visitor waits after too many wrong codes, and is quoted without codes meanwhile', async () => {
  const store = await commerce.store('quoted');
  const product = await commerce.product(store, 1000);
  const parts = { pb: commerce.pb, couponTries: openCouponTries(true) };
  const quote = (codes: string[], client = '203.0.113.7') =>
    quoteForVisitor(
      parts,
      { client, userId: null },
      { productIds: [product], codes, gift: null },
      commerce.now(),
    );
  const wrong = Array.from({ length: 10 }, (_, at) => `WRONG${at}`);
  for (let round = 0; round < 3; round++)
    expect(await quote(wrong)).toMatchObject({ quote: { totalCents: 1000 } });
  expect(await quote(['WRONG'])).toEqual({ minutesToWait: expect.any(Number) });
  expect(await quote([])).toMatchObject({ quote: { totalCents: 1000 } });
  expect(await quote(['WRONG'], '203.0.113.8')).toMatchObject({ quote: { totalCents: 1000 } });
});
