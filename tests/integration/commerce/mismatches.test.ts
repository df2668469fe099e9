import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutSnapshot } from '../../../src/server/adapters/stripe/payments.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

/** Payment pages that are paid but do not belong to the order: nothing is granted, and somebody is told. */

let commerce: TestCommerce;
let store = '';
let people = 0;
beforeAll(async () => {
  commerce = await openTestCommerce();
  commerce.standIn.deliveries.mode = 'drop';
  store = await commerce.store('ash');
});
afterAll(() => commerce.close());

/** An order of $9.00 whose page is paid, and is not fulfilled yet. */
async function paid() {
  const buyer = await commerce.person(`buyer-${++people}`);
  const productIds = [await commerce.product(store, 900)];
  const outcome = await checkOut(commerce, buyer, { productIds, codes: [], gift: null, shownCents: 900 });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  expect(commerce.pay(outcome.url)).toBeNull();
  return { orderId: outcome.orderId, sessionId: outcome.url.split('/').at(-1) ?? '', buyer };
}
/** The commerce where the provider says something else of each page. */
function saying(change: Partial<CheckoutSnapshot>): TestCommerce {
  const checkout = async (id: string) => {
    const snapshot = await commerce.payments.checkout(id);
    return snapshot && { ...snapshot, ...change };
  };
  return { ...commerce, payments: { ...commerce.payments, checkout } };
}
const granted = (user: string) =>
  commerce.pb
    .collection('entitlements')
    .getFullList({ filter: commerce.pb.filter('user = {:user}', { user }) });

describe('a page that is paid', () => {
  it.each<[string, Partial<CheckoutSnapshot>, { currency?: string }]>([
    ['for another order', { orderId: 'anotherorder000' }, {}],
    ['for no order', { orderId: null }, {}],
    ['in a currency that is not the marketplace’s', { currency: 'eur' }, {}],
    [
      'in the currency of the order, where that is not the marketplace’s',
      { currency: 'eur' },
      { currency: 'eur' },
    ],
    ['in the marketplace’s currency for an order in another', {}, { currency: 'eur' }],
    ['with less money', { totalCents: 899 }, {}],
    ['without a payment', { paymentId: null }, {}],
  ])('%s grants nothing, and the operator hears of it', async (_what, change, order) => {
    const { orderId, sessionId, buyer } = await paid();
    await commerce.pb.collection('orders').update(orderId, order);
    commerce.errors.length = 0;
    expect(await fulfil(saying(change), sessionId)).toBe('mismatch');
    expect(commerce.errors.map(String)).toEqual([expect.stringContaining(`does not match order ${orderId}`)]);
    expect(await commerce.pb.collection('orders').getOne(orderId)).toMatchObject({ state: 'pending' });
    expect(await granted(buyer.id)).toEqual([]);
  });

  it('for its order, as it was ordered, grants it', async () => {
    const { sessionId, buyer } = await paid();
    expect(await fulfil(saying({}), sessionId)).toBe('fulfilled');
    expect(await granted(buyer.id)).toHaveLength(1);
  });
});
