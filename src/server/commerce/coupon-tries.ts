import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** Counts wrong coupon codes per visitor, so that codes cannot be guessed. */
export interface CouponTries {
  /** Minutes this visitor has to wait before the next code, or null. */
  minutesToWait(client: string): Promise<number | null>;
  /** Counts wrong codes. */
  countMisses(client: string, codes: number): Promise<void>;
}

/** Minutes a visitor waits before these codes are tried, or null. A cart without codes never waits. */
export async function minutesToWaitForCodes(
  tries: CouponTries,
  client: string,
  codes: readonly string[],
): Promise<number | null> {
  return codes.length === 0 ? null : tries.minutesToWait(client);
}

/** @param on whether limits apply, as the setting `limits` says. */
export function openCouponTries(on: boolean): CouponTries {
  const misses = new RateLimiterMemory({ points: 30, duration: 600 });
  return {
    async minutesToWait(client) {
      const known = on ? await misses.get(client) : null;
      return known && known.remainingPoints <= 0 ? Math.max(1, Math.ceil(known.msBeforeNext / 60_000)) : null;
    },
    async countMisses(client, codes) {
      if (codes === 0) return;
      // The limiter rejects above the limit; the next call of minutesToWait reports it.
      await misses.consume(client, codes).catch((refused: RateLimiterRes | Error) => {
        if (refused instanceof Error) throw refused;
      });
    },
  };
}
