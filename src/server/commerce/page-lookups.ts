import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

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

/** @param on whether limits apply, as the setting `limits` says. */
export function openPageLookups(on: boolean): PageLookups {
  const unknown = new LRUCache<string, true>({ max: 5000, ttl: REMEMBERED_MS });
  const limits = [
    {
      limiter: new RateLimiterMemory({ points: FROM_ONE, duration: WINDOW_S }),
      key: (client: string) => client,
    },
    { limiter: new RateLimiterMemory({ points: FROM_ALL, duration: WINDOW_S }), key: () => 'all' },
  ];
  return {
    async mayAsk(sessionId, client) {
      if (unknown.has(sessionId)) return false;
      if (!on) return true;
      for (const { limiter, key } of limits) {
        const isOver = await limiter.consume(key(client)).then(
          () => false,
          (refused: RateLimiterRes | Error) => {
            if (refused instanceof Error) throw refused;
            return true;
          },
        );
        if (isOver) return false;
      }
      return true;
    },
    rememberUnknown(sessionId) {
      unknown.set(sessionId, true);
    },
  };
}
