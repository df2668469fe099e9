import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { productById } from '../../../src/data/catalogue/products.ts';
import { storedOrder } from '../../../src/data/commerce/orders.ts';
import { preOrderOf } from '../../../src/data/commerce/pre-orders.ts';
import { downloadOfOwner } from '../../../src/data/library/downloads.ts';
import { waiverOf } from '../../../src/data/payments/consents.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { promiseEndsAt } from '../../../src/domain/catalogue/price/pre-order.ts';
import { orderNumber } from '../../../src/domain/commerce/order.ts';
import {
  PRE_ORDER_WAIVER_WORDING,
  WAIVER_TEXTS,
  WAIVER_WORDING,
} from '../../../src/domain/payments/waiver.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { sellerMoney } from '../../../src/server/commerce/payouts.ts';
import {
  cancelPreOrder,
  deliverProduct,
  keepPromises,
  promiseProduct,
} from '../../../src/server/commerce/pre-order/pre-orders.ts';
import { settle } from '../../../src/server/commerce/settlement.ts';
import { requestWithdrawal, withdrawalOf } from '../../../src/server/commerce/withdrawal/withdrawals.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

const DAY_MS = 86_400_000;
let commerce: TestCommerce;
let people: { id: string; email: string }[];
let stores = 0;
let store = { id: '', account: '' };

beforeEach(async () => {
  commerce = await openTestCommerce();
  commerce.standIn.deliveries.mode = 'drop';
  people = [await commerce.person('mira'), await commerce.person('tobias'), await commerce.person('noor')];
});
afterEach(() => commerce.close());
afterEach(async () => {
  expect(commerce.errors).toEqual([]);
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});

/** A published model of a new store that is promised in ten days. */
async function offered(priceCents = 1000): Promise<string> {
  const name = `promiser${++stores}`;
  store = { id: await commerce.store(name), account: `acct_${name}` };
  return offeredToo(priceCents);
}

/** Another such model of the same store. */
async function offeredToo(priceCents = 1000): Promise<string> {
  const { pb } = commerce;
  const id = await commerce.product(store.id, priceCents, { state: 'draft' });
  const draft = (await productById(pb, id)) ?? expect.fail('no product');
  const day = (Math.floor(commerce.now() / DAY_MS) + 10) * DAY_MS;
  expect(await promiseProduct(commerce, draft, day)).toBeNull();
  await pb.collection('products').update(id, { state: 'published', publishedAt: new Date(commerce.now()) });
  return id;
}

async function bought(productIds: string[], shownCents: number, who = people[0]): Promise<string> {
  const buyer = who ?? expect.fail('nobody');
  const outcome = await checkOut(commerce, buyer, { productIds, codes: [], gift: null, shownCents });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  commerce.pay(outcome.url);
  await fulfil(commerce, outcome.url.split('/').at(-1) ?? '');
  return outcome.orderId;
}

const product = async (id: string) => (await productById(commerce.pb, id)) ?? expect.fail('no product');
const share = async (order: string) => {
  const row = await commerce.pb
    .collection('seller_shares')
    .getFirstListItem(commerce.pb.filter('order = {:order}', { order }));
  return [row['shareCents'], row['sentCents'], row['state']];
};
const stateOf = async (order: string) => (await commerce.pb.collection('orders').getOne(order))['state'];
const lineOf = async (order: string, productId: string) =>
  (
    await commerce.pb
      .collection('order_lines')
      .getFirstListItem(
        commerce.pb.filter('order = {:order} && product = {:productId}', { order, productId }),
      )
  ).id;
const atSeller = () =>
  commerce.standIn.simulator.book
    .all('transfers')
    .filter((row) => row['destination'] === store.account)
    .reduce((sum, row) => sum + Number(row['amount']) - Number(row['amount_reversed']), 0);
const refunded = () =>
  commerce.standIn.simulator.book.all('refunds').reduce((sum, row) => sum + Number(row['amount']), 0);
const addFile = (productId: string) =>
  commerce.pb.collection('product_files').create({
    ...{ product: productId, position: 0, name: 'gate.stl', role: 'unsupported', sizeBytes: 10, version: 1 },
    ...{ sha256: 'a'.repeat(64), storageKey: `files/${'a'.repeat(64)}` },
  });
const mailsTo = async (email: string) =>
  (
    await commerce.pb
      .collection('mails')
      .getFullList<{ body: string }>({ filter: commerce.pb.filter('to = {:email}', { email }) })
  )
    .map(({ body }) => body.replaceAll(/\s+/g, ' '))
    .join(' ');
const notes = async (kind: string) =>
  (
    await commerce.pb
      .collection('notifications')
      .getFullList({ filter: commerce.pb.filter('noteKey ~ {:kind}', { kind }) })
  ).length;
