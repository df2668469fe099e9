import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../../src/dev/drill/audit.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { crowdOf } from '../../orders.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
let store = '';
beforeAll(async () => {
  commerce = await openTestCommerce();
  store = await commerce.store('ash');
});
afterEach(async () => {
  commerce.standIn.deliveries.mode = 'send';
  await commerce.standIn.deliveries.settled();
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});
afterAll(() => commerce.close());

let people = 0;
const newBuyer = () => commerce.person(`buyer-${++people}`);
const times = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));

async function payable(buyer: { id: string; email: string }, productIds: string[], shownCents: number) {
  const outcome = await checkOut(commerce, buyer, { productIds, codes: [], gift: null, shownCents });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  return { ...outcome, sessionId: outcome.url.split('/').at(-1) ?? '' };
}

describe('at the same moment', () => {
  it(`${crowdOf(200)} fulfilments of one order grant once, pay once and write one receipt`, async () => {
    const buyer = await newBuyer();
    const order = await payable(
      buyer,
      [await commerce.product(store, 999), await commerce.product(store, 450)],
      1449,
    );
    commerce.standIn.deliveries.mode = 'drop';
    commerce.pay(order.url);
    const answers = await times(crowdOf(200), () => fulfil(commerce, order.sessionId));
    expect(new Set(answers)).toEqual(new Set(['fulfilled']));
    const { pb } = commerce;
    const own = pb.filter('user = {:id}', { id: buyer.id });
    expect(await pb.collection('entitlements').getFullList({ filter: own })).toHaveLength(2);
    const transfers = commerce.standIn.simulator.book.all('transfers');
    expect(transfers.filter((row) => row['transfer_group'] === order.orderId)).toHaveLength(1);
    const receipts = await pb
      .collection('mails')
      .getFullList({ filter: pb.filter('mailKey = {:key}', { key: `receipt:${order.orderId}` }) });
    expect(receipts).toHaveLength(1);
  });

  it(`${crowdOf(200)} redemptions of a coupon that ${crowdOf(50)} may use serve exactly those`, async () => {
    const product = await commerce.product(store, 1000);
    await commerce.coupon(store, 'FIFTY', { percent: 50, maxUses: crowdOf(50) });
    const buyers = await times(crowdOf(200), newBuyer);
    const outcomes = await times(crowdOf(200), async (at) =>
      checkOut(commerce, buyers[at] as { id: string; email: string }, {
        productIds: [product],
        codes: ['FIFTY'],
        gift: null,
        shownCents: 500,
      }),
    );
    expect(outcomes.filter(({ kind }) => kind === 'pay')).toHaveLength(crowdOf(50));
    for (const outcome of outcomes) {
      if (outcome.kind === 'changed') expect(outcome.quote.totalCents).toBe(1000);
    }
  });

  it(`webhook and success page, ${crowdOf(100)} times over, come to the same`, async () => {
    const product = await commerce.product(store, 700);
    const buyers = await times(crowdOf(100), newBuyer);
    for (const buyer of buyers) {
      const order = await payable(buyer, [product], 700);
      commerce.pay(order.url);
      expect(await fulfil(commerce, order.sessionId)).toBe('fulfilled');
    }
    await commerce.standIn.deliveries.settled();
    const { pb } = commerce;
    expect(
      await pb
        .collection('entitlements')
        .getFullList({ filter: pb.filter('product = {:product}', { product }) }),
    ).toHaveLength(crowdOf(100));
  });

  it('a double click is one order and one payment page', async () => {
    const buyer = await newBuyer();
    const product = await commerce.product(store, 1200);
    const orders = await times(5, () => payable(buyer, [product], 1200));
    expect(new Set(orders.map(({ url }) => url)).size).toBe(1);
  });

  it('two tabs with different carts lead to one charge for what both hold', async () => {
    const buyer = await newBuyer();
    const [a, b, c] = [
      await commerce.product(store, 500),
      await commerce.product(store, 600),
      await commerce.product(store, 700),
    ];
    const first = await payable(buyer, [a, b], 1100);
    const second = await payable(buyer, [b, c], 1300);
    expect(commerce.pay(first.url)).toMatch('expired');
    expect(commerce.pay(second.url)).toBeNull();
    await commerce.standIn.deliveries.settled();
    const again = await checkOut(commerce, buyer, {
      productIds: [b],
      codes: [],
      gift: null,
      shownCents: 600,
    });
    expect(again).toMatchObject({ kind: 'changed', quote: { refused: [{ reason: 'owned' }] } });
  });

  it('a first page paid while the second is requested is fulfilled, and the second buyer confirms again', async () => {
    const buyer = await newBuyer();
    const [a, b] = [await commerce.product(store, 500), await commerce.product(store, 600)];
    commerce.standIn.deliveries.mode = 'drop';
    const first = await payable(buyer, [a], 500);
    commerce.pay(first.url);
    const second = await checkOut(commerce, buyer, {
      productIds: [a, b],
      codes: [],
      gift: null,
      shownCents: 1100,
    });
    expect(second).toMatchObject({
      kind: 'changed',
      quote: { totalCents: 600, refused: [{ productId: a }] },
    });
  });

  it('a coupon with one use per buyer works in a second tab, but not for a second order', async () => {
    const buyer = await newBuyer();
    const [a, b] = [await commerce.product(store, 1000), await commerce.product(store, 2000)];
    await commerce.coupon(store, 'ONCEONLY', { percent: 10, maxUsesPerBuyer: 1 });
    const ask = (id: string, shownCents: number) =>
      checkOut(commerce, buyer, { productIds: [id], codes: ['ONCEONLY'], gift: null, shownCents });
    expect((await ask(a, 900)).kind).toBe('pay');
    const second = await ask(b, 1800);
    if (second.kind !== 'pay') throw new Error('the second tab was refused');
    commerce.pay(second.url);
    await commerce.standIn.deliveries.settled();
    expect(await ask(a, 900)).toMatchObject({
      kind: 'changed',
      quote: { totalCents: 1000, coupons: [{ refusal: 'used-up-by-buyer' }] },
    });
  });

  it('18 checkouts of one buyer with one coupon leave one page open: the newest wins, none is charged twice', async () => {
    const buyer = await newBuyer();
    const products = await times(18, () => commerce.product(store, 1000));
    await commerce.coupon(store, 'ONEATATIME', { percent: 10, maxUsesPerBuyer: 1 });
    const outcomes = await times(18, (at) =>
      checkOut(commerce, buyer, {
        productIds: [products[at] ?? ''],
        codes: ['ONEATATIME'],
        gift: null,
        shownCents: 900,
      }),
    );
    const urls = outcomes.flatMap((outcome) => (outcome.kind === 'pay' ? outcome.url : []));
    expect(urls.filter((url) => commerce.pay(url) === null).length).toBeLessThanOrEqual(1);
    await commerce.standIn.deliveries.settled();
    const { pb } = commerce;
    const pending = await pb.collection('orders').getFullList({
      filter: pb.filter("buyer = {:id} && state = 'pending'", { id: buyer.id }),
    });
    expect(pending).toEqual([]);
  });
});
