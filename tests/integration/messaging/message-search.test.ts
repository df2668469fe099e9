import { afterEach, beforeEach, expect, it } from 'vitest';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { openConversation, storeMessage } from '../../../src/data/messaging/conversation-writing.ts';
import { conversationsFound } from '../../../src/server/messaging/message-search.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

let world: TestWorld;
let seller = '';
let store = '';
const buyers: string[] = [];
const conversations: string[] = [];
let at = Date.UTC(2026, 10, 21, 12);

beforeEach(async () => {
  conversations.length = 0;
  buyers.length = 0;
  world = await openTestWorld();
  const { pb } = world;
  seller = (await world.person('seller')).id;
  store = (
    await pb
      .collection('stores')
      .create({ owner: seller, slug: 'a-store', name: 'Rook & Raven', state: 'open' })
  ).id;
  for (const name of ['mira', 'tobias', 'ines']) {
    const buyerId = (await world.person(name)).id;
    buyers.push(buyerId);
    conversations.push(
      await openConversation(pb, { buyerId, storeId: store }, { productId: null, orderId: null }, ++at),
    );
  }
});
afterEach(() => world.close());

async function say(which: number, by: 'buyer' | 'store', text: string): Promise<void> {
  const id = newRecordId();
  const authorId = by === 'buyer' ? (buyers[which] ?? '') : seller;
  const parts = { kind: 'text' as const, text, key: id, refundId: null, attachmentIds: [] };
  const message = { id, conversationId: conversations[which] ?? '', by, authorId, ...parts };
  at += 1000;
  expect(await storeMessage(world.pb, message, at)).toBeNull();
}

/** The places of the conversations that a side finds, newest first. */
const found = async (who: 'seller' | number, search: string): Promise<number[]> => {
  const participant =
    who === 'seller' ? { userId: seller, storeId: store } : { userId: buyers[who] ?? '', storeId: null };
  const page = await conversationsFound(world.pb, participant, { search, unread: false, before: null });
  return page.rows.map(({ id }) => conversations.indexOf(id));
};

it.each([
  ['another number', 'wolf', [0]],
  ['a plural of what was written in the singular', 'treasures', [1]],
  ['a synonym', 'ork', [2]],
  ['a synonym in the plural', 'coffers', [1]],
  ['two words that were written as one', 'long sword', [2]],
  ['a word that was written as two', 'battlemech', [1]],
  ['a word beside those that carry nothing', 'stl file of the wolf', [0]],
  ['a word that another one is without', 'dragon -red', [1]],
  ['a phrase', '"red dragon"', [0]],
  ['the beginning of a word', 'treas', [1]],
  ['a typing mistake', 'draggon', [1, 0]],
  ['words that no message has together', 'wolf treasure', []],
])('messages are found by %s', async (_, search, places) => {
  await say(0, 'buyer', 'Are there wolves with the red dragon?');
  await say(1, 'store', 'A treasure chest, a battle mech and a green dragon');
  await say(2, 'buyer', 'Does the orc hold a longsword?');
  expect(await found('seller', search)).toEqual(places);
  for (const buyer of [0, 1, 2])
    expect(await found(buyer, search)).toEqual(places.filter((place) => place === buyer));
});

it.each(['"', '-', '-dragon', '"-"', '"a b" -"c d"', 'NEAR(a b)', "' OR 1 = 1", '龍', `${'a '.repeat(99)}`])(
  'a search for %j shows nobody the conversations of others',
  async (search) => {
    await say(0, 'buyer', 'a dragon');
    await say(2, 'buyer', 'a b c d');
    expect((await found(2, search)).filter((place) => place !== 2)).toEqual([]);
  },
);
