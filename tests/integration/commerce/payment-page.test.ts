import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedOrder } from '../../../src/data/commerce/orders.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { PaymentsUnavailable } from '../../../src/server/adapters/stripe/payments.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { cancelPendingOrder, checkOut, openPaymentPage } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
let store = '';
let buyer: { id: string; email: string };
const MINUTES = 60_000;

beforeEach(async () => {
  commerce = await openTestCommerce();
  store = await commerce.store('ash');
  buyer = await commerce.person('mira');
});
afterEach(() => commerce.close());
afterEach(async () => {
  commerce.standIn.fault = 'none';
  commerce.standIn.deliveries.mode = 'send';
  await commerce.standIn.deliveries.idle();
  commerce.errors.length = 0;
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});

const ask = (productIds: string[], shownCents: number, codes: string[] = []) =>
  checkOut(commerce, buyer, { productIds, codes, gift: null, shownCents });

async function payable(productIds: string[], shownCents: number, codes: string[] = []) {
  const outcome = await ask(productIds, shownCents, codes);
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  return { ...outcome, sessionId: outcome.url.split('/').at(-1) ?? '' };
}
const stateOf = async (orderId: string) => (await commerce.pb.collection('orders').getOne(orderId))['state'];

describe('the payment page of a cart', () => {
  it('is opened only at the price that was shown, whatever price the browser sends', async () => {
    const product = await commerce.product(store, 900);
    const pages = commerce.standIn.simulator.book.all('sessions').length;
    for (const shownCents of [0, 899, 901]) {
      const outcome = await ask([product], shownCents);
      expect(outcome).toMatchObject({ kind: 'changed', quote: { totalCents: 900 } });
    }
    expect(commerce.standIn.simulator.book.all('sessions')).toHaveLength(pages);
    const orders = commerce.pb.filter('product = {:product}', { product });
    expect((await commerce.pb.collection('order_lines').getList(1, 1, { filter: orders })).totalItems).toBe(
      0,
    );
  });

  it('a page that could not be opened for five minutes does not block its cart', async () => {
    const product = await commerce.product(store, 900);
    commerce.standIn.fault = 'cut';
    await expect(ask([product], 900)).rejects.toThrow(PaymentsUnavailable);
    commerce.standIn.fault = 'none';
    const line = await commerce.pb
      .collection('order_lines')
      .getFirstListItem(commerce.pb.filter('product = {:product}', { product }));
    const orderId = String(line['order']);
    // Written five minutes ago: the provider refuses pages that close in less than half an hour.
    await commerce.pb
      .collection('orders')
      .update(orderId, { expiresAt: new Date(Date.now() + 26 * MINUTES).toISOString() });
    const order = await payable([product], 900);
    expect(order.orderId).toBe(orderId);
    expect(commerce.pay(order.url)).toBeNull();
    await commerce.standIn.deliveries.idle();
    expect(await stateOf(orderId)).toBe('paid');
  });

  it('a buyer whose bank debit is under way is told so, and led to no page to pay at', async () => {
    const { simulator, deliveries } = commerce.standIn;
    const [a, b] = [await commerce.product(store, 1200), await commerce.product(store, 700)];
    await commerce.coupon(store, 'ONLYONE', { percent: 50, maxUses: 1 });
    const first = await payable([a], 600, ['ONLYONE']);
    commerce.pay(first.url, 'pays later');
    await deliveries.idle();
    const sayAll = async () => {
      const refused = { kind: 'refused', sentence: expect.stringContaining('still processing') };
      expect(await ask([a], 600, ['ONLYONE'])).toEqual(refused);
      expect(await ask([a], 1200)).toEqual(refused);
      expect(await ask([a, b], 1900)).toEqual(refused);
      expect(await ask([b], 350, ['ONLYONE'])).toEqual(refused);
    };
    await sayAll();
    commerce.later(40 * MINUTES);
    await reconcile(commerce);
    await sayAll();
    const other = await payable([b], 700);
    simulator.collect(first.sessionId);
    await deliveries.idle();
    expect([await stateOf(first.orderId), await stateOf(other.orderId)]).toEqual(['paid', 'pending']);
    commerce.later(-40 * MINUTES);
  });

  it('an answer that comes after the cart was cancelled leads nobody to its page', async () => {
    const product = await commerce.product(store, 900);
    commerce.standIn.fault = 'cut';
    await expect(ask([product], 900)).rejects.toThrow(PaymentsUnavailable);
    commerce.standIn.fault = 'none';
    const line = await commerce.pb
      .collection('order_lines')
      .getFirstListItem(commerce.pb.filter('product = {:product}', { product }));
    const seen = await storedOrder(commerce.pb, String(line['order']));
    if (!seen) throw new Error('the order is gone');
    expect(await cancelPendingOrder(commerce, seen)).toBe('expired');
    expect(await openPaymentPage(commerce, seen)).toBeNull();
    const pages = commerce.standIn.simulator.book
      .all('sessions')
      .filter((row) => row['client_reference_id'] === seen.order.id);
    expect(pages.map((row) => row['status'])).toEqual(['expired']);
  });

  it('a cart of 200 products from three artists is paid on one page to the cent', async () => {
    const stores = await Promise.all(['lines-a', 'lines-b', 'lines-c'].map((name) => commerce.store(name)));
    const products: string[] = [];
    for (let n = 0; n < 200; n++) products.push(await commerce.product(stores[n % 3] ?? '', 100 + n));
    const total = 200 * 100 + (199 * 200) / 2;
    const order = await payable(products, total);
    const page = commerce.standIn.simulator.book.find('sessions', order.sessionId);
    expect(page?.['items']).toHaveLength(3);
    expect(page?.['amount_total']).toBe(total);
    expect(commerce.pay(order.url)).toBeNull();
    await commerce.standIn.deliveries.idle();
    expect(await stateOf(order.orderId)).toBe('paid');
    const owned = await commerce.pb.collection('entitlements').getList(1, 1, {
      filter: products
        .slice(0, 50)
        .map((id) => `product = '${id}'`)
        .join(' || '),
    });
    expect(owned.totalItems).toBe(50);
  });

  it('that was paid waits for the fee of the provider, and the reconciler asks for one that never came', async () => {
    commerce.standIn.deliveries.mode = 'drop';
    const order = await payable([await commerce.product(store, 2000)], 2000);
    commerce.pay(order.url);
    expect(await fulfil(commerce, order.sessionId)).toBe('fulfilled');
    const fees = () =>
      commerce.pb
        .collection('ledger')
        .getFullList({ filter: commerce.pb.filter("order = {:id} && kind = 'fee'", { id: order.orderId }) });
    expect(await fees()).toEqual([]);
    commerce.later(66 * MINUTES);
    await reconcile(commerce);
    expect(await commerce.pb.collection('orders').getOne(order.orderId)).toMatchObject({ feePending: true });
    commerce.standIn.simulator.captureFees();
    commerce.later(31 * MINUTES);
    await reconcile(commerce);
    await reconcile(commerce);
    expect(await commerce.pb.collection('orders').getOne(order.orderId)).toMatchObject({
      feePending: false,
      feeCents: 88,
    });
    expect((await fees()).map(({ account, amountCents }) => [account, amountCents]).sort()).toEqual([
      ['hall', -88],
      ['provider', 88],
    ]);
  });
});

