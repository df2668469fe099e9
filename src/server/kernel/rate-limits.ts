import { RateLimiterMemory } from 'rate-limiter-flexible';

/** What was counted for a key. */
export interface Count {
  points: number;
  /** Until the count starts over, in ms. */
  msLeft: number;
}

/** At most so many points for each key in a window of time, which begins with the first of them. */
export interface Limiter {
  /** Counts, and returns the ms to wait where the key is above the limit then, else null. @param points 1 by default. */
  take(key: string, points?: number): Promise<number | null>;
  /** Counts, also above the limit. Negative points are given back; a count never falls below 0. */
  add(key: string, points: number): Promise<Count>;
  /** Starts over for a key. */
  forget(key: string): Promise<void>;
}

/** At most so many things of each key at once. */
export interface Gauge {
  /** Counts one more until the returned function is called; null where there are as many as there may be. */
  enter(key: string): Promise<(() => void) | null>;
}

/** Where every limit comes from: counted in the memory of this process, or together with other processes. */
export interface RateLimits {
  /** @param name of its own: limits of the same name share their counts. @param seconds whole. */
  limiter(name: string, limit: { points: number; seconds: number }): Limiter;
  gauge(name: string, most: number): Gauge;
}

/** Limits of a process that is alone. A restart resets them. */
export function memoryLimits(): RateLimits {
  return { limiter: memoryLimiter, gauge: (_name, most) => memoryGauge(most) };
}

function memoryLimiter(
  _name: string,
  { points: most, seconds }: { points: number; seconds: number },
): Limiter {
  const counts = new RateLimiterMemory({ points: most, duration: seconds });
  const add = async (key: string, points: number): Promise<Count> => {
    const { consumedPoints, msBeforeNext } = await counts.penalty(key, points);
    if (consumedPoints < 0) await counts.delete(key);
    return { points: Math.max(0, consumedPoints), msLeft: msBeforeNext };
  };
  return {
    add,
    take: async (key, points = 1) => waitOf(await add(key, points), most),
    async forget(key) {
      await counts.delete(key);
    },
  };
}

/** The ms to wait at this count, or null where it is within the limit. */
export function waitOf({ points, msLeft }: Count, most: number): number | null {
  return points > most ? Math.max(1, msLeft) : null;
}

function memoryGauge(most: number): Gauge {
  const held = heldCounts();
  return {
    async enter(key) {
      if (held.of(key) >= most) return null;
      held.add(key, 1);
      return once(() => held.add(key, -1));
    },
  };
}

/** How many of each key this process holds. */
export function heldCounts() {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    of,
    /** Returns how many there are then. */
    add(key: string, change: number): number {
      const count = of(key) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
      return count;
    },
  };
}

/** Does the work the first time only. */
export function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
