import type PocketBase from 'pocketbase';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { addViewCounts } from '../../data/commerce/view-counts.ts';
import { EVENTS_A_SECOND, FLUSH_MS, type ViewCount } from '../../domain/commerce/view-count.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

/** Collects what visitors looked at, and writes it down every few seconds: one transaction, however many came. */
export interface ViewCounter {
  /** Whether this client may count so many events now. */
  mayCount(client: string, events: number): Promise<boolean>;
  /** Counts, by "product/{id}" or "store/{id}". */
  add(counts: ReadonlyMap<string, ViewCount>): void;
  /** Resolves when all that was added until now is written down. */
  written(): Promise<void>;
  close(): Promise<void>;
}

/** So many pages wait at most; where writing fails for long, others are not counted. */
const WAITING_MAX = 5000;
/** So many rows are written at once. */
const ROWS_AT_ONCE = 200;

interface Parts {
  pb: PocketBase;
  /** Whether clients are limited, as the setting `limits` says. */
  limits: boolean;
  now: () => Instant;
  onError: (reason: unknown) => void;
}

export function openViewCounter({ pb, limits, now, onError }: Parts): ViewCounter {
  const seconds = FLUSH_MS / 1000;
  const clients = new RateLimiterMemory({ points: EVENTS_A_SECOND * seconds, duration: seconds });
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
        // Nothing of it was kept; it waits for the next turn.
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
      if (!limits) return true;
      try {
        await clients.consume(client, events);
        return true;
      } catch (refused) {
        if (refused instanceof Error) throw refused;
        return false;
      }
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