describe('a movement whose answer was lost, resumed when its key has expired', () => {
  /** The keys of the provider expire; nothing else depends on its clock here. */
  const keysExpire = () => commerce.standIn.simulator.advanceDays(2);
  const rows = (shelf: 'transfers' | 'refunds', orderId: string) =>
    commerce.standIn.simulator.book
      .all(shelf)
      .filter((row) => String((row['metadata'] as { key?: string }).key).startsWith(orderId));

  it('makes one refund', async () => {
    const order = await payable([await commerce.product(store, 900)], 900);
    commerce.pay(order.url);
    await commerce.standIn.deliveries.idle();
    // Webhooks of the refund would write meanwhile, and take the fault that its repeat should meet.
    commerce.standIn.deliveries.mode = 'hold';
    commerce.standIn.faults.aimAt('lost', 'POST /v1/refunds', 0);
    const half = { orderId: order.orderId, lineId: null, amountCents: 300, reason: '' };
    await expect(refundOrder(commerce, { by: 'operator' }, half)).rejects.toThrow(PaymentsUnavailable);
    commerce.standIn.fault = 'none';
    keysExpire();
    // No event tells of it either: all that is left is the recorded request.
    commerce.standIn.simulator.book.shelves.events.clear();
    commerce.later(3 * MINUTES);
    await reconcile(commerce);
    expect(rows('refunds', order.orderId).map((row) => row['amount'])).toEqual([300]);
    expect(await stateOf(order.orderId)).toBe('partly_refunded');
    await commerce.standIn.deliveries.release();
  });

  it('makes one transfer for each share', async () => {
    const stores = [await commerce.store('beside'), await commerce.store('across')];
    const products = [
      await commerce.product(stores[0] ?? '', 1000),
      await commerce.product(stores[1] ?? '', 5000),
    ];
    const order = await payable(products, 6000);
    commerce.standIn.deliveries.mode = 'hold';
    commerce.pay(order.url);
    commerce.standIn.faults.aimAt('lost', 'POST /v1/transfers', 0);
    await fulfil(commerce, order.sessionId).catch(() => undefined);
    commerce.standIn.fault = 'none';
    keysExpire();
    await reconcile(commerce);
    await reconcile(commerce);
    const sent = rows('transfers', order.orderId).map((row) => row['amount']);
    expect(sent.sort()).toEqual([4500, 900]);
    await commerce.standIn.deliveries.release();
  });
});
