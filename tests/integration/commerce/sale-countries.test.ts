import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { storedOrder } from '../../../src/data/commerce/orders.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import type { Country } from '../../../src/dev/payments/tax.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { openPageLookups } from '../../../src/server/commerce/page-lookups.ts';
import { paymentReturn } from '../../../src/server/commerce/payment-return.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

/** An operator who sells in Germany only. The cart asks by the time zone, which anybody can set. */
let commerce: TestCommerce;
let store = '';

beforeAll(async () => {
  commerce = await openTestCommerce({ taxPercent: 19 });
  store = await commerce.store('ash');
  const value = { listed: ['DE'] };
  await commerce.pb.collection('site_settings').create({ name: 'countries', value, version: 1 });
});
beforeEach(() => {
  commerce.errors.length = 0;
});
afterEach(async () => {
  commerce.standIn.fault = 'none';
  await commerce.standIn.deliveries.idle();
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});
afterAll(() => commerce.close());

let buyers = 0;

/** Buys a model, and pays for it from a country. */
async function bought(country: Country, gift: { email: string; message: string } | null = null) {
  const buyer = await commerce.person(`buyer${++buyers}`);
  const productIds = [await commerce.product(store, 900)];
  const cart = { productIds, codes: [], gift, shownCents: 900 };
  const outcome = await checkOut(commerce, buyer, cart);
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  return { buyer, orderId: outcome.orderId, url: outcome.url, country };
}
const pay = async ({ url, country }: Awaited<ReturnType<typeof bought>>) => {
  expect(commerce.pay(url, 'pays', country)).toBeNull();
  await commerce.standIn.deliveries.idle();
};
const orderOf = async (orderId: string) => (await storedOrder(commerce.pb, orderId))?.order;
const rows = (collection: string, filter: string, value: string) =>
  commerce.pb.collection(collection).getFullList({ filter: commerce.pb.filter(filter, { value }) });
const mailsTo = async (email: string) =>
  (await rows('mails', 'to = {:value}', email)).map(({ mailKey }) => String(mailKey).split(':')[0]).sort();

it('what is paid from a country in which nothing is sold is refunded, and a mail says why', async () => {
  const purchase = await bought('JP');
  await pay(purchase);
  const { buyer, orderId } = purchase;
  const order = await orderOf(orderId);
  expect(order?.state).toBe('refunded');
  expect(await rows('entitlements', 'user = {:value}', buyer.id)).toEqual([]);
  expect(await rows('refunds', 'order = {:value}', orderId)).toMatchObject([
    { amountCents: (order?.totalCents ?? 0) + (order?.taxCents ?? 0), state: 'done', by: 'operator' },
  ]);
  expect(await mailsTo(buyer.email)).toEqual(['not-sold', 'refund']);
  const [mail] = await rows('mails', 'mailKey = {:value}', `not-sold:${orderId}`);
  expect(mail?.['body']).toContain('We sell to people in Germany only, and your payment is from Japan.');
  // Who comes back from the payment page reads the same there.
  const session = purchase.url.split('/').at(-1) ?? '';
  const asking = { lookups: openPageLookups(true), client: '192.0.2.1' };
  expect(await paymentReturn(commerce, session, asking)).toMatchObject({ state: 'returned' });
  // The seller earned nothing, and was told of nothing.
  expect(await rows('notifications', 'kind = {:value}', 'sale')).toEqual([]);
});

it('what is paid from a country in which the operator sells is delivered', async () => {
  const purchase = await bought('DE');
  await pay(purchase);
  expect((await orderOf(purchase.orderId))?.state).toBe('paid');
  expect(await rows('entitlements', 'user = {:value}', purchase.buyer.id)).toHaveLength(1);
});

it('a gift that is paid from elsewhere is sent to nobody', async () => {
  const purchase = await bought('US', { email: 'friend@guildhall.test', message: 'For you.' });
  await pay(purchase);
  expect((await orderOf(purchase.orderId))?.state).toBe('refunded');
  expect(await rows('gifts', 'order = {:value}', purchase.orderId)).toEqual([]);
  expect(await mailsTo('friend@guildhall.test')).toEqual([]);
});

it('a provider that goes away between payment and refund: nothing is delivered, and the refund follows', async () => {
  const purchase = await bought('JP');
  commerce.standIn.deliveries.mode = 'hold';
  expect(commerce.pay(purchase.url, 'pays', 'JP')).toBeNull();
  const { payments } = commerce;
  const refund = payments.refund;
  payments.refund = () => Promise.reject(new Error('this process ends here'));
  try {
    await reconcile(commerce).catch(() => undefined);
  } finally {
    payments.refund = refund;
    commerce.standIn.deliveries.mode = 'send';
  }
  expect(await rows('entitlements', 'user = {:value}', purchase.buyer.id)).toEqual([]);
  expect(await rows('refunds', 'order = {:value}', purchase.orderId)).toMatchObject([{ state: 'sending' }]);
  const session = purchase.url.split('/').at(-1) ?? '';
  const asking = { lookups: openPageLookups(true), client: '192.0.2.1' };
  expect(await paymentReturn(commerce, session, asking)).toMatchObject({ state: 'returned' });
  commerce.later(3_600_000);
  await reconcile(commerce);
  expect((await orderOf(purchase.orderId))?.state).toBe('refunded');
  expect(await rows('entitlements', 'user = {:value}', purchase.buyer.id)).toEqual([]);
});
