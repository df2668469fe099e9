import { afterEach, beforeEach, expect, it } from 'vitest';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { conversationsOf, unreadOf } from '../../../src/data/messaging/conversation-lists.ts';
import { openConversation, storeMessage } from '../../../src/data/messaging/conversation-writing.ts';
import { auditKeptTwice } from '../../../src/dev/drill/kept-twice.ts';
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
  seller = await person('seller');
  store = (
    await pb
      .collection('stores')
      .create({ owner: seller, slug: 'a-store', name: 'Rook & Raven', state: 'open' })
  ).id;
  for (const name of ['mira', 'tobias', 'ines']) {
    const buyerId = await person(name);
    buyers.push(buyerId);
    conversations.push(
      await openConversation(pb, { buyerId, storeId: store }, { productId: null, orderId: null }, ++at),
    );
  }
});
afterEach(() => world.close());

const person = async (name: string) => (await world.person(name)).id;

async function say(which: number, by: 'buyer' | 'store', text: string): Promise<string> {
  const id = newRecordId();
  const message = {
    id,
    conversationId: conversations[which] ?? '',
    by,
    authorId: by === 'buyer' ? (buyers[which] ?? '') : seller,
    kind: 'text' as const,
    text,
    key: id,
    refundId: null,
    attachmentIds: [],
  };
  at += 1000;
  expect(await storeMessage(world.pb, message, at)).toBeNull();
  return id;
}

/** The places of the conversations that a side finds, newest first. */
const found = async (who: 'seller' | number, search: string, unread = false): Promise<number[]> => {
  const participant =
    who === 'seller' ? { userId: seller, storeId: store } : { userId: buyers[who] ?? '', storeId: null };
  const page = await conversationsOf(world.pb, participant, { search, unread, before: null });
  return page.rows.map(({ id }) => conversations.indexOf(id));
};

it('a search finds the words of one’s own conversations, newest first', async () => {
  await say(0, 'buyer', 'Does the Café dragon come presupported?');
  await say(1, 'buyer', 'The dragon’s wing broke, sorry!');
  await say(1, 'store', 'We print you a new DRAGON wing');
  await say(2, 'buyer', 'Hello');
  expect(await found('seller', 'dragon')).toEqual([1, 0]);
  expect(await found('seller', 'drag')).toEqual([1, 0]);
  expect(await found('seller', 'cafe')).toEqual([0]);
  expect(await found('seller', 'wing print')).toEqual([1]);
  expect(await found('seller', 'dragon hello')).toEqual([]);
  expect(await found(0, 'dragon')).toEqual([0]);
  expect(await found(0, 'wing')).toEqual([]);
  expect(await found(2, 'dragon')).toEqual([]);
  expect(await found('seller', 'tobi')).toEqual([1]);
  expect(await found(2, 'raven')).toEqual([2]);
  expect(await found('seller', 'dragon', true)).toEqual([1, 0]);
  expect(await found(0, 'dragon', true)).toEqual([]);
});

it('newer messages of other people do not hide one’s own', async () => {
  await say(0, 'buyer', 'An old wyvern');
  await transaction(world.pb)
    .exec(
      sql`INSERT INTO conversations (id, buyer, store, lastNumber, lastAt, created, updated)
        VALUES ('others000000000', 'somebody0000000', 'elsewhere000000', 600, {:at}, {:at}, {:at})`,
      { at: '2026-11-22 12:00:00.000Z' },
    )
    .exec(
      sql`INSERT INTO messages (id, conversation, number, [[by]], kind, text, created, updated)
        SELECT printf('m%014d', value), 'others000000000', value, 'buyer', 'text', 'A new wyvern', {:at}, {:at}
        FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 600)
          SELECT value FROM n)`,
      { at: '2026-11-22 12:00:00.000Z' },
    )
    .run();
  expect(await found('seller', 'wyvern')).toEqual([0]);
  expect(await found(0, 'wyvern')).toEqual([0]);
});

