import type { IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
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

/** Event-loop delay above which a second counts as overloaded. In ms. */
const OVERLOADED_MS = 400;
/** Overloaded seconds in a row before requests are refused: a single slow task is no overload. */
const OVERLOADED_SECONDS = 3;

/** Detects overload from the event-loop delay of each second, in ms. */
export function overloadCounter(): { second(delayMs: number): void; overloaded(): boolean } {
  let seconds = 0;
  return {
    second: (delayMs) => {
      seconds = delayMs > OVERLOADED_MS ? seconds + 1 : 0;
    },
    overloaded: () => seconds >= OVERLOADED_SECONDS,
  };
}

/** Watches the event loop; while it is overloaded, uncached pages are refused early. */
export function overloadWatch(): { overloaded(): boolean; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const counter = overloadCounter();
  const timer = setInterval(() => {
    counter.second(delay.percentile(90) / 1e6);
    delay.reset();
  }, 1000);
  timer.unref();
  return {
    overloaded: counter.overloaded,
    stop: () => {
      clearInterval(timer);
      delay.disable();
    },
  };
}
