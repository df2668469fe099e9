import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  completeRefund,
  recordRefund,
  refundedFor,
  refundFacts,
} from '../../../src/data/commerce/refunds.ts';
import { PaymentsUnavailable } from '../../../src/server/adapters/stripe/payments.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { openTestCommerce, type TestCommerce } from '../../integration/commerce/commerce.ts';

let commerce: TestCommerce;
let store = '';
let buyer: { id: string; email: string };
beforeAll(async () => {
  commerce = await openTestCommerce();
  store = await commerce.store('ash');
  buyer = await commerce.person('mira');
});
afterAll(() => commerce.close());

/** An order of $10.00 that is paid, and its line. */
async function paid() {
  const productIds = [await commerce.product(store, 1000)];
  const outcome = await checkOut(commerce, buyer, { productIds, codes: [], gift: null, shownCents: 1000 });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  commerce.pay(outcome.url);
  await fulfil(commerce, outcome.url.split('/').at(-1) ?? '');
  const { orderId } = outcome;
  const line = await commerce.pb
    .collection('order_lines')
    .getFirstListItem(commerce.pb.filter('order = {:orderId}', { orderId }));
  return { orderId, lineId: line.id };
}

it.each(['done', 'failed', 'pending'] as const)(
  'a refund that the provider answers with %s is that one',
  async (state) => {
    const { orderId, lineId } = await paid();
    const key = `${orderId}:refund:0`;
    const refund = { orderId, lineId, amountCents: 400, reason: 'a slip', by: 'operator', key } as const;
    expect(await recordRefund(commerce.pb, refund)).toBe(true);
    expect(await recordRefund(commerce.pb, refund)).toBe(false);
    // Asked for and without an answer: it may have been made.
    const asked = { id: key, lineId, amountCents: 400, state: 'pending' };
    expect(await refundFacts(commerce.pb, orderId)).toEqual([asked]);
    await completeRefund(commerce.pb, key, { id: `re_${state}`, state }, commerce.now());
    expect(await refundFacts(commerce.pb, orderId)).toEqual([{ ...asked, id: `re_${state}`, state }]);
    expect([...(await refundedFor(commerce.pb, orderId, 'a slip'))]).toEqual(
      state === 'failed' ? [] : [[lineId, 400]],
    );
  },
);

describe('a refund', () => {
  it('that failed gave nothing back: all of it can be refunded still', async () => {
    const { orderId, lineId } = await paid();
    const refuses = {
      ...commerce,
      payments: {
        ...commerce.payments,
        refund: () => Promise.reject(new PaymentsUnavailable('the card is closed', false)),
      },
    };
    const wish = { orderId, lineId, amountCents: null, reason: '' };
    expect(await refundOrder(refuses, { by: 'operator' }, wish)).toBe('refused-by-provider');
    expect((await refundFacts(commerce.pb, orderId)).map(({ state }) => state)).toEqual(['failed']);
    expect(await refundOrder(commerce, { by: 'operator' }, wish)).toBeNull();
    const facts = await refundFacts(commerce.pb, orderId);
    expect(facts.map(({ state, amountCents }) => [state, amountCents])).toEqual([
      ['failed', 1000],
      ['done', 1000],
    ]);
  });

  it.each([
    ['of a line', true],
    ['of an order', false],
  ])('of nothing, %s, is refused: it does not mean everything', async (_what, isLine) => {
    const { orderId, lineId } = await paid();
    const wish = { orderId, lineId: isLine ? lineId : null, reason: '' };
    for (const amountCents of [0, -100, Number.NaN])
      expect(await refundOrder(commerce, { by: 'operator' }, { ...wish, amountCents })).toBe('amount-range');
    expect(await refundFacts(commerce.pb, orderId)).toEqual([]);
  });
});
