import { LRUCache } from 'lru-cache';
import { networkLimiter } from '../kernel/network-limits.ts';
import { type Limiter, memoryLimits, type RateLimits } from '../kernel/rate-limits.ts';

/**
 * Counts wrong coupon codes, so that codes cannot be guessed. Codes are counted before they are looked up, and those that
 * prove right are given back: parallel requests cannot get ahead of the count.
 */
export interface CouponTries {
  /**
   * Counts codes as tried. A code that was wrong for this visitor at these stores a moment ago is not counted again: a cart
   * is priced whenever it changes.
   * @param storeIds the stores whose codes are tried.
   */
  begin(visitor: CouponVisitor, codes: readonly string[], storeIds: readonly string[]): Promise<BegunTry>;
}

export interface CouponVisitor {
  /** The visitor's address. */
  client: string;
  userId: string | null;
}

/** The minutes to wait before the next code, or a try that `end` closes with the codes that were wrong. */
export type BegunTry = { minutesToWait: number } | { end(wrong: readonly string[]): Promise<void> };

/** Wrong codes in ten minutes: from one address or by one person. */
const TRIES = 30;
const WINDOW_S = 600;
/** Wrong codes in ten minutes at one store, by anybody: above it, somebody guesses from many addresses. */
const STORE_TRIES = 300;
/** Wrong codes that each visitor has at such a store: nobody is locked out of a code they know. */
const TRIES_MEANWHILE = 3;

/** @param on whether limits apply, as the setting `limits` says. @param limits who counts. */
export function openCouponTries(on: boolean, limits: RateLimits = memoryLimits()): CouponTries {
  const networks = networkLimiter(limits, 'coupon-network', { points: TRIES, seconds: WINDOW_S });
  const people = limits.limiter('coupon-person', { points: TRIES, seconds: WINDOW_S });
  const stores = limits.limiter('coupon-store', { points: STORE_TRIES, seconds: WINDOW_S });
  const known = new LRUCache<string, true>({ max: 20_000, ttl: WINDOW_S * 1000 });
  return {
    async begin({ client, userId }, codes, storeIds) {
      if (!on) return { end: async () => undefined };
      const atStores = [...new Set(storeIds)].sort();
      const keyOf = (code: string) => JSON.stringify([client, code, atStores]);
      const fresh = [...new Set(codes)].filter((code) => !known.has(keyOf(code)));
      const owners: { count: Limiter; key: string }[] = [
        { count: networks, key: client },
        ...(userId === null ? [] : [{ count: people, key: userId }]),
      ];
      const counted = await Promise.all(atStores.map((id) => stores.add(id, fresh.length)));
      const isGuessedAt = counted.some(({ points }) => points > STORE_TRIES);
      const own = await Promise.all(owners.map(({ count, key }) => count.add(key, fresh.length)));
      const giveBack = async (right: number) => {
        await Promise.all([
          ...owners.map(({ count, key }) => count.add(key, -right)),
          ...atStores.map((id) => stores.add(id, -right)),
        ]);
      };
      const most = isGuessedAt ? TRIES_MEANWHILE : TRIES;
      const over = own.filter(({ points }) => fresh.length > 0 && points > most);
      if (over.length > 0) {
        await giveBack(fresh.length);
        const wait = Math.max(...over.map(({ msLeft }) => msLeft));
        return { minutesToWait: Math.max(1, Math.ceil(wait / 60_000)) };
      }
      return {
        async end(wrong) {
          const missed = fresh.filter((code) => wrong.includes(code));
          for (const code of missed) known.set(keyOf(code), true);
          await giveBack(fresh.length - missed.length);
        },
      };
    },
  };
}
