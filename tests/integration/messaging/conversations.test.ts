import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteUser } from '../../../src/data/identity/users.ts';
import type { RecordOf } from '../../../src/data/kernel/record.ts';
import { conversationsOf, unreadOf } from '../../../src/data/messaging/conversation-lists.ts';
import {
  conversationById,
  conversationOf,
  type Participant,
} from '../../../src/data/messaging/conversations.ts';
import { messageToReport } from '../../../src/data/messaging/messages.ts';
import { MESSAGES_PAGE } from '../../../src/domain/messaging/conversation.ts';
import { SIDES } from '../../../src/domain/notifications/live.ts';
import {
  changeBlockState,
  readConversation,
  readUpTo,
  sendMessage,
  startConversation,
} from '../../../src/server/messaging/conversations.ts';
import type { RefundParts } from '../../../src/server/messaging/refund-requests.ts';
import { openPostingLimits } from '../../../src/server/moderation/posting-limits.ts';
import { exportUser } from '../../data/account/exported.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
let parts: RefundParts;
let store: string;
let seller: Participant;
let made = 0;
const stranger: Participant = { userId: 'aaaaaaaaaaaaaaa', storeId: 'bbbbbbbbbbbbbbb' };

beforeAll(async () => {
  commerce = await openTestCommerce();
  parts = { ...commerce, postingLimits: openPostingLimits(false) };
  store = await commerce.store('crow');
  seller = { userId: await ownerOf(store), storeId: store };
});
afterAll(() => commerce.close());

const ownerOf = async (id: string) => String((await commerce.pb.collection('stores').getOne(id))['owner']);
const newBuyer = async (name = `buyer-${++made}`): Promise<Participant> => ({
  userId: (await commerce.person(name)).id,
  storeId: null,
});
const newKey = () => crypto.randomUUID();
const start = async (buyer: Participant, more: { productId?: string } = {}) => {
  const started = await startConversation(parts, buyer, {
    storeId: store,
    orderId: null,
    productId: more.productId ?? null,
  });
  if (!('conversation' in started)) throw new Error(started.refusal);
  return started.conversation.id;
};
const send = (who: Participant, id: string, text: string, key = newKey(), attachments: string[] = []) =>
  sendMessage(parts, who, { id: who.userId, since: 0, strikes: 0 }, { id, key, text, attachments });
const textsOf = async (who: Participant, id: string) =>
  (await readConversation(parts, who, { id }))?.messages.map(({ number, by, text }) => [number, by, text]);
/** The counters of a conversation beside what its messages say. */
const agreement = async (id: string) => {
  const messages = await commerce.pb.collection('messages').getFullList<RecordOf<'messages'>>({
    filter: commerce.pb.filter('conversation = {:id}', { id }),
    sort: 'number',
  });
  for (const side of SIDES) {
    const kept = await conversationById(commerce.pb, id, side);
    const readTo = kept?.readTo[side] ?? 0;
    expect(kept?.unread).toBe(messages.filter(({ by, number }) => by !== side && number > readTo).length);
    expect(kept?.lastNumber).toBe(messages.length);
  }
  expect(messages.map(({ number }) => number)).toEqual(messages.map((_, at) => at + 1));
};

