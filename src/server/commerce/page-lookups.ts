import { LRUCache } from 'lru-cache';
import { networkLimiter } from '../kernel/network-limits.ts';
import { memoryLimits, type RateLimits } from '../kernel/rate-limits.ts';

/**
 * Decides whether the payment provider is asked about a payment page that no order of ours names. Anybody can invent such
 * ids, and each question costs a call.
 */
export interface PageLookups {
  /** Whether the provider may be asked about this id now. Counts the question. */
  mayAsk(sessionId: string, client: string): Promise<boolean>;
  /** Remembers that the provider, or this site, knows no such page. */
  rememberUnknown(sessionId: string): void;
}

/** Questions about unknown ids in ten minutes: from one address, and from all. */
const FROM_ONE = 10;
const FROM_ALL = 300;
const WINDOW_S = 600;
const REMEMBERED_MS = 600_000;

/** @param on whether limits apply, as the setting `limits` says. @param counts who counts. */
export function openPageLookups(on: boolean, counts: RateLimits = memoryLimits()): PageLookups {
  const unknown = new LRUCache<string, true>({ max: 5000, ttl: REMEMBERED_MS });
  const ofOne = networkLimiter(counts, 'page-lookups-one', { points: FROM_ONE, seconds: WINDOW_S });
  const ofAll = counts.limiter('page-lookups-all', { points: FROM_ALL, seconds: WINDOW_S });
  return {
    async mayAsk(sessionId, client) {
      if (unknown.has(sessionId)) return false;
      if (!on) return true;
      return ((await ofOne.take(client)) ?? (await ofAll.take('all'))) === null;
    },
    rememberUnknown(sessionId) {
      unknown.set(sessionId, true);
    },
  };
}
