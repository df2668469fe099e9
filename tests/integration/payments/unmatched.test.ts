import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { queuePage } from '../../../src/data/desk/queue.ts';
import { ask } from '../../../src/data/kernel/query.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { openUnmatched } from '../../../src/data/payments/unmatched-payments.ts';
import { auditBooks } from '../../../src/ops/audit/books.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import {
  deliverUnmatched,
  refundUnmatched,
} from '../../../src/server/commerce/unmatched/unmatched-payments.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

/** Payments whose order the database has lost, as after a power cut. */

let commerce: TestCommerce;
let store = '';
let people = 0;
beforeAll(async () => {
  commerce = await openTestCommerce();
  commerce.standIn.deliveries.mode = 'drop';
  store = await commerce.store('ash');
});
afterAll(() => commerce.close());
beforeEach(() => {
  commerce.errors.length = 0;
});

const staff = { id: '', name: 'odile', role: 'operator' as const };
const rows = (collection: string, filter: string) =>
  commerce.pb.collection(collection).getFullList({ filter });
const mailsTo = async (email: string) =>
  (await rows('mails', `to = '${email}'`)).map(({ subject }) => subject);

/** A paid order of $9.00 that the database then forgets. */
async function lost({
  codes = [],
  gift = null,
}: {
  codes?: string[];
  gift?: { email: string; message: string } | null;
} = {}) {
  const buyer = await commerce.person(`lost-${++people}`);
  const product = await commerce.product(store, codes.length > 0 ? 1000 : 900);
  const cart = { productIds: [product], codes, gift, shownCents: 900 };
  const outcome = await checkOut(commerce, buyer, cart);
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  expect(commerce.pay(outcome.url)).toBeNull();
  await forget(outcome.orderId);
  return { buyer, product, orderId: outcome.orderId, sessionId: outcome.url.split('/').at(-1) ?? '' };
}

async function forget(order: string): Promise<void> {
  await transaction(commerce.pb)
    .exec(sql`DELETE FROM coupon_uses WHERE [[order]] = {:order}`, { order })
    .exec(sql`DELETE FROM order_lines WHERE [[order]] = {:order}`, { order })
    .exec(sql`DELETE FROM orders WHERE id = {:order}`, { order })
    .run();
}

const inQueue = async () => {
  const { entries } = await queuePage(commerce.pb, {
    kinds: ['unmatched'],
    after: null,
    limit: 30,
    now: commerce.now(),
  });
  return entries.map(({ title }) => title);
};

it('a paid order that the database lost is written again from its payment page, once', async () => {
  const { buyer, product, orderId, sessionId } = await lost();
  const outcomes = await Promise.all([1, 2, 3].map(() => fulfil(commerce, sessionId)));
  expect(new Set(outcomes)).toEqual(new Set(['fulfilled']));
  expect(await commerce.pb.collection('orders').getOne(orderId)).toMatchObject({
    ...{ state: 'paid', totalCents: 900, buyer: buyer.id, sessionId, email: buyer.email },
  });
  expect(await rows('order_lines', `order = '${orderId}'`)).toEqual([
    expect.objectContaining({ product, paidCents: 900, netCents: 810, storeName: 'ash Miniatures' }),
  ]);
  expect(await rows('entitlements', `user = '${buyer.id}'`)).toHaveLength(1);
  expect(await mailsTo(buyer.email)).toEqual([expect.stringContaining('Your receipt')]);
  expect(await rows('unmatched_payments', `sessionId = '${sessionId}'`)).toMatchObject([
    { state: 'delivered' },
  ]);
  expect(await auditBooks(async (question) => (await ask(commerce.pb, question))[0] as never)).toEqual([]);
});

it('a coupon of a lost order is counted, also where it has no use left', async () => {
  const coupon = await commerce.coupon(store, 'TENOFF', { fixedCents: 100, maxUses: 1 });
  const { orderId, sessionId } = await lost({ codes: ['TENOFF'] });
  expect(await fulfil(commerce, sessionId)).toBe('fulfilled');
  expect(await rows('coupon_uses', `order = '${orderId}'`)).toMatchObject([{ coupon, state: 'used' }]);
});

it('a lost gift goes to its recipient', async () => {
  const gift = { email: 'rowan@mail.test', message: 'For your birthday' };
  const { buyer, orderId, sessionId } = await lost({ gift });
  expect(await fulfil(commerce, sessionId)).toBe('fulfilled');
  expect(await rows('gifts', `order = '${orderId}'`)).toMatchObject([{ giver: buyer.id, ...gift }]);
  expect(await rows('entitlements', `user = '${buyer.id}'`)).toEqual([]);
});

