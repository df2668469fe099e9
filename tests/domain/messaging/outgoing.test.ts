import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Exchange,
  isContiguous,
  markRefused,
  markSending,
  markUnanswered,
  nextToSend,
  restoredOutgoing,
  retryFailed,
  retryWaitMs,
  type SentMessage,
  withoutDiscarded,
  withReceived,
  withWritten,
} from '../../../src/domain/messaging/outgoing.ts';

type Dialogue = Exchange<SentMessage & { text: string }, string>;
const NOTHING: Dialogue = { sent: [], outgoing: [] };
const say = (dialogue: Dialogue, key: string, at = 0) =>
  withWritten(dialogue, { key, content: key, writtenAt: at });
const sent = (id: string, key: string, number: number) => ({ id, key, number, text: key });
const keys = (dialogue: Dialogue) => [...dialogue.sent, ...dialogue.outgoing].map(({ key }) => key);
const textOf = (stored: unknown) => (typeof stored === 'string' ? stored : null);

describe('an outgoing message', () => {
  it('is sent one at a time, in the order written', () => {
    const two = say(say(NOTHING, 'a'), 'b');
    expect(nextToSend(two)?.key).toBe('a');
    const under = markSending(two, 'a');
    expect(nextToSend(under)).toBeNull();
    expect(nextToSend(withReceived(under, [sent('1', 'a', 5)]))?.key).toBe('b');
  });

  it('keeps its place without an answer and is not duplicated if it arrived', () => {
    const lost = markUnanswered(markSending(say(say(NOTHING, 'a'), 'b'), 'a'), 'a');
    expect(nextToSend(lost)).toMatchObject({ key: 'a', tries: 1 });
    const seen = withReceived(lost, [sent('1', 'a', 5)]);
    expect(keys(seen)).toEqual(['a', 'b']);
    expect(nextToSend(seen)?.key).toBe('b');
  });

  it('lets the next one go when refused, keeps the reason and is the newest on retry', () => {
    const failed = markRefused(markSending(say(say(NOTHING, 'a'), 'b'), 'a'), 'a', 'Wait a minute.');
    expect(failed.outgoing[0]).toMatchObject({ state: 'failed', refusal: 'Wait a minute.' });
    expect(nextToSend(failed)?.key).toBe('b');
    expect(retryFailed(failed, 'a').outgoing).toMatchObject([
      { key: 'b' },
      { key: 'a', state: 'written', refusal: null },
    ]);
    expect(withoutDiscarded(failed, 'a').outgoing.map(({ key }) => key)).toEqual(['b']);
  });

  it('cannot be discarded while it is being sent, nor added twice with one key', () => {
    const under = markSending(say(NOTHING, 'a'), 'a');
    expect(withoutDiscarded(under, 'a')).toEqual(under);
    expect(say(under, 'a')).toBe(under);
    expect(retryFailed(under, 'a')).toBe(under);
  });

  it('waits longer after each try, 30 seconds at most', () => {
    expect([0, 1, 2, 3, 6, 1000].map(retryWaitMs)).toEqual([0, 1000, 2000, 4000, 30_000, 30_000]);
  });

  it('survives a reload, ignoring other stored values', () => {
    const { outgoing } = markRefused(
      markSending(say(say(say(NOTHING, 'a', 1), 'b', 2), 'c', 3), 'b'),
      'c',
      'No.',
    );
    const stored: unknown[] = JSON.parse(JSON.stringify(outgoing.toReversed()));
    expect(
      restoredOutgoing([null, 7, {}, { key: 'x', content: 9, writtenAt: 1 }, ...stored], textOf),
    ).toMatchObject([
      { key: 'a', state: 'written', tries: 0 },
      { key: 'b', state: 'written', tries: 1 },
      { key: 'c', state: 'failed', refusal: 'No.' },
    ]);
  });
});

it('a page is contiguous if no number is missing in between', () => {
  const [a, b, c] = [sent('a', '', 1), sent('b', '', 2), sent('c', '', 3)];
  expect(isContiguous([a, b], [b, c])).toBe(true);
  expect(isContiguous([a, b], [c])).toBe(true);
  expect(isContiguous([a], [c])).toBe(false);
  expect(isContiguous([], [c])).toBe(true);
  expect(isContiguous([a], [])).toBe(true);
});

