import { afterAll, beforeAll, expect, it } from 'vitest';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { conversationsOf } from '../../../src/data/messaging/conversation-lists.ts';
import { openConversation, storeMessage } from '../../../src/data/messaging/conversation-writing.ts';
import { messageByKey, messagesIn } from '../../../src/data/messaging/messages.ts';
import { HIDDEN_MESSAGE } from '../../../src/domain/messaging/message.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

it('a message that was hidden after a report is read by neither side, in no list and with no file', async () => {
  const { pb } = world;
  const buyer = await world.person('mira');
  const seller = await world.person('dorin');
  const store = await world.store('a-store', { owner: seller.id });
  const pair = { buyerId: buyer.id, storeId: store };
  const conversationId = await openConversation(pb, pair, { productId: null, orderId: null }, Date.now());
  const id = newRecordId();
  const said = { id, conversationId, by: 'buyer' as const, authorId: buyer.id, kind: 'text' as const };
  const message = { ...said, text: 'An insult', key: id, refundId: null, attachmentIds: [] };
  expect(await storeMessage(pb, message, Date.now())).toBeNull();
  await world.row('message_attachments', {
    ...{
      conversation: conversationId,
      message: id,
      owner: buyer.id,
      by: 'buyer',
      kind: 'file',
      name: 'insult.pdf',
    },
    ...{ sizeBytes: 10, storageKey: 'aa/insult', sha256: 'a'.repeat(64), mime: 'application/pdf' },
  });
  const reads = async () =>
    JSON.stringify([
      ...(await Promise.all(
        (['buyer', 'store'] as const).map((side) => messagesIn(pb, conversationId, side, {})),
      )),
      await messageByKey(pb, conversationId, 'buyer', id),
      await conversationsOf(
        pb,
        { userId: buyer.id, storeId: null },
        { search: '', unread: false, before: null },
      ),
      await conversationsOf(
        pb,
        { userId: seller.id, storeId: store },
        { search: '', unread: false, before: null },
      ),
    ]);
  expect(await reads()).toMatch(/insult.*insult\.pdf/is);
  await pb.collection('messages').update(id, { hiddenAt: new Date() });
  expect(await reads()).not.toMatch(/insult/i);
  expect((await messagesIn(pb, conversationId, 'store', {})).messages).toMatchObject([
    { text: HIDDEN_MESSAGE, attachments: [] },
  ]);
});
