import { afterEach, beforeEach, expect, it } from 'vitest';
import { storedOrder } from '../../../src/data/commerce/orders.ts';
import { queuePage } from '../../../src/data/desk/queue.ts';
import { recordDownloads } from '../../../src/data/library/downloads.ts';
import { testCard } from '../../../src/dev/payments/cards.ts';
import { orderNumber } from '../../../src/domain/commerce/order.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import {
  finishWithdrawals,
  requestWithdrawal,
  withdraw,
  withdrawalOf,
} from '../../../src/server/commerce/withdrawal/withdrawals.ts';
import { agreeToDelivery, beginDelivery, waiversToAsk } from '../../../src/server/library/deliveries.ts';
import { newUser, type PaidGuild, pageOf, paidGuild, release } from '../guild/guild-commerce.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

/** What is given to buyers who may still withdraw, and what is given back to those who do. */
let commerce: TestCommerce;
beforeEach(async () => {
  commerce = await openTestCommerce();
});
afterEach(() => commerce.close());
afterEach(async () => {
  await commerce.standIn.deliveries.idle();
  expect(commerce.errors.splice(0)).toEqual([]);
});

type Country = Parameters<TestCommerce['pay']>[2];
type Buyer = { id: string; email: string };

/** Buys these products without being asked for the waiver, as whoever says that they are in New York. */
async function bought(buyer: Buyer, productIds: string[], shownCents: number, country: Country = 'DE') {
  const cart = { productIds, codes: [], gift: null, shownCents, timeZone: 'America/New_York' };
  const outcome = await checkOut(commerce, buyer, cart);
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  expect(commerce.pay(outcome.url, 'pays', country)).toBeNull();
  await commerce.standIn.deliveries.idle();
  return (await storedOrder(commerce.pb, outcome.orderId))?.order ?? expect.fail('no order');
}

const begin = (buyer: Buyer, productId: string) =>
  beginDelivery(commerce.pb, buyer.id, [{ productId, part: 'all', version: 1 }], commerce.now());
/** What was given before anybody was asked for a waiver. */
const downloaded = (buyer: Buyer, productId: string) =>
  recordDownloads(
    commerce.pb,
    [{ userId: buyer.id, productId, part: 'all', version: 1, sizeBytes: 1 }],
    commerce.now(),
  );

/** The link that is mailed to whoever names a contract. */
async function linkFor(named: string, email: string): Promise<string> {
  const mails = () =>
    commerce.pb.collection('mails').getFullList<{ body: string }>({
      filter: commerce.pb.filter("to = {:email} && kind = 'withdrawal'", { email }),
      sort: '@rowid',
    });
  const links = async () =>
    (await mails()).flatMap(({ body }) =>
      [...body.matchAll(/withdraw\/([\w-]{32})/g)].map(([, link]) => link),
    );
  const before = await links();
  await requestWithdrawal(commerce, { number: named, email });
  return (await links()).find((link) => !before.includes(link)) ?? expect.fail('no link');
}
const ownedBy = async ({ id }: Buyer) =>
  (
    await commerce.pb
      .collection('entitlements')
      .getFullList({ filter: commerce.pb.filter("user = {:id} && revokedAt = ''", { id }) })
  ).map((row) => row['product'] as string);
const saleProducts = async (name: string, cents: readonly number[]) => {
  const store = await commerce.store(name);
  return { store, products: await Promise.all(cents.map((each) => commerce.product(store, each))) };
};

it('a buyer is asked for the waiver before the first file, once an order, and cannot withdraw afterwards', async () => {
  const { products } = await saleProducts('given', [799, 700]);
  const [first = '', second = ''] = products;
  const buyer = await commerce.person('given-buyer');
  const order = await bought(buyer, products, 1499);
  expect(await begin(buyer, first)).toEqual({ refusal: 'waiver', productId: first });
  const asked = await waiversToAsk(commerce.pb, buyer.id, first, commerce.now());
  expect(asked).toEqual([{ id: order.id, title: `order ${orderNumber(order)}`, wording: '2026-11' }]);
  const agree = (wording: string) => agreeToDelivery(commerce, buyer, first, [{ id: order.id, wording }]);
  expect(await agree('2020-01')).toContain('has changed');
  expect(await begin(buyer, first)).not.toBeNull();
  expect(await agree('2026-11')).toBeNull();
  expect(await begin(buyer, first)).toBeNull();
  const [mail, ...more] = await commerce.pb.collection('mails').getFullList({
    filter: commerce.pb.filter("to = {:email} && mailKey ~ 'waiver:'", { email: buyer.email }),
  });
  expect(more).toEqual([]);
  expect(String(mail?.['body']).replaceAll(/\s+/g, ' ')).toContain('I lose my right of withdrawal');
  // Of the same order, so it is asked for once.
  expect(await begin(buyer, second)).toBeNull();
  expect(await withdraw(commerce, await linkFor(orderNumber(order), buyer.email))).toBe(0);
});