describe('talking', () => {
  it('is one conversation for each pair, with messages in the order in which they came', async () => {
    const buyer = await newBuyer();
    const product = await commerce.product(store, 900);
    const id = await start(buyer, { productId: product });
    expect(await start(buyer)).toBe(id);
    await send(buyer, id, 'Is it \u202eone piece?\u0000');
    await send(seller, id, 'Two.');
    expect(await textsOf(buyer, id)).toEqual([
      [1, 'buyer', 'Is it one piece?'],
      [2, 'store', 'Two.'],
    ]);
    const page = await readConversation(parts, seller, { id });
    expect(page?.messages.map(({ subject }) => subject?.id ?? null)).toEqual([product, null]);
    expect(page?.conversation).toMatchObject({
      side: 'store',
      excerpt: 'Two.',
      excerptBy: 'store',
      unread: 1,
    });
    await agreement(id);
  });

  it('keeps a message once, however often and at once it is sent', async () => {
    const buyer = await newBuyer();
    const id = await start(buyer);
    const keys = [newKey(), newKey(), newKey()];
    const answers = await Promise.all(
      keys.flatMap((key) => Array.from({ length: 8 }, () => send(buyer, id, `said ${key}`, key))),
    );
    expect(new Set(answers.map((answer) => ('message' in answer ? answer.message.id : answer))).size).toBe(3);
    // The other side may use the same key: it is his own.
    expect(await send(seller, id, 'Mine', keys[0])).toHaveProperty('message.number', 4);
    await agreement(id);
  });

  it('counts what each side has not read, whatever comes at once', async () => {
    const buyer = await newBuyer();
    const id = await start(buyer);
    const steps = Array.from({ length: 40 }, (_, turn) =>
      turn % 4 === 3
        ? readUpTo(parts, turn % 8 === 3 ? buyer : seller, { id, upTo: turn })
        : send(turn % 2 ? seller : buyer, id, `${turn}`),
    );
    await Promise.all(steps);
    await agreement(id);
    expect(await readUpTo(parts, buyer, { id, upTo: 1000 })).toEqual({ unread: 0 });
    // What was read stays read.
    await readUpTo(parts, buyer, { id, upTo: 2 });
    await agreement(id);
    expect(await unreadOf(commerce.pb, buyer)).toBe(0);
  });

  it('is handed out in pages, and catches up behind a number', async () => {
    const buyer = await newBuyer();
    const id = await start(buyer);
    const most = MESSAGES_PAGE * 2 + 3;
    for (let number = 1; number <= most; number++) await send(buyer, id, `${number}`);
    const numbers = async (asked: object) => {
      const page = await readConversation(parts, seller, { id, ...asked });
      return [page?.messages[0]?.number, page?.messages.at(-1)?.number, page?.older];
    };
    expect(await numbers({})).toEqual([most - MESSAGES_PAGE + 1, most, true]);
    expect(await numbers({ before: 54 })).toEqual([4, 53, true]);
    expect(await numbers({ before: 4 })).toEqual([1, 3, false]);
    expect(await numbers({ after: 100 })).toEqual([101, most, true]);
    expect(await numbers({ after: most })).toEqual([undefined, undefined, false]);
  });

  it('is nothing a third person can find', async () => {
    const buyer = await newBuyer();
    const id = await start(buyer);
    await send(buyer, id, 'A secret');
    for (const who of [stranger, await newBuyer(), { userId: seller.userId, storeId: null }]) {
      expect(await conversationOf(commerce.pb, who, id)).toBeNull();
      expect(await readConversation(parts, who, { id })).toBeNull();
      expect(await readUpTo(parts, who, { id, upTo: 1 })).toBeNull();
      expect(await send(who, id, 'Me too')).toEqual({ refused: 'unknown' });
      expect(await changeBlockState(parts, who, id, 'block')).toBeNull();
      const asked = { search: 'secret', unread: false, before: null };
      expect((await conversationsOf(commerce.pb, who, asked)).rows).toEqual([]);
    }
  });

  it('is reported by the one it was written to', async () => {
    const buyer = await newBuyer();
    const id = await start(buyer);
    const sent = await send(buyer, id, 'Rude words');
    const messageId = 'message' in sent ? sent.message.id : '';
    expect(await messageToReport(commerce.pb, seller, messageId)).toMatchObject({ text: 'Rude words' });
    for (const who of [buyer, stranger, { ...seller, storeId: null }])
      expect(await messageToReport(commerce.pb, who, messageId)).toBeNull();
  });
});

describe('the list', () => {
  it('finds words in names and messages as they are', async () => {
    const buyer = await newBuyer('finder');
    const id = await start(buyer);
    await send(buyer, id, '100% resin_free \\ "quoted"');
    const found = async (who: Participant, search: string) =>
      (await conversationsOf(commerce.pb, who, { search, unread: false, before: null })).rows.map(
        (row) => row.id,
      );
    for (const words of ['100%', 'resin_free', '\\ "quoted"', 'CROW', 'Resin'])
      expect(await found(buyer, words), words).toEqual([id]);
    for (const words of ['100x', 'resinxfree', "' || id != '", '%%', 'finder'])
      expect(await found(buyer, words), words).toEqual([]);
    expect(await found(seller, 'finder')).toEqual([id]);
  });

  it('leaves out what was never written in, and what one left', async () => {
    const buyer = await newBuyer();
    const all = async (who: Participant) =>
      (await conversationsOf(commerce.pb, who, { search: '', unread: false, before: null })).rows.map(
        (row) => row.id,
      );
    const id = await start(buyer);
    expect(await all(buyer)).toEqual([]);
    await send(buyer, id, 'Hello');
    expect(await all(buyer)).toEqual([id]);
    await changeBlockState(parts, buyer, id, 'leave');
    expect(await all(buyer)).toEqual([]);
    expect(await all(seller)).toContain(id);
  });

  it('goes on page by page and misses none', async () => {
    const collector = await commerce.store('collector');
    const owner = { userId: await ownerOf(collector), storeId: collector };
    const ids = new Set<string>();
    for (let count = 0; count < 33; count++) {
      const buyer = await newBuyer();
      const asked = { storeId: collector, productId: null, orderId: null };
      const started = await startConversation(parts, buyer, asked);
      if (!('conversation' in started)) throw new Error(started.refusal);
      await send(buyer, started.conversation.id, 'Hello');
      ids.add(started.conversation.id);
    }
    const seen: string[] = [];
    for (let before: string | null = null, turns = 0; turns < 3; turns++) {
      const page = await conversationsOf(commerce.pb, owner, { search: '', unread: false, before });
      seen.push(...page.rows.map(({ id }) => id));
      expect(page.unread).toBe(33);
      before = page.more;
      if (before === null) break;
    }
    expect(seen).toHaveLength(33);
    expect(new Set(seen)).toEqual(ids);
  });
});

