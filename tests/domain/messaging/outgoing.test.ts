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

type Talk = Exchange<SentMessage & { text: string }, string>;
const NOTHING: Talk = { told: [], outgoing: [] };
const say = (talk: Talk, key: string, at = 0) => withWritten(talk, { key, content: key, writtenAt: at });
const told = (id: string, key: string, number: number) => ({ id, key, number, text: key });
const keys = (talk: Talk) => [...talk.told, ...talk.outgoing].map(({ key }) => key);
const textOf = (kept: unknown) => (typeof kept === 'string' ? kept : null);

describe('a message on its way', () => {
  it('goes one at a time, in the order written', () => {
    const two = say(say(NOTHING, 'a'), 'b');
    expect(nextToSend(two)?.key).toBe('a');
    const under = markSending(two, 'a');
    expect(nextToSend(under)).toBeNull();
    expect(nextToSend(withReceived(under, [told('1', 'a', 5)]))?.key).toBe('b');
  });

  it('keeps its place without an answer, and is not doubled where it arrived all the same', () => {
    const lost = markUnanswered(markSending(say(say(NOTHING, 'a'), 'b'), 'a'), 'a');
    expect(nextToSend(lost)).toMatchObject({ key: 'a', tries: 1 });
    const seen = withReceived(lost, [told('1', 'a', 5)]);
    expect(keys(seen)).toEqual(['a', 'b']);
    expect(nextToSend(seen)?.key).toBe('b');
  });

  it('refused lets the next one go, keeps the reason, and is the newest when said again', () => {
    const failed = markRefused(markSending(say(say(NOTHING, 'a'), 'b'), 'a'), 'a', 'Wait a minute.');
    expect(failed.outgoing[0]).toMatchObject({ state: 'failed', refusal: 'Wait a minute.' });
    expect(nextToSend(failed)?.key).toBe('b');
    expect(retryFailed(failed, 'a').outgoing).toMatchObject([
      { key: 'b' },
      { key: 'a', state: 'written', refusal: null },
    ]);
    expect(withoutDiscarded(failed, 'a').outgoing.map(({ key }) => key)).toEqual(['b']);
  });

  it('cannot be taken back while it is being sent, nor said twice under one key', () => {
    const under = markSending(say(NOTHING, 'a'), 'a');
    expect(withoutDiscarded(under, 'a')).toEqual(under);
    expect(say(under, 'a')).toBe(under);
    expect(retryFailed(under, 'a')).toBe(under);
  });

  it('waits longer each time, never more than half a minute', () => {
    expect([0, 1, 2, 3, 6, 1000].map(retryWaitMs)).toEqual([0, 1000, 2000, 4000, 30_000, 30_000]);
  });

  it('survives a reload, and what else lies in the storage does not hurt', () => {
    const { outgoing } = markRefused(
      markSending(say(say(say(NOTHING, 'a', 1), 'b', 2), 'c', 3), 'b'),
      'c',
      'No.',
    );
    const kept: unknown[] = JSON.parse(JSON.stringify(outgoing.toReversed()));
    expect(
      restoredOutgoing([null, 7, {}, { key: 'x', content: 9, writtenAt: 1 }, ...kept], textOf),
    ).toMatchObject([
      { key: 'a', state: 'written', tries: 0 },
      { key: 'b', state: 'written', tries: 1 },
      { key: 'c', state: 'failed', refusal: 'No.' },
    ]);
  });
});

it('a page touches what is known where no number lies between', () => {
  const [a, b, c] = [told('a', '', 1), told('b', '', 2), told('c', '', 3)];
  expect(isContiguous([a, b], [b, c])).toBe(true);
  expect(isContiguous([a, b], [c])).toBe(true);
  expect(isContiguous([a], [c])).toBe(false);
  expect(isContiguous([], [c])).toBe(true);
  expect(isContiguous([a], [])).toBe(true);
});

/** What may happen to a browser and the server it speaks with. */
const happening = fc.oneof(
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

/** A browser, a server that keeps each key once, and a line between them that loses and delays. */
class Line {
  talk: Talk = NOTHING;
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
        this.talk = say(this.talk, key, this.wrote.length);
        return;
      }
      case 'send': {
        const next = nextToSend(this.talk);
        if (!next) return;
        this.talk = markSending(this.talk, next.key);
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
        if (answer) this.talk = withReceived(this.talk, [answer]);
        if (answer) this.under = null;
        return;
      }
      case 'answer lost':
        if (this.under !== null) this.talk = markUnanswered(this.talk, this.under);
        this.under = null;
        return;
      case 'other writes':
        this.take(`other-${this.server.length}`);
        return;
      case 'page is read':
        this.pages.push(this.server.slice(-size));
        return;
      case 'page comes':
        this.talk = withReceived(this.talk, this.pages.splice(size % (this.pages.length || 1), 1)[0] ?? []);
        return;
      case 'reload':
        this.talk = {
          told: [],
          outgoing: restoredOutgoing(JSON.parse(JSON.stringify(this.talk.outgoing.toReversed())), textOf),
        };
        this.under = null;
        return;
    }
  }

  private take(key: string): void {
    if (this.server.some((message) => message.key === key)) return;
    this.server.push(told(`id-${99 - this.server.length}`, key, this.server.length));
  }

  settle(): void {
    for (let turn = 0; turn < 4 * this.wrote.length + 4; turn++)
      for (const what of ['arrive', 'answer', 'send']) this.happen(what, 50);
    if (this.under !== null) this.happen('answer lost', 1);
    for (let turn = 0; turn < 4 * this.wrote.length + 4; turn++)
      for (const what of ['send', 'arrive', 'answer']) this.happen(what, 50);
    this.talk = withReceived(this.talk, this.server);
  }
}

describe('whatever happens on the line', () => {
  const mine = (list: readonly string[]) => list.filter((key) => key.startsWith('mine'));

  it('nothing is lost, doubled or put out of order, at any moment and in the end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(happening, fc.integer({ min: 1, max: 4 })), { maxLength: 60 }),
        (story) => {
          const line = new Line();
          for (const [what, size] of story) {
            line.happen(what, size);
            const seen = keys(line.talk);
            expect(new Set(seen).size).toBe(seen.length);
            expect(mine(seen)).toEqual(line.wrote.filter((key) => seen.includes(key)));
            // What the browser does not show is with the server.
            const there = line.server.map(({ key }) => key);
            for (const key of line.wrote) expect(seen.includes(key) || there.includes(key)).toBe(true);
          }
          line.settle();
          expect(mine(line.server.map(({ key }) => key))).toEqual(line.wrote);
          expect(keys(line.talk)).toEqual(line.server.map(({ key }) => key));
          expect(line.talk.outgoing).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
