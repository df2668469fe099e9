import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedOrder } from '../../../src/data/commerce/orders.ts';
import { saveBusinessAccount } from '../../../src/data/payments/business-accounts.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { BadSignature, PaymentsUnavailable } from '../../../src/server/adapters/stripe/payments.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil, fulfilFree } from '../../../src/server/commerce/fulfilment.ts';
import { openPageLookups } from '../../../src/server/commerce/page-lookups.ts';
import { paymentReturn } from '../../../src/server/commerce/payment-return.ts';
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

describe('while the payment provider is in trouble', () => {
  it('nothing is charged, and trying again goes on with the same order', async () => {
    const product = await commerce.product(store, 900);
    commerce.standIn.fault = 'error';
    await expect(ask([product], 900)).rejects.toThrow(PaymentsUnavailable);
    await expect(ask([product], 900)).rejects.toThrow(PaymentsUnavailable);
    commerce.standIn.fault = 'none';
    const order = await payable([product], 900);
    const orders = await commerce.pb
      .collection('order_lines')
      .getFullList({ filter: commerce.pb.filter('product = {:product}', { product }) });
    expect(orders.map((line) => line['order'])).toEqual([order.orderId]);
  });

  it('a payment page whose address was lost on the way is found again by its key', async () => {
    const product = await commerce.product(store, 900);
    // The SDK repeats the call once itself.
    commerce.standIn.faults.set('lost', 2);
    await expect(ask([product], 900)).rejects.toThrow(PaymentsUnavailable);
    const order = await payable([product], 900);
    const pages = commerce.standIn.simulator.book
      .all('sessions')
      .filter((row) => row['client_reference_id'] === order.orderId);
    expect(pages.map(({ id }) => id)).toEqual([order.sessionId]);
  });

  it('every webhook lost for an hour is made good by the reconciler', async () => {
    commerce.standIn.deliveries.mode = 'drop';
    const [a, b] = [await commerce.product(store, 800), await commerce.product(store, 700)];
    const first = await payable([a], 800);
    const second = await payable([b], 700);
    commerce.pay(first.url);
    commerce.pay(second.url, 'disputed');
    commerce.later(61 * MINUTES);
    await reconcile(commerce);
    expect(await stateOf(first.orderId)).toBe('paid');
    expect(await stateOf(second.orderId)).toBe('disputed');
    const charge = commerce.standIn.simulator.book
      .all('charges')
      .find((row) => row['transfer_group'] === first.orderId);
    commerce.standIn.simulator.refund({ charge: charge?.id ?? '' });
    await reconcile(commerce);
    expect(await stateOf(first.orderId)).toBe('refunded');
    expect(commerce.errors).toEqual([]);
  });

  it('an unpaid order is cancelled, and its coupon use is released', async () => {
    const product = await commerce.product(store, 1000);
    const coupon = await commerce.coupon(store, 'LASTONE', { percent: 20, maxUses: 1 });
    const order = await payable([product], 800, ['LASTONE']);
    expect((await commerce.pb.collection('coupons').getOne(coupon))['uses']).toBe(1);
    commerce.later(40 * MINUTES);
    await reconcile(commerce);
    expect(await stateOf(order.orderId)).toBe('expired');
    expect((await commerce.pb.collection('coupons').getOne(coupon))['uses']).toBe(0);
    expect(commerce.pay(order.url)).toMatch('expired');
    expect((await payable([product], 800, ['LASTONE'])).orderId).not.toBe(order.orderId);
  });

  it('a bank debit is delivered once the bank has paid, and the order of one that fails expires', async () => {
    const { simulator, deliveries } = commerce.standIn;
    const [a, b] = [await commerce.product(store, 1100), await commerce.product(store, 1300)];
    const [good, bad] = [await payable([a], 1100), await payable([b], 1300)];
    commerce.pay(good.url, 'pays later');
    commerce.pay(bad.url, 'fails later');
    await deliveries.idle();
    expect(await fulfil(commerce, good.sessionId)).toBe('unpaid');
    commerce.later(40 * MINUTES);
    await reconcile(commerce);
    expect([await stateOf(good.orderId), await stateOf(bad.orderId)]).toEqual(['pending', 'pending']);
    simulator.collect(good.sessionId);
    simulator.collect(bad.sessionId);
    await deliveries.idle();
    expect([await stateOf(good.orderId), await stateOf(bad.orderId)]).toEqual(['paid', 'expired']);
    expect((await payable([b], 1300)).orderId).not.toBe(bad.orderId);
  });

  it('a payment that a bank reports as fraud is noted, and the operator hears of it', async () => {
    const cart = await payable([await commerce.product(store, 1500)], 1500);
    commerce.pay(cart.url, 'warned');
    await commerce.standIn.deliveries.idle();
    const order = await commerce.pb.collection('orders').getOne(cart.orderId);
    expect([order['state'], order['fraudWarning']]).toEqual(['paid', 'fraudulent_card_application']);
    await reconcile(commerce);
    expect(commerce.errors.map(String)).toEqual([expect.stringMatching(/reports the payment .* as fraud/)]);
  });

  it('an order placed and never led to a page is let go too', async () => {
    const product = await commerce.product(store, 900);
    commerce.standIn.fault = 'error';
    await expect(ask([product], 900)).rejects.toThrow();
    commerce.standIn.fault = 'none';
    commerce.later(3 * MINUTES);
    await reconcile(commerce);
    const [line] = await commerce.pb
      .collection('order_lines')
      .getFullList({ filter: commerce.pb.filter('product = {:product}', { product }) });
    expect(await stateOf(String(line?.['order']))).toBe('expired');
  });
});

