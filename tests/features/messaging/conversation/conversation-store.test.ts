import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation, MessagePage } from '../../../../src/domain/messaging/conversation.ts';
import type { Message } from '../../../../src/domain/messaging/message.ts';
import type { Side } from '../../../../src/domain/notifications/live.ts';
import { storedOutgoing } from '../../../../src/features/messaging/conversation/account/composer/drafts.ts';
import {
  ConversationStore,
  type RequestOutcome,
} from '../../../../src/features/messaging/conversation/account/conversation.store.ts';

const PLACE = { userId: 'wren', conversationId: 'c1' };
const PAGE = 50;

/** A server with one conversation that keeps a key once; `isDown` cuts the line, before or after it heard. */
class FakeServer {
  readonly messages: Message[] = [];
  isDown: 'no' | 'deaf' | 'mute' = 'no';
  refusal: string | null = null;
  readTo: Record<Side, number> = { buyer: 0, store: 0 };

  take(by: Side, key: string, text: string): Message {
    const known = this.messages.find((message) => message.key === key && message.by === by);
    if (known) return known;
    const number = this.messages.length + 1;
    const message: Message = {
      ...{ kind: 'text', attachments: [], subject: null, refund: null, at: number },
      id: `m${number}`,
      number,
      by,
      text,
      key: by === 'buyer' ? key : '',
    };
    this.messages.push(message);
    return message;
  }

  head(): Conversation {
    return {
      ...{ id: 'c1', side: 'buyer', other: { name: 'Ashgrove', storeId: 's', picture: null }, subject: null },
      ...{
        excerpt: '',
        excerptBy: null,
        lastAt: 0,
        closed: null,
        blocked: false,
        left: false,
        answers: null,
      },
      unread: this.messages.filter(({ by, number }) => by === 'store' && number > this.readTo.buyer).length,
      lastNumber: this.messages.length,
      readTo: { ...this.readTo },
    } as Conversation;
  }

  room(): ConversationStore {
    const reach = async <T>(data: () => T): Promise<RequestOutcome<T>> => {
      if (this.isDown === 'deaf') return { kind: 'lost' };
      const said = data();
      return this.isDown === 'mute' ? { kind: 'lost' } : { kind: 'ok', data: said };
    };
    return new ConversationStore(
      PLACE,
      {
        page: ({ before, after }) =>
          reach((): MessagePage => {
            const all = this.messages.filter(
              ({ number }) => number < (before ?? 9e9) && number > (after ?? 0),
            );
            const messages = after === undefined ? all.slice(-PAGE) : all.slice(0, 200);
            const older = after === undefined && all.length > messages.length;
            return { conversation: this.head(), messages, older };
          }),
        send: (key, { text }) =>
          this.refusal === null
            ? reach(() => this.take('buyer', key, text))
            : Promise.resolve({ kind: 'refused', sentence: this.refusal, gone: false }),
        read: (upTo) => reach(() => (this.readTo.buyer = upTo)),
      },
      () => undefined,
    );
  }
}