it('a payment whose buyer is lost, too, waits at the desk until they have registered again', async () => {
  const { buyer, sessionId } = await lost();
  await commerce.pb.collection('users').delete(buyer.id);
  expect(await fulfil(commerce, sessionId)).toBe('unknown');
  expect(await fulfil(commerce, sessionId)).toBe('unknown');
  expect(commerce.errors.map(String)).toEqual([expect.stringContaining('has no order')]);
  expect(await inQueue()).toContain(`$9.00 paid by ${buyer.email}`);
  expect(await mailsTo(buyer.email)).toEqual([expect.stringContaining('We have your payment of $9.00')]);

  const again = await commerce.person(`again-${++people}`);
  await commerce.pb.collection('users').update(again.id, { email: buyer.email, verified: false });
  commerce.later(7 * 3_600_000);
  await reconcile(commerce);
  expect(await rows('entitlements', `user = '${again.id}'`)).toEqual([]);
  await commerce.pb.collection('users').update(again.id, { verified: true });
  commerce.later(7 * 3_600_000);
  await reconcile(commerce);
  expect(await rows('entitlements', `user = '${again.id}'`)).toHaveLength(1);
  expect(await inQueue()).not.toContain(`$9.00 paid by ${buyer.email}`);
});

it('a payment that cannot be delivered is given back at the desk, once', async () => {
  const { buyer, product, sessionId } = await lost();
  await commerce.pb.collection('products').delete(product);
  expect(await fulfil(commerce, sessionId)).toBe('unknown');
  const payment = (await openUnmatched(commerce.pb, 10)).find((one) => one.sessionId === sessionId);
  if (!payment) throw new Error('the payment does not wait');
  expect(payment).toMatchObject({ reason: 'no-product', paidCents: 900, email: buyer.email });
  expect(await deliverUnmatched(commerce, payment.id)).toContain('could not be delivered yet');
  const refund = { id: payment.id, seenCents: 900, reason: 'The model is gone' };
  expect(await refundUnmatched(commerce, staff, { ...refund, seenCents: 899 })).toContain('changed');
  const answers = await Promise.all([1, 2].map(() => refundUnmatched(commerce, staff, refund)));
  expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  const refunds = (await commerce.payments.checkout(sessionId))?.refunds;
  expect(refunds).toMatchObject([{ amountCents: 900 }]);
  expect(await mailsTo(buyer.email)).toContain('$9.00 is on its way back to you');
  expect(await fulfil(commerce, sessionId)).toBe('unknown');
  expect(await rows('audit_log', `record = '${payment.id}'`)).toMatchObject([{ field: 'order.refund' }]);
});

it('a refund without an answer is finished by the reconciler, with one refund at the provider', async () => {
  const { product, sessionId } = await lost();
  await commerce.pb.collection('products').delete(product);
  await fulfil(commerce, sessionId);
  const payment = (await openUnmatched(commerce.pb, 10)).find((one) => one.sessionId === sessionId);
  const refund = async (made: Parameters<TestCommerce['payments']['refund']>[0]) => {
    await commerce.payments.refund(made);
    throw new Error('the line is cut');
  };
  const cut = { ...commerce, payments: { ...commerce.payments, refund } };
  await expect(
    refundUnmatched(cut, staff, { id: payment?.id ?? '', seenCents: 900, reason: 'The model is gone' }),
  ).rejects.toThrow('cut');
  commerce.later(5 * 60_000);
  await reconcile(commerce);
  expect(await rows('unmatched_payments', `sessionId = '${sessionId}'`)).toMatchObject([
    { state: 'refunded' },
  ]);
  expect((await commerce.payments.checkout(sessionId))?.refunds).toHaveLength(1);
});

it('a payment page of another shop that uses the same account is left alone', async () => {
  const { sessionId } = await lost();
  const checkout = async (id: string) => {
    const page = await commerce.payments.checkout(id);
    return page && { ...page, notes: {} };
  };
  expect(await fulfil({ ...commerce, payments: { ...commerce.payments, checkout } }, sessionId)).toBe(
    'unknown',
  );
  expect(await rows('unmatched_payments', `sessionId = '${sessionId}'`)).toEqual([]);
});

it('a second payment of the same order waits at the desk, and grants nothing more', async () => {
  const { buyer, orderId, sessionId } = await lost();
  expect(await fulfil(commerce, sessionId)).toBe('fulfilled');
  const checkout = async () => {
    const page = await commerce.payments.checkout(sessionId);
    return page && { ...page, id: 'cs_second', paymentId: 'pi_second' };
  };
  const second = { ...commerce, payments: { ...commerce.payments, checkout } };
  expect(await fulfil(second, 'cs_second')).toBe('unknown');
  expect(await rows('unmatched_payments', "sessionId = 'cs_second'")).toMatchObject([
    { state: 'open', reason: 'conflict', orderId },
  ]);
  expect(await rows('entitlements', `user = '${buyer.id}'`)).toHaveLength(1);
});

it('a page that was paid with another sum than ordered waits at the desk, and is not delivered', async () => {
  const { orderId, sessionId } = await lost();
  const checkout = async (id: string) => {
    const page = await commerce.payments.checkout(id);
    return page && { ...page, totalCents: 899 };
  };
  const other = { ...commerce, payments: { ...commerce.payments, checkout } };
  expect(await fulfil(other, sessionId)).toBe('mismatch');
  expect(await commerce.pb.collection('orders').getOne(orderId)).toMatchObject({ state: 'pending' });
});
