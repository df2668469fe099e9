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