const say = (room: ConversationStore, text: string) => room.write({ text, attachments: [] });
const texts = (room: ConversationStore) => {
  const { sent, outgoing } = room.$.get().exchange;
  return [...sent.map(({ text }) => text), ...outgoing.map(({ content }) => content.text)];
};
const settled = () => vi.advanceTimersByTimeAsync(120_000);

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, text: string) {
      kept.set(name, text);
      (storage as Record<string, unknown>)[name] = text;
    },
    removeItem(name: string) {
      kept.delete(name);
      delete (storage as Record<string, unknown>)[name];
    },
  };
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a conversation in a browser', () => {
  it('sends what was written during a cut once, in order, when the line is back', async () => {
    const server = new FakeServer();
    const room = server.room();
    await room.open();
    server.isDown = 'mute';
    say(room, 'one');
    say(room, 'two');
    await vi.advanceTimersByTimeAsync(5000);
    expect(room.$.get().isOffline).toBe(true);
    server.isDown = 'deaf';
    await vi.advanceTimersByTimeAsync(60_000);
    server.take('store', 'theirs', 'hello');
    server.isDown = 'no';
    room.resume();
    await settled();
    expect(server.messages.map(({ text }) => text)).toEqual(['one', 'hello', 'two']);
    expect(texts(room)).toEqual(['one', 'hello', 'two']);
    expect(room.$.get().isOffline).toBe(false);
    expect(storedOutgoing(PLACE)).toEqual([]);
  });

  it('keeps what is on its way through a reload', async () => {
    const server = new FakeServer();
    const room = server.room();
    await room.open();
    server.isDown = 'deaf';
    for (const text of ['one', 'two', 'three']) say(room, text);
    await vi.advanceTimersByTimeAsync(2500);
    const after = server.room();
    server.isDown = 'no';
    await after.open();
    await settled();
    expect(server.messages.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    expect(texts(after)).toEqual(['one', 'two', 'three']);
  });

  it('says what the server refuses, lets it be said again or taken back, and shows nothing that was not kept', async () => {
    const server = new FakeServer();
    const room = server.room();
    await room.open();
    server.refusal = 'Ashgrove does not take messages from you.';
    say(room, 'one');
    say(room, 'two');
    await settled();
    const [one, two] = room.$.get().exchange.outgoing;
    expect([one?.state, two?.refusal]).toEqual(['failed', server.refusal]);
    server.refusal = null;
    room.again(two?.key ?? '');
    room.discard(one?.key ?? '');
    await settled();
    expect(texts(room)).toEqual(['two']);
  });

  it('loads older pages, and catches up over more than one page without a gap', async () => {
    const server = new FakeServer();
    for (let nr = 1; nr <= 120; nr++) server.take('store', `k${nr}`, `t${nr}`);
    const room = server.room();
    await room.open();
    expect(texts(room)).toHaveLength(PAGE);
    await room.loadOlder();
    await room.loadOlder();
    expect([texts(room).length, room.$.get().older]).toEqual([120, 'none']);
    for (let nr = 121; nr <= 600; nr++) server.take('store', `k${nr}`, `t${nr}`);
    room.onPushHint({ kind: 'message', conversationId: 'c1', number: 121, by: 'store' });
    room.onPushHint({ kind: 'message', conversationId: 'c1', number: 600, by: 'store' });
    await settled();
    expect(room.$.get().exchange.sent.map(({ number }) => number)).toEqual(
      Array.from({ length: 600 }, (_, at) => at + 1),
    );
  });

  it('begins anew at the newest page where it is far behind', async () => {
    const server = new FakeServer();
    server.take('store', 'first', 'first');
    const room = server.room();
    await room.open();
    for (let nr = 2; nr <= 2000; nr++) server.take('store', `k${nr}`, `t${nr}`);
    await room.catchUp();
    const { exchange, older } = room.$.get();
    expect([exchange.sent.at(0)?.number, exchange.sent.at(-1)?.number, older]).toEqual([1951, 2000, 'some']);
  });

  it('believes that the other side is writing for a while, or until its message is there', async () => {
    const server = new FakeServer();
    server.take('store', 'k', 'hello');
    const room = server.room();
    await room.open();
    const typing = () => room.onPushHint({ kind: 'typing', conversationId: 'c1', by: 'store' });
    room.onPushHint({ kind: 'typing', conversationId: 'c1', by: 'buyer' });
    expect(room.$.get().isTyping).toBe(false);
    typing();
    expect(room.$.get().isTyping).toBe(true);
    await vi.advanceTimersByTimeAsync(6000);
    expect(room.$.get().isTyping).toBe(false);
    typing();
    room.onPushHint({ kind: 'message', conversationId: 'c1', number: 2, by: 'store' });
    expect(room.$.get().isTyping).toBe(false);
  });

  it('tells the server what was seen, once', async () => {
    const server = new FakeServer();
    server.take('store', 'k', 'hello');
    const room = server.room();
    await room.open();
    expect(room.$.get().head?.unread).toBe(1);
    await room.seen();
    expect([server.readTo.buyer, room.$.get().head?.unread]).toEqual([1, 0]);
    server.readTo.buyer = 0;
    await room.seen();
    expect(server.readTo.buyer).toBe(0);
  });
});
