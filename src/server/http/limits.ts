import type { IncomingMessage } from 'node:http';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** Rate limits per visitor, by the cost of a request. */
const LIMITS = {
  /** Sign-in, sign-up and mail requests: each may cost a bcrypt or a mail. */
  auth: new RateLimiterMemory({ points: 30, duration: 60 }),
  /** Downloads, including each resumed part. */
  download: new RateLimiterMemory({ points: 600, duration: 60 }),
  /** Upload requests: two for a small file, and many small files in a pack. */
  upload: new RateLimiterMemory({ points: 6000, duration: 60 }),
  /** Pages that are not cached. */
  page: new RateLimiterMemory({ points: 300, duration: 10 }),
};
/** Files and cached pages: hundreds of page views in ten seconds, an office at once. */
export const CHEAP_LIMIT = { times: 3000, withinMs: 10_000 };
/** Pictures that do not exist, each of which is asked for at the backend. A page of deleted pictures has a few dozen. */
export const MISS_LIMIT = { times: 120, withinMs: 60_000 };
export type Limit = keyof typeof LIMITS;

/** Counts a request. Returns the seconds to wait if the visitor is over the limit, or null. */
export async function secondsToWait(limit: Limit, client: string): Promise<number | null> {
  try {
    await LIMITS[limit].consume(client);
    return null;
  } catch (reason) {
    return Math.max(1, Math.ceil((reason as RateLimiterRes).msBeforeNext / 1000));
  }
}

/** Counts what an address does in each period. */
export interface AddressCounter {
  /** Whether the address is above its limit. */
  isOver(address: string): boolean;
  /** Counts once, and returns whether the address is above its limit then. */
  count(address: string): boolean;
}

/** Addresses that are remembered in one period; more come from somebody who has very many. */
const ADDRESSES_REMEMBERED = 100_000;

/**
 * A limit for what costs next to nothing, where the limits above would cost more than the answer itself.
 * @param now in ms.
 */
export function addressCounter(
  { times, withinMs }: { times: number; withinMs: number },
  now: () => number = Date.now,
): AddressCounter {
  const counts = new Map<string, number>();
  let endsAt = 0;
  const ofPeriod = () => {
    if (now() >= endsAt || counts.size > ADDRESSES_REMEMBERED) {
      counts.clear();
      endsAt = now() + withinMs;
    }
    return counts;
  };
  return {
    isOver: (address) => (ofPeriod().get(address) ?? 0) > times,
    count(address) {
      const count = (ofPeriod().get(address) ?? 0) + 1;
      counts.set(address, count);
      return count > times;
    },
  };
}

/**
 * The visitor's address. Behind a proxy it is the last entry of X-Forwarded-For, which our proxy wrote; earlier entries
 * can be forged.
 */
export function clientAddress(req: IncomingMessage, behindProxy: boolean): string {
  const direct = req.socket.remoteAddress ?? 'unknown';
  if (!behindProxy) return direct;
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return forwarded || direct;
}