/** Runs something at the moment at which the promise of a product is over. */
async function afterItsDay(productId: string, run: () => Promise<void>): Promise<void> {
  const found = (await preOrderOf(commerce.pb, productId)) ?? expect.fail('no pre-order');
  const ahead = promiseEndsAt(found.promisedDay) - commerce.now();
  commerce.later(ahead);
  try {
    await run();
  } finally {
    commerce.later(-ahead);
  }
}

describe('a pre-order', () => {
  it('is paid at once, and its seller is paid when it is delivered', async () => {
    const id = await offered();
    const order = await bought([id], 1000);
    await settle(commerce, order);
    await reconcile(commerce);
    expect(await share(order)).toEqual([900, 0, 'held']);
    expect(atSeller()).toBe(0);
    expect((await sellerMoney(commerce, store.id)).shares).toMatchObject([{ state: 'held', cents: 900 }]);
    const [mira] = people;
    expect(await downloadOfOwner(commerce.pb, mira?.id ?? '', id)).toBeNull();
    expect(await deliverProduct(commerce, await product(id))).toMatchObject({ sentence: /Upload/ });
    await addFile(id);
    expect(await downloadOfOwner(commerce.pb, mira?.id ?? '', id)).toBeNull();
    expect(await deliverProduct(commerce, await product(id))).toBeNull();
    expect((await downloadOfOwner(commerce.pb, mira?.id ?? '', id))?.files).toHaveLength(1);
    await Promise.all([keepPromises(commerce), keepPromises(commerce)]);
    await keepPromises(commerce);
    expect(await share(order)).toEqual([900, 900, 'sent']);
    expect(atSeller()).toBe(900);
    expect(await notes('pre-order-delivered:')).toBe(1);
    expect(
      await cancelPreOrder(commerce, mira?.id ?? '', { orderId: order, lineId: await lineOf(order, id) }),
    ).toMatchObject({
      sentence: /delivered/,
    });
  });

  it('holds the share of its store until the other pre-order of the same order is delivered too', async () => {
    const first = await offered(1000);
    const second = await offeredToo(2000);
    const order = await bought([first, second], 3000);
    for (const [id, after] of [
      [first, [2700, 0, 'held']],
      [second, [2700, 2700, 'sent']],
    ] as const) {
      await addFile(id);
      expect(await deliverProduct(commerce, await product(id))).toBeNull();
      await keepPromises(commerce);
      expect(await share(order)).toEqual(after);
    }
    expect(atSeller()).toBe(2700);
  });

  it('is refunded to everybody once its day is over, though the job is killed and runs twice', async () => {
    const id = await offered();
    const orders: string[] = [];
    for (const who of people) orders.push(await bought([id], 1000, who));
    const before = refunded();
    await afterItsDay(id, async () => {
      expect(await deliverProduct(commerce, await product(id))).toMatchObject({ sentence: /is over/ });
      const killed = new AbortController();
      const { refund } = commerce.payments;
      const counted = {
        ...commerce,
        payments: {
          ...commerce.payments,
          refund: (...args: Parameters<typeof refund>) => {
            killed.abort();
            return refund.apply(commerce.payments, args);
          },
        },
      };
      await keepPromises(counted, killed.signal);
      expect(refunded() - before).toBe(1000);
      await Promise.all([keepPromises(commerce), keepPromises(commerce)]);
      await keepPromises(commerce);
    });
    expect(refunded() - before).toBe(3000);
    for (const order of orders) {
      expect(await stateOf(order)).toBe('refunded');
      expect(await share(order)).toEqual([0, 0, 'returned']);
    }
    expect(atSeller()).toBe(0);
    expect((await product(id)).state).toBe('draft');
    expect((await preOrderOf(commerce.pb, id))?.state).toBe('lapsed');
    expect(await notes('own-pre-order-lapsed:')).toBe(1);
  });

  it('that is paid after its day is refunded too', async () => {
    const id = await offered();
    const buyer = people[0] ?? expect.fail('nobody');
    const outcome = await checkOut(commerce, buyer, {
      productIds: [id],
      codes: [],
      gift: null,
      shownCents: 1000,
    });
    if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
    await afterItsDay(id, async () => {
      await keepPromises(commerce);
      commerce.pay(outcome.url);
      await fulfil(commerce, outcome.url.split('/').at(-1) ?? '');
      expect(await share(outcome.orderId)).toEqual([900, 0, 'held']);
      await keepPromises(commerce);
    });
    expect(await stateOf(outcome.orderId)).toBe('refunded');
  });

  it('is cancelled by its buyer alone, and only until it is delivered; what else is in the order goes on', async () => {
    const id = await offered();
    const other = await commerce.product(store.id, 500);
    const order = await bought([id, other], 1500);
    await settle(commerce, order);
    expect(await share(order)).toEqual([1350, 0, 'held']);
    const wish = { orderId: order, lineId: await lineOf(order, id) };
    expect(await cancelPreOrder(commerce, people[1]?.id ?? '', wish)).toBe('not-found');
    const finished = { orderId: order, lineId: await lineOf(order, other) };
    expect(await cancelPreOrder(commerce, people[0]?.id ?? '', finished)).toMatchObject({
      sentence: /Only a pre-order/,
    });
    const before = refunded();
    expect(await cancelPreOrder(commerce, people[0]?.id ?? '', wish)).toBeNull();
    expect(refunded() - before).toBe(1000);
    expect(await share(order)).toEqual([450, 450, 'sent']);
    expect(await cancelPreOrder(commerce, people[0]?.id ?? '', wish)).toMatchObject({ sentence: /refunded/ });
  });

  it('keeps the right of withdrawal until it is delivered, and loses it then, as its buyer agreed', async () => {
    const id = await offered();
    const other = await commerce.product(store.id, 500);
    const buyer = people[2] ?? expect.fail('nobody');
    const cart = {
      productIds: [id, other],
      codes: [],
      gift: null,
      shownCents: 1500,
      timeZone: 'Europe/Berlin',
    };
    for (const waiver of [null, WAIVER_WORDING])
      expect(await checkOut(commerce, buyer, { ...cart, waiver })).toMatchObject({ kind: 'refused' });
    const outcome = await checkOut(commerce, buyer, { ...cart, waiver: PRE_ORDER_WAIVER_WORDING });
    if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
    const { orderId } = outcome;
    commerce.pay(outcome.url, 'pays', 'DE');
    await fulfil(commerce, outcome.url.split('/').at(-1) ?? '');
    expect(await waiverOf(commerce.pb, { order: orderId })).toMatchObject({
      wording: PRE_ORDER_WAIVER_WORDING,
    });
    expect(await mailsTo(buyer.email)).toContain(WAIVER_TEXTS[PRE_ORDER_WAIVER_WORDING]);

    const { order } = (await storedOrder(commerce.pb, orderId)) ?? expect.fail('no order');
    await requestWithdrawal(commerce, { number: orderNumber(order), email: buyer.email });
    const token = /withdraw\/([\w-]{32})/.exec(await mailsTo(buyer.email))?.[1] ?? '';
    const refusals = async () => {
      const shown = await withdrawalOf(commerce, token);
      return shown?.lines.map(({ refusal }) => refusal);
    };
    expect(await refusals()).toEqual([null, 'waived']);
    await addFile(id);
    expect(await deliverProduct(commerce, await product(id))).toBeNull();
    expect(await refusals()).toEqual(['waived', 'waived']);
  });

  it('is moved once, and everybody is told', async () => {
    const id = await offered();
    await bought([id], 1000);
    const day = (Math.floor(commerce.now() / DAY_MS) + 20) * DAY_MS;
    expect(await promiseProduct(commerce, await product(id), day - 15 * DAY_MS)).toMatchObject({
      sentence: /after the one/,
    });
    expect(await promiseProduct(commerce, await product(id), day)).toBeNull();
    expect(await notes('pre-order-moved:')).toBe(1);
    expect(await promiseProduct(commerce, await product(id), day + DAY_MS)).toMatchObject({
      sentence: /once already/,
    });
    await keepPromises(commerce);
    expect(await preOrderOf(commerce.pb, id)).toMatchObject({ state: 'open', promisedDay: day });
  });

  it('comes out to the cent: what was paid is delivered or given back', { timeout: 60_000 }, async () => {
    const step = fc.record({ who: fc.nat(2), does: fc.constantFrom('cancel', 'wait') });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(step, { selector: ({ who }) => who, minLength: 1 }),
        fc.integer({ min: 100, max: 5000 }),
        fc.boolean(),
        async (steps, cents, delivers) => {
          const id = await offered(cents);
          const before = refunded();
          let kept = 0;
          for (const { who, does } of steps) {
            const orderId = await bought([id], cents, people[who]);
            const lineId = await lineOf(orderId, id);
            if (does === 'cancel') await cancelPreOrder(commerce, people[who]?.id ?? '', { orderId, lineId });
            else kept += 1;
          }
          expect(atSeller()).toBe(0);
          if (delivers) {
            await addFile(id);
            expect(await deliverProduct(commerce, await product(id))).toBeNull();
            await keepPromises(commerce);
          } else await afterItsDay(id, async () => void (await keepPromises(commerce)));
          const delivered = delivers ? kept * cents : 0;
          expect(refunded() - before).toBe(steps.length * cents - delivered);
          if (delivered === 0) expect(atSeller()).toBe(0);
          else expect(atSeller()).toBeGreaterThan(0);
        },
      ),
      { numRuns: 6 },
    );
  });
});
