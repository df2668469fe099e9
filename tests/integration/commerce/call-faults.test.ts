import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../../src/dev/drill/audit.ts';
import { PaymentsUnavailable } from '../../../src/server/adapters/stripe/payments.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
let stores: string[];
let buyer: { id: string; email: string };

beforeAll(async () => {
  commerce = await openTestCommerce();
  stores = [await commerce.store('ash'), await commerce.store('deep')];
  buyer = await commerce.person('mira');
  // Only what this story calls counts; events are fetched by the reconciler.
  commerce.standIn.deliveries.mode = 'drop';
});
afterEach(() => {
  commerce.standIn.fault = 'none';
  commerce.errors.length = 0;
});
afterAll(() => commerce.close());

/** Does what a person does who reads "try again": once more, a few seconds later. */
async function tried<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
    return action();
  }
}

/** A cart of two artists is paid and shared; one product is refunded, and its share comes back. */
async function story(): Promise<string> {
  const [first = '', second = ''] = await Promise.all(stores.map((store) => commerce.product(store, 1500)));
  const cart = { productIds: [first, second], codes: [], gift: null, shownCents: 3000 };
  const outcome = await tried(() => checkOut(commerce, buyer, cart));
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  const sessionId = outcome.url.split('/').at(-1) ?? '';
  expect(commerce.pay(outcome.url)).toBeNull();
  expect(await tried(() => fulfil(commerce, sessionId))).toBe('fulfilled');
  const line = await commerce.pb
    .collection('order_lines')
    .getFirstListItem(commerce.pb.filter('product = {:second}', { second }));
  const refund = { orderId: outcome.orderId, lineId: line.id, amountCents: null, reason: 'broken' };
  await refundOrder(commerce, { by: 'operator' }, refund).catch((reason: unknown) => {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
  });
  return outcome.orderId;
}

/** Minutes later everything is as if nothing had failed. */
async function expectWhole(orderId: string): Promise<void> {
  for (let run = 0; run < 3; run++) {
    commerce.later(3 * 60_000);
    await reconcile(commerce);
  }
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
  const order = await commerce.pb.collection('orders').getOne(orderId);
  expect(order).toMatchObject({ state: 'partly_refunded', refundedCents: 1500 });
  const shares = await commerce.pb
    .collection('seller_shares')
    .getFullList({ filter: commerce.pb.filter('order = {:orderId}', { orderId }) });
  expect(shares.map((share) => [share['state'], share['sentCents']]).sort()).toEqual([
    ['returned', 0],
    ['sent', 1350],
  ]);
}

describe('a fault at any call that writes', () => {
  it('leaves nothing paid without delivery, doubled, or lost', async () => {
    const { faults } = commerce.standIn;
    const before = faults.writes;
    await expectWhole(await story());
    const writes = faults.writes - before;
    // A page, two transfers, a refund and a reversal.
    expect(writes).toBe(5);
    for (const fault of ['error', 'cut', 'lost'] as const)
      for (let at = 0; at < writes; at++) {
        faults.setAtWrite(fault, at);
        const orderId = await story();
        commerce.standIn.fault = 'none';
        await expectWhole(orderId);
      }
  }, 180_000);
});
