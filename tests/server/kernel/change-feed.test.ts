import type PocketBase from 'pocketbase';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change } from '../../../src/data/kernel/changes.ts';
import { type ChangeFeed, type ChangeSignal, followChanges } from '../../../src/server/kernel/change-feed.ts';

/** A backend with a change feed, and a line on which processes hear of each other. */
class Place {
  changes: Change[] = [];
  asked = 0;
  sent: number[] = [];
  listeners = new Set<(seq: number) => void>();

  pb = {
    send: async (_path: string, { query }: { query: { after: number; limit: number } }) => {
      this.asked += 1;
      const changes = this.changes.filter(({ seq }) => seq > query.after).slice(0, query.limit);
      return { changes, latest: this.changes.at(-1)?.seq ?? 0 };
    },
  } as unknown as PocketBase;
  signal: ChangeSignal = {
    send: (seq) => {
      this.sent.push(seq);
      for (const heard of this.listeners) heard(seq);
    },
    listen: (heard) => {
      this.listeners.add(heard);
      return () => void this.listeners.delete(heard);
    },
  };

  change() {
    const seq = (this.changes.at(-1)?.seq ?? 0) + 1;
    this.changes.push({ seq, collection: 'products', record: 'a'.repeat(15), op: 'put' });
    return seq;
  }
}

/** Lets everything run that waits for nothing but other promises. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
}

describe('processes that follow the changes of one backend', () => {
  const feeds: ChangeFeed[] = [];
  // No poll of its own: what a process learns here it learns by the signal.
  beforeEach(() => void vi.useFakeTimers());
  afterEach(async () => {
    vi.useRealTimers();
    for (const feed of feeds.splice(0)) await feed.close();
  });

  const follow = async (place: Place) => {
    const seen: number[] = [];
    const onError = (reason: unknown) => expect.fail(String(reason));
    const feed = followChanges(
      place.pb,
      (changes) => void seen.push(...changes.map(({ seq }) => seq)),
      onError,
      place.signal,
    );
    feeds.push(feed);
    await feed.wake();
    return { feed, seen };
  };

  it('hear of a change as soon as the process that made it, each once', async () => {
    const place = new Place();
    const [writer, ...others] = [await follow(place), await follow(place), await follow(place)];
    for (let round = 1; round <= 3; round++) {
      place.change();
      await writer?.feed.wake();
      await turns();
      for (const { seen } of others) expect(seen).toHaveLength(round);
    }
    // Each is told once: who hears of it does not tell it again.
    expect(place.sent).toEqual([1, 2, 3]);
  });

  it('do not ask for what they have read, and hear nothing any more when they are closed', async () => {
    const place = new Place();
    const { feed, seen } = await follow(place);
    const seq = place.change();
    await feed.wake();
    const { asked } = place;
    place.signal.send(seq);
    place.signal.send(seq - 1);
    await turns();
    await feed.close();
    expect(place.listeners.size).toBe(0);
    expect([seen, place.asked]).toEqual([[1], asked]);
  });
});
