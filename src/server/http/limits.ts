import type { IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** Requests one visitor may send, by what they cost us. */
const LIMITS = {
  /** Sign-in, sign-up and mail requests: each may cost a bcrypt or a mail. */
  auth: new RateLimiterMemory({ points: 30, duration: 60 }),
  /** Downloads, also each part of one that resumes. */
  download: new RateLimiterMemory({ points: 600, duration: 60 }),
  /** Pieces of uploads: two requests for a small file, and many small files in a pack. */
  upload: new RateLimiterMemory({ points: 6000, duration: 60 }),
  /** Pages that no cache answers. */
  page: new RateLimiterMemory({ points: 300, duration: 10 }),
};
export type Limit = keyof typeof LIMITS;

/** Seconds until this visitor may ask again, or null where he may now. */
export async function secondsToWait(limit: Limit, client: string): Promise<number | null> {
  try {
    await LIMITS[limit].consume(client);
    return null;
  } catch (reason) {
    return Math.max(1, Math.ceil((reason as RateLimiterRes).msBeforeNext / 1000));
  }
}

/**
 * The visitor's address. Behind a proxy it is the last entry of X-Forwarded-For, the one our proxy wrote; whatever
 * stands before it is the visitor's own claim.
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

/** Event-loop delay beyond which a second counts as crowded. In ms. */
const CROWDED_MS = 400;
/** Crowded seconds in a row before anybody is turned away: one slow task (a first page, a busy laptop) is no crowd. */
const CROWDED_SECONDS = 3;

/** Tells from each second's event-loop delay, in ms, whether the process has been too busy for a while. */
export function overloadCounter(): { second(delayMs: number): void; overloaded(): boolean } {
  let crowded = 0;
  return {
    second: (delayMs) => {
      crowded = delayMs > CROWDED_MS ? crowded + 1 : 0;
    },
    overloaded: () => crowded >= CROWDED_SECONDS,
  };
}

/** Tells when the process is too busy to begin more expensive work: uncached pages are then refused early. */
export function overloadWatch(): { overloaded(): boolean; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const crowd = overloadCounter();
  const timer = setInterval(() => {
    crowd.second(delay.percentile(90) / 1e6);
    delay.reset();
  }, 1000);
  timer.unref();
  return {
    overloaded: crowd.overloaded,
    stop: () => {
      clearInterval(timer);
      delay.disable();
    },
  };
}
