import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordOf } from '../../../src/data/kernel/record.ts';
import { conversationById, type Participant } from '../../../src/data/messaging/conversations.ts';
import { REFUND_ANSWER_DAYS, REFUND_REQUEST_DAYS } from '../../../src/domain/messaging/refund-request.ts';
import { paths } from '../../../src/paths.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { settle } from '../../../src/server/commerce/settlement.ts';
import { changeBlockState } from '../../../src/server/messaging/conversations.ts';
import {
  answerRefund,
  processRefundRequests,
  type RefundParts,
  requestRefund,
  withdrawRefund,
} from '../../../src/server/messaging/refund-requests.ts';
import { openPostingLimits } from '../../../src/server/moderation/posting-limits.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

const DAY = 86_400_000;
let commerce: TestCommerce;
let parts: RefundParts;
let store: string;
let seller: Participant;
let made = 0;

beforeAll(async () => {
  commerce = await openTestCommerce();
  parts = { ...commerce, postingLimits: openPostingLimits(false) };
  store = await commerce.store('crow');
  const { owner } = await commerce.pb.collection('stores').getOne<{ owner: string }>(store);
  seller = { userId: owner, storeId: store };
});
afterAll(() => commerce.close());

const newKey = () => crypto.randomUUID();
/** A buyer who has just paid 9 dollars for something of the store's. */
async function bought() {
  made++;
  const person = await commerce.person(`buyer-${made}`);
  const product = await commerce.product(store, 900);
  const asked = { productIds: [product], codes: [], gift: null, shownCents: 900 };
  const outcome = await checkOut(commerce, person, asked);
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  expect(commerce.pay(outcome.url)).toBeNull();
  await fulfil(commerce, outcome.url.split('/').at(-1) ?? '');
  const filter = commerce.pb.filter('order = {:id}', { id: outcome.orderId });
  const line = await commerce.pb.collection('order_lines').getFirstListItem<RecordOf<'order_lines'>>(filter);
  const buyer: Participant = { userId: person.id, storeId: null };
  const ask = (key = newKey()) =>
    requestRefund(parts, person.id, { lineId: line.id, key, text: 'It does not slice.' });
  return { buyer, lineId: line.id, orderId: outcome.orderId, ask };
}
const asked = async (ask: ReturnType<typeof requestRefund>) => {
  const answer = await ask;
  if ('refused' in answer) throw new Error(JSON.stringify(answer));
  const { refund } = answer.message;
  if (!refund) throw new Error('the message speaks of no refund');
  return { ...answer, id: refund.id };
};
const stateOf = async (id: string) =>
  (await commerce.pb.collection('refund_requests').getOne<{ state: string }>(id)).state;
const refundedOf = async (lineId: string) =>
  (await commerce.pb.collection('order_lines').getOne<RecordOf<'order_lines'>>(lineId)).refundedCents;
const kindsIn = async (conversationId: string) => {
  const filter = commerce.pb.filter('conversation = {:conversationId}', { conversationId });
  const messages = await commerce.pb
    .collection('messages')
    .getFullList<RecordOf<'messages'>>({ filter, sort: 'number' });
  return messages.map(({ kind }) => kind);
};
const grant = (id: string, key = newKey()) => answerRefund(parts, seller, { id, key, grant: true, text: '' });
const decline = (id: string) =>
  answerRefund(parts, seller, { id, key: newKey(), grant: false, text: 'It does here.' });