it('nobody is asked for a waiver where there is no such right, it is over, or nothing was paid', async () => {
  const { store, products } = await saleProducts('unasked', [799]);
  const [product = ''] = products;
  const abroad = await commerce.person('unasked-abroad');
  const { id } = await bought(abroad, products, 799);
  await commerce.pb.collection('orders').update(id, { country: 'US' });
  expect(await begin(abroad, product)).toBeNull();
  const friend = await commerce.person('unasked-owner');
  const free = await commerce.product(store, 0);
  const outcome = await checkOut(commerce, friend, {
    productIds: [free],
    codes: [],
    gift: null,
    shownCents: 0,
  });
  expect(outcome.kind).not.toBe('pay');
  expect(await begin(friend, free)).toBeNull();
  const late = await commerce.person('unasked-late');
  await bought(late, products, 799);
  const in15Days = commerce.now() + 15 * 86_400_000;
  const parts = [{ productId: product, part: 'all', version: 1 }];
  expect(await beginDelivery(commerce.pb, late.id, parts, in15Days)).toBeNull();
});

it('what was begun is not given back, though its last byte was never fetched', async () => {
  const { products } = await saleProducts('begun', [799, 700]);
  const [first = ''] = products;
  const buyer = await commerce.person('begun-buyer');
  const order = await bought(buyer, products, 1499);
  // As a gift of the first model, or a row of before the waiver was asked for.
  await commerce.pb
    .collection('downloads')
    .create({ user: buyer.id, product: first, part: 'all', begunAt: '2026-01-01 00:00:00.000Z' });
  expect(await withdraw(commerce, await linkFor(orderNumber(order), buyer.email))).toBe(700);
  expect(await ownedBy(buyer)).toEqual([first]);
});

it('a download is refused while the refund is on its way', async () => {
  const { products } = await saleProducts('racing', [799]);
  const [product = ''] = products;
  const buyer = await commerce.person('racing-buyer');
  const order = await bought(buyer, products, 799);
  const token = await linkFor(orderNumber(order), buyer.email);
  const { payments } = commerce;
  const during: unknown[] = [];
  const refund: typeof payments.refund = async () => {
    await commerce.pb
      .collection('consents')
      .create({ kind: 'withdrawal', wording: '2026-11', order: order.id });
    during.push(await begin(buyer, product));
    throw new Error('the process ended');
  };
  const cutOff = { ...commerce, payments: { ...payments, refund } };
  await expect(withdraw(cutOff, token)).rejects.toThrow('the process ended');
  expect(during).toEqual([{ refusal: 'refunded', productId: product }]);
  const [given] = await commerce.pb.collection('consents').getFullList({ filter: `order = '${order.id}'` });
  await commerce.pb.collection('consents').delete(given?.id ?? '');
  // What was begun is finished without another press.
  await finishWithdrawals(commerce, commerce.now() + 1);
  const [withdrawal] = await commerce.pb
    .collection('withdrawals')
    .getFullList({ filter: `order = '${order.id}'` });
  expect(withdrawal?.['confirmedAt']).not.toBe('');
  // Its refund is still on its way: the reconciler sends it again.
  const consent = { kind: 'withdrawal', wording: '2026-11', order: order.id };
  await commerce.pb.collection('consents').create(consent);
  expect(await begin(buyer, product)).toEqual({ refusal: 'refunded', productId: product });
});

