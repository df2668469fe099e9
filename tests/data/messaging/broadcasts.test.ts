import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { broadcastsSending, writeBroadcastStep } from '../../../src/data/messaging/broadcast-writing.ts';
import { broadcastsOfGuild } from '../../../src/data/messaging/broadcasts.ts';
import { conversationsOf } from '../../../src/data/messaging/conversation-lists.ts';
import { openConversation, setBlocked } from '../../../src/data/messaging/conversation-writing.ts';
import { conversationBetween } from '../../../src/data/messaging/conversations.ts';
import { auditKeptTwice } from '../../../src/dev/drill/kept-twice.ts';
import { cleanText } from '../../../src/domain/kernel/clean-text.ts';
import { BROADCAST_WINDOW_MS, broadcastTextRefusal } from '../../../src/domain/messaging/broadcast.ts';
import { broadcastMail } from '../../../src/server/messaging/broadcast-mail.ts';
import {
  type BroadcastParts,
  reachOfBroadcast,
  requestBroadcast,
  sendBroadcasts,
} from '../../../src/server/messaging/broadcasts.ts';
import { HOSTILE } from '../../hostile-texts.ts';
import { type GuildBackend, openGuildBackend, type TestGuild } from '../guild/guild-backend.ts';

let backend: GuildBackend;
let parts: BroadcastParts;
let at = Date.now();
const errors: unknown[] = [];
beforeAll(async () => {
  backend = await openGuildBackend();
  parts = {
    pb: backend.pb,
    now: () => at,
    siteUrl: 'https://hall.test',
    siteName: 'Guildhall',
    mailQueued: () => undefined,
    onError: (reason) => void errors.push(reason),
  };
});
afterAll(async () => {
  expect(errors).toEqual([]);
  await backend.close();
});

const EVERYBODY = { text: '', states: [], tierId: null };
const guildOf = ({ id, storeId }: TestGuild) => ({ id, storeId });
const ownerOf = async ({ storeId }: TestGuild) =>
  String((await backend.pb.collection('stores').getOne(storeId))['owner']);
async function ask(guild: TestGuild, text = 'Hello', more: { key?: string; meant?: object } = {}) {
  return requestBroadcast(parts, guildOf(guild), {
    author: { id: await ownerOf(guild), strikes: 0 },
    key: more.key ?? crypto.randomUUID(),
    text,
    segment: { ...EVERYBODY, ...more.meant },
  });
}
const userOf = async (memberId: string) =>
  String((await backend.pb.collection('guild_members').getOne(memberId))['user']);
const messagesOf = (guild: TestGuild) =>
  backend.rows('messages', 'conversation.store = {:store}', { store: guild.storeId });
const notesOf = (guild: TestGuild) =>
  backend.rows('notifications', 'store = {:store}', { store: guild.storeId });