describe('blocking and leaving', () => {
  it('tells the blocked one a sentence, and lets him write again afterwards', async () => {
    const buyer = await newBuyer();
    const id = await start(buyer);
    await send(buyer, id, 'Hello');
    await changeBlockState(parts, seller, id, 'block');
    expect(await send(buyer, id, 'Hello again')).toEqual({
      refused: 'closed',
      sentence: 'crow Miniatures does not take messages from you.',
    });
    expect(await send(seller, id, 'No')).toMatchObject({ refused: 'closed' });
    await changeBlockState(parts, seller, id, 'unblock');
    expect(await send(buyer, id, 'Thank you')).toHaveProperty('message.number', 2);
    await agreement(id);
  });

  it('ends for the other until the one who left writes', async () => {
    const buyer = await newBuyer();
    const id = await start(buyer);
    await send(buyer, id, 'Hello');
    await send(seller, id, 'Hello');
    await changeBlockState(parts, buyer, id, 'leave');
    expect(await send(seller, id, 'Are you there?')).toMatchObject({ refused: 'closed' });
    expect(await send(buyer, id, 'Here I am')).toHaveProperty('message.number', 3);
    expect(await send(seller, id, 'Fine')).toHaveProperty('message.number', 4);
    await agreement(id);
  });

  it('outlives the buyer: his words stay, without his name', async () => {
    const buyer = await newBuyer();
    const id = await start(buyer);
    await send(buyer, id, 'Remember me');
    expect(JSON.stringify(await exportUser(commerce.pb, buyer.userId))).toContain('Remember me');
    expect(JSON.stringify(await exportUser(commerce.pb, (await newBuyer()).userId))).not.toContain(
      'Remember',
    );
    await deleteUser(commerce.pb, buyer.userId);
    expect(await textsOf(seller, id)).toEqual([[1, 'buyer', 'Remember me']]);
    const page = await readConversation(parts, seller, { id });
    expect(page?.conversation).toMatchObject({ other: { name: 'Deleted account' }, closed: 'other-gone' });
    expect(await send(seller, id, 'Who?')).toMatchObject({ refused: 'closed' });
    expect(await conversationOf(commerce.pb, buyer, id)).toBeNull();
  });
});

describe('what looks like advertising', () => {
  it('is taken from nobody who has bought nothing', async () => {
    const buyer = await newBuyer();
    const id = await start(buyer);
    expect(await send(buyer, id, 'Cheap at https://cheap.example/minis')).toMatchObject({
      refused: 'closed',
    });
    expect(await send(seller, id, 'Look at https://printers.example')).toHaveProperty('message.number', 1);
  });

  it('is the same text to many stores, and does not reach the fourth', async () => {
    const buyer = await newBuyer();
    const text = 'Buy my wonderful painting course,\nit is cheap \\ and good \\';
    const answers: unknown[] = [];
    for (let count = 0; count < 5; count++) {
      const asked = { storeId: await commerce.store(`same-${count}`), productId: null, orderId: null };
      const started = await startConversation(parts, buyer, asked);
      if (!('conversation' in started)) throw new Error(started.refusal);
      answers.push(await send(buyer, started.conversation.id, text));
    }
    expect(answers.map((answer) => (answer as object) && 'message' in (answer as object))).toEqual([
      ...Array.from({ length: 3 }, () => true),
      false,
      false,
    ]);
    expect(answers[3]).toMatchObject({
      refused: 'closed',
      sentence: expect.stringContaining('write a personal message'),
    });
  });

  it('is refused with a word that is held in public: nobody reads it, and nothing about it is told', async () => {
    await commerce.pb.collection('spam_words').create({ word: 'dropship', deed: 'hold' });
    const buyer = await newBuyer();
    const id = await start(buyer);
    const answer = await send(buyer, id, 'Let me dropship your golems for you');
    expect(answer).toMatchObject({
      refused: 'closed',
      sentence: expect.stringContaining('looks like advertising'),
    });
    expect(await textsOf(seller, id)).toEqual([]);
    expect(await conversationOf(commerce.pb, seller, id)).toMatchObject({ unread: 0, excerpt: '' });
    expect(await send(buyer, id, 'Do you ship golems?')).toHaveProperty('message.number', 1);
  });
});

describe('starting', () => {
  it.each([
    ['a store that is not there', () => ({ storeId: 'aaaaaaaaaaaaaaa' }), 'store'],
    ['a product of another store', async () => ({ productId: await productElsewhere() }), 'subject'],
    ['an order of another', () => ({ orderId: 'aaaaaaaaaaaaaaa' }), 'subject'],
  ])('is refused with %s', async (_what, more, refusal) => {
    const asked = { storeId: store, productId: null, orderId: null, ...(await more()) };
    expect(await startConversation(parts, await newBuyer(), asked)).toEqual({ refusal });
  });

  it('is refused with oneself', async () => {
    const asked = { storeId: store, productId: null, orderId: null };
    expect(await startConversation(parts, seller, asked)).toEqual({ refusal: 'own-store' });
  });

  const productElsewhere = async () => commerce.product(await commerce.store(`other-${++made}`), 900);
});
