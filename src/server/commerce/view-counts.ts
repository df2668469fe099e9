import type PocketBase from 'pocketbase';
import { addViewCounts } from '../../data/commerce/view-counts.ts';
import { EVENTS_A_SECOND, FLUSH_MS, type ViewCount } from '../../domain/commerce/view-count.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { networkLimiter } from '../kernel/network-limits.ts';
import { memoryLimits, type RateLimits } from '../kernel/rate-limits.ts';

/** Collects page views and writes them every few seconds in batches. */
export interface ViewCounter {
  /** Whether this client may send this number of events now. */
  mayCount(client: string, events: number): Promise<boolean>;
  /** Adds counts, by what `viewCounts` sums them up. */
  add(counts: ReadonlyMap<string, ViewCount>): void;
  /** Resolves when everything added until now is written. */
  written(): Promise<void>;
  close(): Promise<void>;
}

/** Maximum number of pages waiting to be written; while writing fails, further ones are dropped. */
const WAITING_MAX = 5000;
/** Rows per transaction. */
const ROWS_AT_ONCE = 200;

interface Parts {
  pb: PocketBase;
  /** Whether clients are limited, as the setting `limits` says. */
  limits: boolean;
  /** Who counts. */
  counts?: RateLimits;
  now: () => Instant;
  onError: (reason: unknown) => void;
}

export function openViewCounter({ pb, limits, counts = memoryLimits(), now, onError }: Parts): ViewCounter {
  const seconds = FLUSH_MS / 1000;
  const clients = networkLimiter(counts, 'views', { points: EVENTS_A_SECOND * seconds, seconds });
  let waiting = new Map<string, ViewCount>();
  let writing: Promise<void> = Promise.resolve();

  const add = (counts: ReadonlyMap<string, ViewCount>) => {
    for (const [key, count] of counts) {
      const before = waiting.get(key);
      if (!before && waiting.size >= WAITING_MAX) continue;
      waiting.set(key, before ? sumOf(before, count) : count);
    }
  };
  const write = async () => {
    const all = [...waiting];
    waiting = new Map();
    for (let at = 0; at < all.length; at += ROWS_AT_ONCE) {
      const some = new Map(all.slice(at, at + ROWS_AT_ONCE));
      try {
        await addViewCounts(pb, now(), some);
      } catch (reason) {
        // Nothing of this batch was stored; it waits for the next flush.
        add(some);
        onError(reason);
      }
    }
  };
  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => waiting.size > 0 && void flush(), FLUSH_MS);
  timer.unref();
  return {
    async mayCount(client, events) {
      return !limits || (await clients.take(client, events)) === null;
    },
    add,
    written: flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

function sumOf(a: ViewCount, b: ViewCount): ViewCount {
  return { views: a.views + b.views, visits: a.visits + b.visits, carts: a.carts + b.carts };
}
