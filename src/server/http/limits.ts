import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { networkOf, SITE_TIMES, siteOf } from '../../domain/kernel/network.ts';
import { networkLimiter } from '../kernel/network-limits.ts';
import type { RateLimits } from '../kernel/rate-limits.ts';

/** Rate limits per visitor, by the cost of a request. */
const LIMITS = {
  /** Sign-in, sign-up and mail requests: each may cost a bcrypt or a mail. */
  auth: { points: 30, seconds: 60 },
  /** Downloads, including each resumed part. */
  download: { points: 600, seconds: 60 },
  /** Upload requests: two for a small file, and many small files in a pack. */
  upload: { points: 6000, seconds: 60 },
  /** Pages that are not cached. */
  page: { points: 300, seconds: 10 },
};
/**
 * Files and cached pages: hundreds of page views in ten seconds, an office at once. Each process counts its own: they cost
 * nothing that processes share.
 */
export const CHEAP_LIMIT = { times: 3000, withinMs: 10_000 };
/** Pictures that do not exist, each of which is asked for at the backend. A page of deleted pictures has a few dozen. */
export const MISS_LIMIT = { times: 120, withinMs: 60_000 };
export type Limit = keyof typeof LIMITS;

/** Counts a request. Returns the seconds to wait if the visitor is over the limit, or null. */
export type SecondsToWait = (limit: Limit, client: string) => Promise<number | null>;

/** The limits of the front server. */
export function openFrontLimits(counts: RateLimits): SecondsToWait {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([name, limit]) => [name, networkLimiter(counts, `front-${name}`, limit)]),
  );
  return async (limit, client) => {
    const wait = (await limiters[limit]?.take(client)) ?? null;
    return wait === null ? null : Math.max(1, Math.ceil(wait / 1000));
  };
}

/** Counts what an address does in each period. */
export interface AddressCounter {
  /** Whether the address is above its limit. */
  isOver(address: string): boolean;
  /** Counts once, and returns whether the address is above its limit then. */
  count(address: string): boolean;
}

/** Counts the pictures that an address asked for and that do not exist. */
export interface MissCounter {
  /** Whether the address was above its limit when it was last counted. */
  isOver(address: string): boolean;
  count(address: string): void;
}

/** Addresses that are remembered in one period; more come from somebody who has very many. */
const ADDRESSES_REMEMBERED = 100_000;
/** Addresses above a limit that are remembered. */
const OVER_REMEMBERED = 5_000;

/** @param now in ms. */
export function missCounter(counts: RateLimits, now: () => number = Date.now): MissCounter {
  const { times, withinMs } = MISS_LIMIT;
  const limiter = networkLimiter(counts, 'front-miss', { points: times, seconds: withinMs / 1000 });
  const overUntil = new LRUCache<string, number>({ max: OVER_REMEMBERED });
  return {
    isOver: (address) => (overUntil.get(address) ?? 0) > now(),
    count(address) {
      void limiter.take(address).then((wait) => wait !== null && overUntil.set(address, now() + wait));
    },
  };
}

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
  const isAbove = (key: string, most: number) => (ofPeriod().get(key) ?? 0) > most;
  const countOne = (key: string) => counts.set(key, (ofPeriod().get(key) ?? 0) + 1);
  const isOver = (address: string) => {
    const site = siteOf(address);
    return isAbove(address, times) || (site !== null && isAbove(site, times * SITE_TIMES));
  };
  return {
    isOver,
    count(address) {
      countOne(address);
      const site = siteOf(address);
      if (site !== null && !isAbove(address, times)) countOne(site);
      return isOver(address);
    },
  };
}

/**
 * The visitor's network, see `networkOf`: an IPv4 address, or the first address of an IPv6 /64. Behind a proxy it is the last entry of X-Forwarded-For, which our proxy wrote; earlier entries
 * can be forged.
 */
export function clientAddress(req: IncomingMessage, behindProxy: boolean): string {
  const direct = req.socket.remoteAddress ?? 'unknown';
  if (!behindProxy) return networkOf(direct);
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return networkOf(forwarded || direct);
}