describe('money for sellers', () => {
  it('is owed until the account can be paid, and sent then', async () => {
    const waiting = await commerce.store('late');
    await saveBusinessAccount(commerce.pb, waiting, {
      stripeAccountId: 'acct_late',
      state: 'restricted',
      plan: 'free',
    });
    const product = await commerce.product(waiting, 2000);
    const order = await payable([product], 2000);
    commerce.pay(order.url);
    await commerce.standIn.deliveries.idle();
    const shares = () =>
      commerce.pb
        .collection('seller_shares')
        .getFirstListItem(commerce.pb.filter('order = {:order}', { order: order.orderId }));
    expect(await shares()).toMatchObject({ state: 'owed', shareCents: 1800, sentCents: 0 });
    await saveBusinessAccount(commerce.pb, waiting, {
      stripeAccountId: 'acct_late',
      state: 'active',
      plan: 'free',
    });
    await reconcile(commerce);
    expect(await shares()).toMatchObject({ state: 'sent', sentCents: 1800 });
  });

  it('follows a refund of one line: access, share and commission', async () => {
    const [a, b] = [await commerce.product(store, 999), await commerce.product(store, 1501)];
    const order = await payable([a, b], 2500);
    commerce.pay(order.url);
    await commerce.standIn.deliveries.idle();
    const file = await storedOrder(commerce.pb, order.orderId);
    const line = file?.lines.find(({ productId }) => productId === a);
    const wish = { orderId: order.orderId, lineId: line?.id ?? '', amountCents: null, reason: 'a slip' };
    const stranger = await commerce.store('stranger');
    expect(await refundOrder(commerce, { by: 'seller', storeId: stranger }, wish)).toBe('unknown');
    expect(
      await refundOrder(commerce, { by: 'seller', storeId: store }, { ...wish, amountCents: 1000 }),
    ).toBe('more-than-left');
    expect(
      await refundOrder(commerce, { by: 'seller', storeId: store }, { ...wish, amountCents: 400 }),
    ).toBeNull();
    expect(await stateOf(order.orderId)).toBe('partly_refunded');
    expect(await refundOrder(commerce, { by: 'seller', storeId: store }, wish)).toBeNull();
    expect(await refundOrder(commerce, { by: 'seller', storeId: store }, wish)).toBe('more-than-left');
    const again = await ask([a], 999);
    expect(again.kind).toBe('pay');
    const whole = { ...wish, lineId: null };
    expect(await refundOrder(commerce, { by: 'seller', storeId: store }, whole)).toBe('unknown');
    expect(await refundOrder(commerce, { by: 'operator' }, whole)).toBeNull();
    expect(await stateOf(order.orderId)).toBe('refunded');
  });

  it('twenty refunds of one line at once give back no more than was paid', async () => {
    const product = await commerce.product(store, 1000);
    const order = await payable([product], 1000);
    commerce.pay(order.url);
    await commerce.standIn.deliveries.idle();
    const line = (await storedOrder(commerce.pb, order.orderId))?.lines[0]?.id ?? '';
    const wish = { orderId: order.orderId, lineId: line, amountCents: 600, reason: '' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refundOrder(commerce, { by: 'operator' }, wish)),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  });
});