describe('a request for a refund', () => {
  it('that is granted makes the refund and writes a message', async () => {
    const { lineId, ask } = await bought();
    const { id, conversationId } = await asked(ask());
    expect((await conversationById(commerce.pb, conversationId, 'store'))?.unread).toBe(1);
    await grant(id);
    expect(await stateOf(id)).toBe('granted');
    expect(await refundedOf(lineId)).toBe(900);
    expect(await kindsIn(conversationId)).toEqual(['refund-asked', 'refund-granted', 'refund-made']);
    expect(await ask()).toMatchObject({ refused: 'refused', sentence: 'This has already been refunded.' });
  });

  it('is told to the seller, who has a deadline, and each answer to the buyer', async () => {
    const told = async (id: string) => {
      const rows = await commerce.pb.collection('notifications').getFullList({
        filter: commerce.pb.filter('noteKey ~ {:id}', { id }),
        sort: '@rowid',
      });
      return rows.map((row) => [row['user'], row['kind'], row['path'], String(row['title']).split(' ')[1]]);
    };
    for (const isGranted of [true, false]) {
      const { buyer, ask } = await bought();
      const { id, conversationId } = await asked(ask());
      const path = paths.conversation(conversationId);
      const request = [seller.userId, 'refund-request', path, 'requests'];
      expect(await told(id)).toEqual([request]);
      await (isGranted ? grant(id) : decline(id));
      const answer = [buyer.userId, 'refund-request', path, isGranted ? 'refund' : 'Miniatures'];
      expect(await told(id)).toEqual([request, answer]);
    }
  });

  it('of a disputed payment waits for the bank, and is refunded if the seller wins', async () => {
    const { lineId, orderId, ask } = await bought();
    const { id } = await asked(ask());
    const { simulator } = commerce.standIn;
    const charge = simulator.book.all('charges').find((row) => row['transfer_group'] === orderId);
    const dispute = simulator.dispute(charge?.id ?? '');
    await settle(commerce, orderId);
    await grant(id);
    for (let time = 0; time < 2; time++) {
      expect([await stateOf(id), await refundedOf(lineId)]).toEqual(['granting', 0]);
      await processRefundRequests(parts);
    }
    simulator.closeDispute(dispute.id, 'won');
    await settle(commerce, orderId);
    await processRefundRequests(parts);
    expect([await stateOf(id), await refundedOf(lineId)]).toEqual(['granted', 900]);
  });

  it('is asked and answered once, whoever clicks twice', async () => {
    const { lineId, ask } = await bought();
    const key = newKey();
    const answers = await Promise.all([ask(key), ask(key), ask(), ask()]);
    const ids = answers.flatMap((answer) => ('message' in answer ? [answer.message.refund?.id] : []));
    expect(new Set(ids).size).toBe(1);
    const id = ids[0] ?? '';
    const twice = newKey();
    await Promise.all([grant(id, twice), grant(id, twice), grant(id), decline(id)]);
    await processRefundRequests(parts);
    const state = await stateOf(id);
    expect(await refundedOf(lineId)).toBe(state === 'granted' ? 900 : 0);
    expect(['granted', 'declined']).toContain(state);
  });

  it('is granted once the granter has proved who they are, before anything is written', async () => {
    const { lineId, ask } = await bought();
    const { id, conversationId } = await asked(ask());
    const amounts: number[] = [];
    const check = async (cents: number) => {
      amounts.push(cents);
      throw new Error('who are you?');
    };
    const input = { id, key: newKey(), grant: true, text: '' };
    await expect(answerRefund(parts, seller, input, check)).rejects.toThrow('who are you?');
    expect(amounts).toEqual([900]);
    expect(await stateOf(id)).toBe('asked');
    expect(await kindsIn(conversationId)).toEqual(['refund-asked']);
    // The same for a refund of the seller's own, whatever is left being meant.
    const order = await commerce.pb.collection('order_lines').getOne<RecordOf<'order_lines'>>(lineId);
    const request = { orderId: order.order, lineId, amountCents: null, reason: '' };
    const who = { by: 'seller' as const, storeId: seller.storeId ?? '' };
    await expect(refundOrder(commerce, who, request, check)).rejects.toThrow('who are you?');
    expect(amounts).toEqual([900, 900]);
    expect(
      (
        await commerce.pb.collection('refunds').getList(1, 1, {
          filter: commerce.pb.filter('order = {:order}', { order: order.order }),
        })
      ).totalItems,
    ).toBe(0);
    // Declining gives nothing away.
    await answerRefund(parts, seller, { ...input, grant: false, text: 'It does here.' }, check);
    expect(await stateOf(id)).toBe('declined');
  });

  it('that is declined stays declined', async () => {
    const { lineId, ask } = await bought();
    const { id } = await asked(ask());
    await decline(id);
    expect(await stateOf(id)).toBe('declined');
    expect(await grant(id)).toMatchObject({ refused: 'refused' });
    expect(await ask()).toMatchObject({ refused: 'refused' });
    expect(await refundedOf(lineId)).toBe(0);
  });

  it('that is withdrawn can be made again', async () => {
    const { buyer, ask } = await bought();
    const { id } = await asked(ask());
    await withdrawRefund(parts, buyer, { id, key: newKey() });
    expect(await stateOf(id)).toBe('withdrawn');
    expect(await grant(id)).toMatchObject({ refused: 'refused' });
    const again = await asked(ask());
    expect(again.id).not.toBe(id);
    await decline(again.id);
  });

  it('reaches a store that has blocked or left', async () => {
    const { buyer, ask } = await bought();
    const { id, conversationId } = await asked(ask());
    await withdrawRefund(parts, buyer, { id, key: newKey() });
    await changeBlockState(parts, seller, conversationId, 'block');
    await changeBlockState(parts, seller, conversationId, 'leave');
    const again = await asked(ask());
    expect(await conversationById(commerce.pb, conversationId, 'store')).toMatchObject({
      left: false,
      unread: 1,
    });
    await decline(again.id);
  });

  it('is hidden from other users', async () => {
    const { lineId, ask, buyer } = await bought();
    const { id } = await asked(ask());
    const other = await bought();
    expect(await requestRefund(parts, other.buyer.userId, { lineId, key: newKey(), text: 'Mine' })).toEqual({
      refused: 'unknown',
    });
    for (const who of [other.buyer, buyer, { userId: other.buyer.userId, storeId: 'aaaaaaaaaaaaaaa' }])
      expect(await answerRefund(parts, who, { id, key: newKey(), grant: true, text: '' })).toEqual({
        refused: 'unknown',
      });
    for (const who of [other.buyer, seller])
      expect(await withdrawRefund(parts, who, { id, key: newKey() })).toEqual({ refused: 'unknown' });
    expect(await stateOf(id)).toBe('asked');
    await decline(id);
  });

  it('counts as granted where the seller gives the money back without an answer', async () => {
    const { lineId, orderId, ask } = await bought();
    const { id } = await asked(ask());
    const all = { orderId, lineId, amountCents: null, reason: 'He asked' };
    expect(await refundOrder(commerce, { by: 'seller', storeId: store }, all)).toBeNull();
    await grant(id);
    expect(await stateOf(id)).toBe('granted');
    expect(await refundedOf(lineId)).toBe(900);
  });

  it('comes too late after thirty days', async () => {
    const { orderId, ask } = await bought();
    const paidAt = new Date(commerce.now() - REFUND_REQUEST_DAYS * DAY - 60_000).toISOString();
    await commerce.pb.collection('orders').update(orderId, { paidAt });
    expect(await ask()).toMatchObject({ refused: 'refused' });
  });

  it('is granted at the deadline', async () => {
    const { lineId, ask } = await bought();
    const { id, conversationId } = await asked(ask());
    commerce.later(REFUND_ANSWER_DAYS * DAY - 60_000);
    await processRefundRequests(parts);
    expect(await stateOf(id)).toBe('asked');
    commerce.later(120_000);
    await Promise.all([processRefundRequests(parts), processRefundRequests(parts)]);
    expect(await stateOf(id)).toBe('granted');
    expect(await refundedOf(lineId)).toBe(900);
    expect(await kindsIn(conversationId)).toEqual(['refund-asked', 'refund-lapsed', 'refund-made']);
    commerce.later(-REFUND_ANSWER_DAYS * DAY - 60_000);
  });
});