describe('a broadcast', () => {
  it('is one message per conversation and one notification, with any step size and repeated runs', async () => {
    const guild = await backend.guild();
    await backend.members(guild, 5);
    const key = crypto.randomUUID();
    const [first, again] = [await ask(guild, ' Hello ', { key }), await ask(guild, 'Hello', { key })];
    expect(again).toEqual(first);
    await Promise.all([sendBroadcasts(parts, 2), sendBroadcasts(parts, 2)]);
    await sendBroadcasts(parts, 2);
    const messages = await messagesOf(guild);
    expect(messages.map(({ text, number, by }) => [text, number, by])).toEqual(
      Array.from({ length: 5 }, () => ['Hello', 1, 'store']),
    );
    expect(new Set(messages.map(({ conversation }) => conversation)).size).toBe(5);
    expect(await broadcastsOfGuild(backend.pb, guild.id)).toMatchObject([
      { state: 'sent', people: 5, reached: 5, leftOut: 0 },
    ]);
    const notes = await notesOf(guild);
    expect(notes).toHaveLength(5);
    for (const { conversation } of messages)
      expect(notes).toContainEqual(
        expect.objectContaining({
          kind: 'message',
          about: `conversation:${conversation}`,
          path: `/account/conversation/${conversation}`,
        }),
      );
    const mails = await backend.rows('mails', 'store = {:store}', { store: guild.storeId });
    const addresses = mails.map(({ body }) => /conversation\/(\w+)/.exec(String(body))?.[1]);
    expect(addresses.sort()).toEqual(messages.map(({ conversation }) => conversation).sort());
  });

  it('continues after a crash without duplicates', async () => {
    const guild = await backend.guild();
    await backend.members(guild, 4);
    await ask(guild);
    const [letter] = await broadcastsSending(backend.pb, 5);
    if (!letter) throw new Error('no letter is on its way');
    const news = broadcastMail(parts, letter, at);
    expect(await writeBroadcastStep(backend.pb, letter, news, at, 3)).toMatchObject({
      reachedTo: expect.any(String),
    });
    // The same step again, as a process that was cut off would do it.
    expect(await writeBroadcastStep(backend.pb, letter, news, at, 3)).toBe('moved');
    expect(await messagesOf(guild)).toHaveLength(3);
    expect(await broadcastsOfGuild(backend.pb, guild.id)).toMatchObject([{ state: 'sending', reached: 3 }]);
    await sendBroadcasts(parts);
    expect(await messagesOf(guild)).toHaveLength(4);
    expect(await notesOf(guild)).toHaveLength(4);
  });

  it('leaves out members who are blocked, banned or have left the conversation', async () => {
    const guild = await backend.guild();
    const members = await backend.members(guild, 6);
    const users = await Promise.all(members.map(({ id }) => userOf(id)));
    const { pb } = backend;
    const talks = await Promise.all(
      users
        .slice(0, 4)
        .map((buyerId) =>
          openConversation(pb, { buyerId, storeId: guild.storeId }, { productId: null, orderId: null }, at),
        ),
    );
    await setBlocked(pb, talks[0] ?? '', 'buyer', true);
    await setBlocked(pb, talks[1] ?? '', 'store', true);
    await pb.collection('conversations').update(talks[2] ?? '', { buyerLeft: true });
    await pb.collection('conversations').update(talks[3] ?? '', { storeLeft: true });
    await pb.collection('guild_members').update(members[4]?.id ?? '', { banned: true, state: 'banned' });
    expect(await reachOfBroadcast(parts, guildOf(guild), EVERYBODY)).toEqual({
      people: 2,
      shut: 3,
      banned: 1,
      refusal: null,
    });
    await ask(guild);
    await sendBroadcasts(parts);
    const read = await backend.rows('messages', 'conversation.store = {:store}', { store: guild.storeId });
    const at3 = read.map(({ conversation }) => conversation);
    expect(at3).toHaveLength(2);
    expect(at3).toContain(talks[3]);
    expect(await broadcastsOfGuild(pb, guild.id)).toMatchObject([{ reached: 2, leftOut: 3 }]);
    expect(await notesOf(guild)).toHaveLength(2);
    // He can answer.
    const kept = await conversationBetween(pb, { buyerId: users[3] ?? '', storeId: guild.storeId }, 'buyer');
    expect(kept).toMatchObject({ closed: null, unread: 1, excerpt: 'Hello' });
  });

  it('reaches former members only if they are selected', async () => {
    const guild = await backend.guild();
    const [gone] = await backend.members(guild, 3);
    await backend.pb.collection('guild_members').update(gone?.id ?? '', { state: 'left' });
    expect(await reachOfBroadcast(parts, guildOf(guild), EVERYBODY)).toMatchObject({ people: 2 });
    const left = { ...EVERYBODY, states: ['left'] as const };
    expect(await reachOfBroadcast(parts, guildOf(guild), left)).toMatchObject({ people: 1 });
    await ask(guild, 'To those who are in');
    await ask(guild, 'Come back', { meant: left });
    await sendBroadcasts(parts);
    const texts = (await messagesOf(guild)).map(({ text }) => text);
    expect(texts.sort()).toEqual(['Come back', 'To those who are in', 'To those who are in']);
  });

  it('is read from kept numbers, which follow whatever happens to members', async () => {
    const { pb } = backend;
    const guild = await backend.guild();
    const members = await backend.members(guild, 8);
    await backend.members(guild, 2, guild.high);
    const change = (at: number, to: object) =>
      pb.collection('guild_members').update(members[at]?.id ?? '', to);
    const reached = async (meant: object = {}) =>
      (await reachOfBroadcast(parts, guildOf(guild), { ...EVERYBODY, ...meant })).people;
    const steps: [step: () => Promise<unknown>, people: number, high: number, left: number][] = [
      [async () => undefined, 10, 2, 0],
      [() => change(0, { state: 'left' }), 9, 2, 1],
      [() => change(0, { state: 'lapsed' }), 9, 2, 0],
      [() => change(0, { state: 'active', tier: guild.high }), 10, 3, 0],
      [() => change(1, { tier: guild.high }), 10, 4, 0],
      [() => change(2, { state: 'left' }), 9, 4, 1],
      [() => change(3, { note: 'nothing that counts' }), 9, 4, 1],
      [async () => pb.collection('users').delete(await userOf(members[4]?.id ?? '')), 8, 4, 1],
      [() => pb.collection('guild_members').delete(members[5]?.id ?? ''), 7, 4, 1],
      [() => pb.collection('guild_members').delete(members[2]?.id ?? ''), 7, 4, 0],
    ];
    for (const [at, [step, people, high, left]] of steps.entries()) {
      await step();
      await auditKeptTwice(pb);
      const counts = [reached(), reached({ tierId: guild.high }), reached({ states: ['left'] })];
      expect([at, ...(await Promise.all(counts))]).toEqual([at, people, high, left]);
      // By a day of joining they are counted one by one.
      expect([at, await reached({ joinedFrom: 1 })]).toEqual([at, people]);
    }
  });

  it('goes to the selected members only', async () => {
    const guild = await backend.guild();
    await backend.members(guild, 3);
    const [high] = await backend.members(guild, 1, guild.high);
    const other = await backend.guild();
    await backend.members(other, 2);
    await ask(guild, 'To the high ones', { meant: { tierId: guild.high } });
    await sendBroadcasts(parts);
    const talks = await backend.rows('conversations', 'store = {:store}', { store: guild.storeId });
    expect(talks.map(({ buyer }) => buyer)).toEqual([await userOf(high?.id ?? '')]);
    expect(await messagesOf(other)).toEqual([]);
  });

  it('is no answer and does not fill the store’s inbox', async () => {
    const guild = await backend.guild();
    const [asker] = await backend.members(guild, 3);
    const pair = { buyerId: await userOf(asker?.id ?? ''), storeId: guild.storeId };
    const { pb } = backend;
    const talk = await openConversation(pb, pair, { productId: null, orderId: null }, at);
    await pb
      .collection('conversations')
      .update(talk, { lastNumber: 1, waitingSince: new Date(at - 1000).toISOString() });
    await pb.collection('messages').create({
      conversation: talk,
      number: 1,
      by: 'buyer',
      author: pair.buyerId,
      kind: 'text',
      text: 'When?',
    });
    await ask(guild);
    await sendBroadcasts(parts);
    const kept = await pb.collection('conversations').getOne(talk);
    expect(kept).toMatchObject({ lastNumber: 2, buyerUnread: 1, buyerToldTo: 2 });
    expect(kept['waitingSince']).not.toBe('');
    const asked = { search: '', unread: false, before: null };
    const store = { userId: await ownerOf(guild), storeId: guild.storeId };
    const listed = async () => (await conversationsOf(pb, store, asked)).rows.map(({ id }) => id);
    expect(await listed()).toEqual([talk]);
    // A second one leaves it so; what is looked for is found.
    await ask(guild, 'Once more');
    await sendBroadcasts(parts);
    expect(await listed()).toEqual([talk]);
    expect((await conversationsOf(pb, store, { ...asked, search: 'once more' })).rows).toHaveLength(3);
    const member = { userId: await userOf((await backend.members(guild, 1))[0]?.id ?? ''), storeId: null };
    expect((await conversationsOf(pb, member, asked)).rows).toEqual([]);
    expect((await conversationsOf(pb, { userId: pair.buyerId, storeId: null }, asked)).rows).toHaveLength(1);
  });

  it('is stored three times a day, even with concurrent requests', async () => {
    const guild = await backend.guild();
    await backend.members(guild, 1);
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((text) => ask(guild, text)));
    expect(answers.filter((answer) => 'letter' in answer)).toHaveLength(3);
    expect(answers.find((answer) => 'refusal' in answer)).toMatchObject({
      refusal: expect.stringMatching(/3 times a day/),
    });
    at += BROADCAST_WINDOW_MS + 1;
    expect(await ask(guild, 'Another day')).toMatchObject({ letter: { text: 'Another day' } });
    await sendBroadcasts(parts);
    expect(await messagesOf(guild)).toHaveLength(4);
  });

  it('waits while the store is suspended', async () => {
    const guild = await backend.guild();
    await backend.members(guild, 1);
    await ask(guild);
    await backend.pb.collection('stores').update(guild.storeId, { state: 'suspended' });
    await sendBroadcasts(parts);
    expect(await messagesOf(guild)).toEqual([]);
  });

  it('reaches two thousand', async () => {
    const guild = await backend.guild();
    await backend.members(guild, 2000);
    await ask(guild);
    await sendBroadcasts(parts);
    expect(await broadcastsOfGuild(backend.pb, guild.id)).toMatchObject([
      { state: 'sent', people: 2000, reached: 2000, leftOut: 0 },
    ]);
    const { totalItems } = await backend.pb
      .collection('notifications')
      .getList(1, 1, { filter: backend.pb.filter('store = {:store}', { store: guild.storeId }) });
    expect(totalItems).toBe(2000);
  });

  it('treats hostile texts as plain text', async () => {
    const guild = await backend.guild();
    await backend.members(guild, 1);
    const texts = Object.values(HOSTILE).filter((text) => broadcastTextRefusal(text) === null);
    expect(texts.length).toBeGreaterThan(15);
    for (const text of texts) {
      at += BROADCAST_WINDOW_MS;
      await ask(guild, text);
      await sendBroadcasts(parts);
    }
    expect((await messagesOf(guild)).map(({ text }) => text).sort()).toEqual(texts.map(cleanText).sort());
    expect(await notesOf(guild)).toHaveLength(texts.length);
  });
});