/** Events between a browser and the server. */
const events = fc.oneof(
  { weight: 4, arbitrary: fc.constant('write') },
  { weight: 4, arbitrary: fc.constant('send') },
  { weight: 4, arbitrary: fc.constant('arrive') },
  { weight: 4, arbitrary: fc.constant('answer') },
  { weight: 2, arbitrary: fc.constant('answer lost') },
  { weight: 2, arbitrary: fc.constant('other writes') },
  { weight: 2, arbitrary: fc.constant('page is read') },
  { weight: 2, arbitrary: fc.constant('page comes') },
  { weight: 1, arbitrary: fc.constant('reload') },
);

/** A browser, a server that stores each key once, and a connection that loses and delays messages. */
class Connection {
  dialogue: Dialogue = NOTHING;
  readonly wrote: string[] = [];
  readonly server: (SentMessage & { text: string })[] = [];
  private requests: string[] = [];
  private pages: (SentMessage & { text: string })[][] = [];
  private under: string | null = null;

  happen(what: string, size: number): void {
    switch (what) {
      case 'write': {
        const key = `mine-${this.wrote.length}`;
        this.wrote.push(key);
        this.dialogue = say(this.dialogue, key, this.wrote.length);
        return;
      }
      case 'send': {
        const next = nextToSend(this.dialogue);
        if (!next) return;
        this.dialogue = markSending(this.dialogue, next.key);
        this.under = next.key;
        this.requests.push(next.key);
        return;
      }
      case 'arrive': {
        const key = this.requests.shift();
        if (key !== undefined) this.take(key);
        return;
      }
      case 'answer': {
        const answer = this.server.find(({ key }) => key === this.under);
        if (answer) this.dialogue = withReceived(this.dialogue, [answer]);
        if (answer) this.under = null;
        return;
      }
      case 'answer lost':
        if (this.under !== null) this.dialogue = markUnanswered(this.dialogue, this.under);
        this.under = null;
        return;
      case 'other writes':
        this.take(`other-${this.server.length}`);
        return;
      case 'page is read':
        this.pages.push(this.server.slice(-size));
        return;
      case 'page comes':
        this.dialogue = withReceived(
          this.dialogue,
          this.pages.splice(size % (this.pages.length || 1), 1)[0] ?? [],
        );
        return;
      case 'reload':
        this.dialogue = {
          sent: [],
          outgoing: restoredOutgoing(JSON.parse(JSON.stringify(this.dialogue.outgoing.toReversed())), textOf),
        };
        this.under = null;
        return;
    }
  }

  private take(key: string): void {
    if (this.server.some((message) => message.key === key)) return;
    this.server.push(sent(`id-${99 - this.server.length}`, key, this.server.length));
  }

  settle(): void {
    for (let turn = 0; turn < 4 * this.wrote.length + 4; turn++)
      for (const what of ['arrive', 'answer', 'send']) this.happen(what, 50);
    if (this.under !== null) this.happen('answer lost', 1);
    for (let turn = 0; turn < 4 * this.wrote.length + 4; turn++)
      for (const what of ['send', 'arrive', 'answer']) this.happen(what, 50);
    this.dialogue = withReceived(this.dialogue, this.server);
  }
}

describe('on an unreliable connection', () => {
  const mine = (list: readonly string[]) => list.filter((key) => key.startsWith('mine'));

  it('loses, duplicates and reorders nothing, at any moment and in the end', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(events, fc.integer({ min: 1, max: 4 })), { maxLength: 60 }), (story) => {
        const connection = new Connection();
        for (const [what, size] of story) {
          connection.happen(what, size);
          const seen = keys(connection.dialogue);
          expect(new Set(seen).size).toBe(seen.length);
          expect(mine(seen)).toEqual(connection.wrote.filter((key) => seen.includes(key)));
          // Messages the browser does not show are stored on the server.
          const there = connection.server.map(({ key }) => key);
          for (const key of connection.wrote) expect(seen.includes(key) || there.includes(key)).toBe(true);
        }
        connection.settle();
        expect(mine(connection.server.map(({ key }) => key))).toEqual(connection.wrote);
        expect(keys(connection.dialogue)).toEqual(connection.server.map(({ key }) => key));
        expect(connection.dialogue.outgoing).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
