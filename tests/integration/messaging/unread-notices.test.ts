import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordOf } from '../../../src/data/kernel/record.ts';
import type { Participant } from '../../../src/data/messaging/conversations.ts';
import { unreadCount } from '../../../src/data/notifications/notifications.ts';
import {
  notifyUnreadMessages,
  readUpTo,
  sendMessage,
  startConversation,
  UNREAD_NOTICE_AFTER_MS,
} from '../../../src/server/messaging/conversations.ts';
import type { RefundParts } from '../../../src/server/messaging/refund-requests.ts';
import { openPostingLimits } from '../../../src/server/moderation/posting-limits.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
let parts: RefundParts;
beforeAll(async () => {
  commerce = await openTestCommerce();
  parts = { ...commerce, postingLimits: openPostingLimits(false) };
});
afterAll(() => commerce.close());

const newBuyer = async (name: string): Promise<Participant> => ({
  userId: (await commerce.person(name)).id,
  storeId: null,
});
const ownerOf = async (id: string) => String((await commerce.pb.collection('stores').getOne(id))['owner']);
const send = (who: Participant, id: string, text: string) =>
  sendMessage(
    parts,
    who,
    { id: who.userId, since: 0, strikes: 0 },
    { id, key: crypto.randomUUID(), text, attachments: [] },
  );

describe('messages that lie unread', () => {
  const mailsTo = async (userId: string) => {
    const { email } = await commerce.pb.collection('users').getOne<{ email: string }>(userId);
    const mails = await commerce.pb
      .collection('mails')
      .getFullList<RecordOf<'mails'>>({ filter: commerce.pb.filter('to = {:email}', { email }) });
    return mails.map(({ subject }) => subject);
  };

  it('are told of once, after five quiet minutes', async () => {
    const quiet = await commerce.store('quiet');
    const owner = { userId: await ownerOf(quiet), storeId: quiet };
    const [buyer, reader] = [await newBuyer('early'), await newBuyer('reader')];
    const talks: string[] = [];
    for (const who of [buyer, reader]) {
      const started = await startConversation(parts, who, { storeId: quiet, productId: null, orderId: null });
      if (!('conversation' in started)) throw new Error(started.refusal);
      talks.push(started.conversation.id);
      await send(who, started.conversation.id, 'Hello');
    }
    await readUpTo(parts, owner, { id: talks[1] ?? '', upTo: 1 });
    expect(await notifyUnreadMessages(parts)).toBe(0);
    commerce.later(UNREAD_NOTICE_AFTER_MS + 1000);
    expect(await notifyUnreadMessages(parts)).toBe(1);
    expect(await mailsTo(owner.userId)).toEqual(['A message from early']);
    expect(await notifyUnreadMessages(parts)).toBe(0);
    // Still unread: a second silence is one line in the list and no second mail.
    await send(buyer, talks[0] ?? '', 'Are you there?');
    commerce.later(UNREAD_NOTICE_AFTER_MS + 1000);
    await notifyUnreadMessages(parts);
    expect(await mailsTo(owner.userId)).toHaveLength(1);
    // Read in the conversation, not in the list: what comes after it is told again.
    await readUpTo(parts, owner, { id: talks[0] ?? '', upTo: 2 });
    expect(await unreadCount(commerce.pb, owner.userId)).toBe(0);
    await send(buyer, talks[0] ?? '', 'One thing more.');
    commerce.later(UNREAD_NOTICE_AFTER_MS + 1000);
    await notifyUnreadMessages(parts);
    expect(await mailsTo(owner.userId)).toHaveLength(2);
  });
});