describe('a tampering visitor', () => {
  it('with the price is shown the true one, and no order is made', async () => {
    const product = await commerce.product(store, 5000);
    expect(await ask([product], 50)).toMatchObject({ kind: 'changed', quote: { totalCents: 5000 } });
    expect(await ask([product, product], 10_000)).toMatchObject({ kind: 'changed' });
    expect(
      await commerce.pb
        .collection('order_lines')
        .getFullList({ filter: commerce.pb.filter('product = {:product}', { product }) }),
    ).toEqual([]);
  });

  it('with another store’s coupon gets nothing off', async () => {
    const other = await commerce.store('other');
    await commerce.coupon(other, 'FOREIGN', { percent: 90 });
    const product = await commerce.product(store, 3000);
    expect(await ask([product], 300, ['FOREIGN'])).toMatchObject({
      kind: 'changed',
      quote: { totalCents: 3000, coupons: [{ refusal: 'unknown' }] },
    });
  });

  it('with a cheap payment page for a dear order gets nothing', async () => {
    const product = await commerce.product(store, 9000);
    const dear = await payable([product], 9000);
    const cheap = (orderId: string, payCents: number) =>
      commerce.payments.openCheckout({
        orderId,
        email: buyer.email,
        lines: [{ name: 'x', picture: null, payCents }],
        successUrl: 'http://127.0.0.1:4321/',
        cancelUrl: 'http://127.0.0.1:4321/',
        expiresAt: Date.now() + 31 * MINUTES,
        key: crypto.randomUUID(),
      });
    // Made by hand, so it is not a payment of this marketplace; the audit must not count it.
    commerce.standIn.deliveries.mode = 'drop';
    const page = await cheap(dear.orderId, 50);
    const { simulator } = commerce.standIn;
    expect(commerce.pay(page.url)).toBeNull();
    expect(await fulfil(commerce, page.id)).toBe('unknown');
    await commerce.pb.collection('orders').update(dear.orderId, { sessionId: '', sessionUrl: '' });
    expect(await fulfil(commerce, page.id)).toBe('mismatch');
    expect(await stateOf(dear.orderId)).toBe('pending');
    const charge = simulator.book.all('charges').find((row) => row['transfer_group'] === dear.orderId);
    simulator.book.shelves.charges.delete(charge?.id ?? '');
  });

  it('with an unpaid page gets nothing', async () => {
    const order = await payable([await commerce.product(store, 900)], 900);
    expect(await fulfil(commerce, order.sessionId)).toBe('unpaid');
    const asking = { lookups: openPageLookups(true), client: '192.0.2.1' };
    expect((await paymentReturn(commerce, order.sessionId, asking)).state).toBe('waiting');
    expect((await paymentReturn(commerce, 'cs_test_0123456789abcdef', asking)).state).toBe('unknown');
    expect((await paymentReturn(commerce, "cs_test_' || 1=1", asking)).state).toBe('unknown');
    const file = await storedOrder(commerce.pb, order.orderId);
    if (!file) throw new Error('the order is gone');
    await expect(fulfilFree(commerce, file)).rejects.toThrow('not free');
  });

  it('with a webhook that is forged, old, changed or not signed is refused', () => {
    const event = JSON.stringify({ id: 'evt_1', type: 'checkout.session.completed', data: { object: {} } });
    for (const header of ['', 't=1,v1=00', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`])
      expect(() => commerce.payments.readEvent(event, header)).toThrow('not signed correctly');
  });

  it('with a webhook signed for a time to come is refused', () => {
    const event = JSON.stringify({ id: 'evt_1', type: 'checkout.session.completed', data: { object: {} } });
    const signed = (ahead: number) => {
      const at = Math.floor(Date.now() / 1000) + ahead;
      return `t=${at},v1=${createHmac('sha256', 'whsec_of_the_tests').update(`${at}.${event}`).digest('hex')}`;
    };
    expect(commerce.payments.readEvent(event, signed(0))).toMatchObject({ id: 'evt_1' });
    expect(commerce.payments.readEvent(event, signed(240))).toMatchObject({ id: 'evt_1' });
    for (const ahead of [-360, 360, 86_400])
      expect(() => commerce.payments.readEvent(event, signed(ahead))).toThrow(BadSignature);
  });

  it('with invented page ids soon costs no more calls to the provider', async () => {
    const asked: string[] = [];
    const { payments } = commerce;
    const watched = {
      ...commerce,
      payments: {
        ...payments,
        checkout: (id: string) => {
          asked.push(id);
          return payments.checkout(id);
        },
      },
    };
    const lookups = openPageLookups(true);
    const look = (id: string, client = '192.0.2.1') => paymentReturn(watched, id, { lookups, client });
    const invented = (at: number) => `cs_test_invented_${String(at).padStart(8, '0')}`;
    for (let at = 0; at < 5; at++) await look(invented(1));
    expect(asked).toEqual([invented(1)]);
    for (let at = 0; at < 40; at++) expect((await look(invented(at))).state).toBe('unknown');
    expect(asked).toHaveLength(10);
    const order = await payable([await commerce.product(store, 900)], 900);
    commerce.pay(order.url);
    expect((await look(order.sessionId)).state).toBe('paid');
    const before = asked.length;
    expect((await look(order.sessionId)).state).toBe('paid');
    expect(asked).toHaveLength(before);
  });

  it('with their own product, or the same one twice, is refused', async () => {
    const { pb } = commerce;
    const own = await pb
      .collection('stores')
      .create({ owner: buyer.id, slug: 'own', name: 'Own', state: 'open' });
    const product = await commerce.product(own.id, 700);
    expect(await ask([product], 700)).toMatchObject({
      kind: 'changed',
      quote: { refused: [{ reason: 'own-product' }] },
    });
  });
});

describe('a cart that costs nothing', () => {
  it('goes into the library without the payment provider', async () => {
    commerce.standIn.fault = 'error';
    const free = await commerce.product(store, 0);
    const dear = await commerce.product(store, 1000);
    await commerce.coupon(store, 'GIVEAWAY', { percent: 100 });
    expect(await ask([free, dear], 0, ['GIVEAWAY'])).toMatchObject({ kind: 'done' });
    const { pb } = commerce;
    const grants = await pb.collection('entitlements').getFullList({
      filter: pb.filter('product = {:free} || product = {:dear}', { free, dear }),
      sort: 'source',
    });
    expect(grants.map(({ source }) => source)).toEqual(['free', 'purchase']);
  });
});