it.each([
  '"',
  '*',
  'dragon"',
  'NOT',
  'OR dragon',
  'text : dragon',
  '(dragon',
  '^dragon',
  '-',
  'NEAR(a b)',
  '\u0000dragon',
  '{:user}',
  "' OR 1 = 1",
  '%',
  '!',
  '龍',
  'हिन्दी',
  '𞤀𞤣𞤤𞤢𞤥',
  'a '.repeat(100),
])('a search for %j is a search like any other', async (search) => {
  const places = await found(2, search);
  expect(places.filter((place) => place !== 2)).toEqual([]);
});

it('what is hidden, changed or deleted is not found any more', async () => {
  const hidden = await say(0, 'buyer', 'griffin');
  const changed = await say(1, 'buyer', 'basilisk');
  const deleted = await say(2, 'buyer', 'manticore');
  expect([await found('seller', 'griffin'), await found('seller', 'basilisk')]).toEqual([[0], [1]]);
  expect(await found('seller', 'manticore')).toEqual([2]);
  await transaction(world.pb)
    .exec(sql`UPDATE messages SET hiddenAt = '2026-11-21 12:00:00.000Z' WHERE id = {:hidden}`, { hidden })
    .exec(sql`UPDATE messages SET text = 'cockatrice' WHERE id = {:changed}`, { changed })
    .exec(sql`DELETE FROM messages WHERE id = {:deleted}`, { deleted })
    .run();
  expect([await found('seller', 'griffin'), await found('seller', 'basilisk')]).toEqual([[], []]);
  expect([await found('seller', 'manticore'), await found('seller', 'cockatrice')]).toEqual([[], [1]]);
  await auditKeptTwice(world.pb);
  await world.pb.collection('conversations').delete(conversations[1] ?? '');
  expect(await found('seller', 'cockatrice')).toEqual([]);
  await auditKeptTwice(world.pb);
});

it('unread messages are counted in all conversations', async () => {
  const before = await unreadOf(world.pb, { userId: seller, storeId: store });
  await transaction(world.pb)
    .exec(
      sql`INSERT INTO conversations (id, buyer, store, lastNumber, lastAt, storeUnread, created, updated)
        SELECT printf('c%014d', value), printf('u%014d', value), {:store}, 1, {:at}, 2, {:at}, {:at}
        FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 250)
          SELECT value FROM n)`,
      { store, at: '2026-11-20 12:00:00.000Z' },
    )
    .run();
  expect(await unreadOf(world.pb, { userId: seller, storeId: store })).toBe(before + 500);
  expect(await unreadOf(world.pb, { userId: seller, storeId: null })).toBe(0);
});

it('a part of the other side’s name finds the conversation, by the name of today', async () => {
  const partner = buyers[0] ?? '';
  const { username } = await world.pb.collection('users').getOne<{ username: string }>(partner);
  await say(0, 'buyer', 'Good day');
  const rename = (name: string) => world.pb.collection('users').update(partner, { username: name });
  await rename('owl-of-ash');
  expect(await found('seller', 'l-of-a')).toEqual([0]);
  expect(await found('seller', 'OWL')).toEqual([0]);
  expect(await found('seller', 'ow')).toEqual([0]);
  await rename('newt');
  expect(await found('seller', 'owl-of-ash')).toEqual([]);
  // A name that very many people have is looked for the other way round.
  await transaction(world.pb)
    .exec(
      sql`INSERT INTO users (id, username, email, tokenKey, password, created, updated)
        SELECT printf('crowd%010d', value), 'crowd-' || value, 'crowd-' || value || '@guildhall.test', 'key-' || value, '', {:at}, {:at}
        FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 1100)
          SELECT value FROM n)`,
      { at: '2026-11-22 12:00:00.000Z' },
    )
    .run();
  await rename('crowd-of-one');
  expect(await found('seller', 'crowd')).toEqual([0]);
  expect(await found('seller', 'crowd-of-one')).toEqual([0]);
  expect(await found('seller', 'crowd-7')).toEqual([]);
  await rename(username);
});
