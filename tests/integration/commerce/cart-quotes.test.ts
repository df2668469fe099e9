import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundlesOfStore, removeBundle, saveBundle } from '../../../src/data/commerce/product-bundles.ts';
import { quoteCart } from '../../../src/server/commerce/cart-quote.ts';
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

it('checking out with wrong codes counts as trying them', async () => {
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

it('a price that a buyer chooses is what their order says, taken for nothing as a free product is', async () => {
  const store = await commerce.store('chosen');
  const [open, gratis] = [await commerce.product(store, 300), await commerce.product(store, 300)];
  await commerce.pb.collection('products').update(open, { openPrice: true, suggestedCents: 500 });
  await commerce.pb.collection('products').update(gratis, { openPrice: true, priceCents: 0 });
  const { pb } = commerce;
  const tries = openCouponTries(true);
  const buyer = { ...(await commerce.person('chooser')), client: '203.0.113.10' };
  const buy = (productId: string, cents: number, shownCents: number) =>
    checkOutForVisitor(commerce, tries, buyer, {
      ...{ productIds: [productId], codes: [], gift: null, shownCents },
      chosen: new Map([[productId, cents]]),
    });
  expect(await buy(open, 299, 299)).toMatchObject({ kind: 'changed', quote: { totalCents: 300 } });
  expect(await buy(open, 725, 725)).toMatchObject({ kind: 'pay' });
  expect(await buy(gratis, 0, 0)).toMatchObject({ kind: 'done' });
  const line = (product: string) =>
    pb.collection('order_lines').getFirstListItem(pb.filter('product = {:product}', { product }));
  expect(await line(open)).toMatchObject({ listCents: 725, paidCents: 725, discountCents: 0, free: false });
  expect(await line(gratis)).toMatchObject({ listCents: 0, paidCents: 0, free: true });
  const entitlement = pb.filter('product = {:gratis}', { gratis });
  expect(await pb.collection('entitlements').getFirstListItem(entitlement)).toMatchObject({ source: 'free' });
});

it('a bundle costs its owner of one part the rest, and nobody puts the products of others into one', async () => {
  const { pb } = commerce;
  const store = await commerce.store('bundled');
  const ids = await Promise.all([500, 300, 1000].map((cents) => commerce.product(store, cents)));
  const foreign = await commerce.product(await commerce.store('not-bundled'), 500);
  const save = (productIds: string[]) =>
    saveBundle(pb, store, { id: null, title: 'Bog folk', priceCents: 1200, productIds }, commerce.now());
  expect(await save([...ids, foreign])).toBe('not-own');
  await pb.collection('products').update(ids[1] ?? '', { openPrice: true });
  expect(await save(ids)).toBe('not-priced');
  await pb.collection('products').update(ids[1] ?? '', { openPrice: false });
  expect(await save(ids)).toBeNull();
  const quote = async (productIds: string[], userId: string | null) =>
    (await quoteCart(pb, { productIds, codes: [], gift: null }, userId, commerce.now())).quote.totalCents;
  expect(await quote(ids, null)).toBe(1200);
  const { id: owner } = await commerce.person('part-owner');
  await pb.collection('entitlements').create({
    ...{
      user: owner,
      product: ids[2],
      source: 'free',
      sourceId: 'x',
      licenceText: 'a'.repeat(64),
      grantedAt: new Date(commerce.now()).toISOString(),
    },
  });
  expect(await quote(ids.slice(0, 2), owner)).toBe(533);
  expect(await quote(ids.slice(0, 2), null)).toBe(800);
  const [bundle] = await bundlesOfStore(pb, store);
  expect(await removeBundle(pb, store, bundle?.id ?? '')).toBeNull();
  expect(await quote(ids, null)).toBe(1800);
});