it('a member is asked for the waiver before the first model of the month', async () => {
  const club: PaidGuild = await paidGuild(commerce);
  await release(commerce, club);
  const person = await newUser(commerce);
  const url = await pageOf(commerce, club, person);
  const card = testCard('4242424242424242') ?? expect.fail('no card');
  expect(commerce.standIn.simulator.pay(url.split('/').at(-1) ?? '', card, 'DE')).toBeNull();
  await commerce.standIn.deliveries.idle();
  const [product = ''] = await ownedBy(person);
  expect(await begin(person, product)).toEqual({ refusal: 'waiver', productId: product });
  const asked = await waiversToAsk(commerce.pb, person.id, product, commerce.now());
  expect(asked).toHaveLength(1);
  expect(await agreeToDelivery(commerce, person, product, asked)).toBeNull();
  expect(await begin(person, product)).toBeNull();
  const store = await commerce.pb.collection('stores').getOne(club.storeId);
  const token = await linkFor(store['name'] as string, person.email);
  expect((await withdrawalOf(commerce, token))?.lines.map(({ refusal }) => refusal)).toEqual(['waived']);
});

it('the kept model of a bundle costs its own price, up to that of the bundle', async () => {
  const { store, products } = await saleProducts('bundling', [749, 749, 749]);
  await commerce.pb
    .collection('product_bundles')
    .create({ store, title: 'Three', priceCents: 1499, products });
  const buyer = await commerce.person('bundling-buyer');
  const order = await bought(buyer, products, 1499);
  const [kept = ''] = products;
  await downloaded(buyer, kept);
  const token = await linkFor(orderNumber(order), buyer.email);
  const shown = await withdrawalOf(commerce, token);
  expect(shown?.lines.reduce((sum, one) => sum + (one.refusal === null ? one.leftCents : 0), 0)).toBe(750);
  expect(await withdraw(commerce, token)).toBe(750);
  // What was given back in part is taken back as a whole.
  expect(await ownedBy(buyer)).toEqual([kept]);
  const refunded = (await storedOrder(commerce.pb, order.id))?.order.refundedCents;
  expect(refunded).toBe(750);
  expect(await withdraw(commerce, await linkFor(orderNumber(order), buyer.email))).toBe(0);
});

it('a review of what was returned in full is not counted until it is owned again', async () => {
  const { store, products } = await saleProducts('reviewing', [299]);
  const [product = ''] = products;
  const buyer = await commerce.person('reviewing-buyer');
  const order = await bought(buyer, products, 299);
  const now = new Date(commerce.now()).toISOString();
  const { id } = await commerce.pb.collection('reviews').create({
    ...{ user: buyer.id, product, store, source: 'purchase', stars: 1, text: 'Bad.', writtenAt: now },
  });
  const stars = async () => [
    (await commerce.pb.collection('products').getOne(product))['stars1'],
    (await commerce.pb.collection('stores').getOne(store))['stars1'],
  ];
  expect(await stars()).toEqual([1, 1]);
  expect(await withdraw(commerce, await linkFor(orderNumber(order), buyer.email))).toBe(299);
  expect(await stars()).toEqual([0, 0]);
  const reviews = commerce.pb.collection('reviews');
  expect((await reviews.getOne(id))['hiddenAt']).not.toBe('');
  // A dismissed report does not bring it back.
  await reviews.update(id, { hiddenAt: '' });
  expect(await stars()).toEqual([0, 0]);
  await bought(buyer, products, 299);
  expect(await stars()).toEqual([1, 1]);
  expect((await reviews.getOne(id))['hiddenAt']).toBe('');
});

it('somebody who withdraws again and again is shown at the desk', async () => {
  const { products } = await saleProducts('repeating', [299, 399]);
  const buyer = await commerce.person('repeating-buyer');
  const waiting = async () =>
    (
      await queuePage(commerce.pb, { kinds: ['withdrawals'], after: null, limit: 9, now: commerce.now() })
    ).entries.filter(({ id }) => id === buyer.id);
  for (const [at, product] of products.entries()) {
    const order = await bought(buyer, [product], at === 0 ? 299 : 399);
    expect(await waiting()).toEqual([]);
    expect(await withdraw(commerce, await linkFor(orderNumber(order), buyer.email))).toBeGreaterThan(0);
  }
  expect(await waiting()).toMatchObject([{ kind: 'withdrawals', title: 'repeating-buyer withdrew 2 times' }]);
});
