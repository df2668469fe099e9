import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkOutForVisitor, quoteForVisitor } from '../../../src/server/commerce/cart-quotes.ts';
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
  for (let round = 0; round < 3; round++)
    expect(await quote(Array.from({ length: 10 }, (_, at) => `WRONG${round}${at}`))).toMatchObject({
      quote: { totalCents: 1000 },
    });
  expect(await quote(['WRONG'])).toEqual({ minutesToWait: expect.any(Number) });
  expect(await quote([])).toMatchObject({ quote: { totalCents: 1000 } });
  expect(await quote(['WRONG'], '203.0.113.8')).toMatchObject({ quote: { totalCents: 1000 } });
});

it('checking out with wrong codes was not counted, so that a signed-in person could try any number', async () => {
  const product = await commerce.product(await commerce.store('guessed'), 1000);
  const tries = openCouponTries(true);
  const buyer = { ...(await commerce.person('guesser')), client: '203.0.113.9' };
  const guess = (codes: string[]) =>
    checkOutForVisitor(commerce, tries, buyer, {
      productIds: [product],
      codes,
      gift: null,
      shownCents: 1000,
    });
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, round) =>
      guess(Array.from({ length: 15 }, (_, at) => `GUESS${round}${at}`)),
    ),
  );
  expect(outcomes.filter((outcome) => 'kind' in outcome)).toHaveLength(2);
  expect(await guess(['GUESS'])).toEqual({ minutesToWait: expect.any(Number) });
});
