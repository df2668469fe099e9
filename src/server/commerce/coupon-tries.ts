import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** Codes that did not work, by visitor: nobody finds a stranger's code by trying. */
export interface CouponTries {
  /** Minutes this visitor has to wait before he may try another code, or null. */
  minutesToWait(client: string): Promise<number | null>;
  /** Counts codes that did not work. */
  countMisses(client: string, codes: number): Promise<void>;
}

/** @param on whether anybody is limited, as the setting `limits` says. */
export function openCouponTries(on: boolean): CouponTries {
  const misses = new RateLimiterMemory({ points: 30, duration: 600 });
  return {
    async minutesToWait(client) {
      const known = on ? await misses.get(client) : null;
      return known && known.remainingPoints <= 0 ? Math.max(1, Math.ceil(known.msBeforeNext / 60_000)) : null;
    },
    async countMisses(client, codes) {
      if (codes === 0) return;
      // A refusal of the limiter is no failure here: the next try reads it.
      await misses.consume(client, codes).catch((refused: RateLimiterRes | Error) => {
        if (refused instanceof Error) throw refused;
      });
    },
  };
}
