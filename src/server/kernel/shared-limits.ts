import {
  type Count,
  type Gauge,
  heldCounts,
  type Limiter,
  once,
  type RateLimits,
  waitOf,
} from './rate-limits.ts';

/** Counts that several processes keep together. What is asked rejects where there is no answer in time. */
export interface SharedCounts {
  /** Whether it answers. While it does not, nobody waits for it. */
  readonly isThere: boolean;
  /** Another one than before where counts may have been lost, as by a restart. */
  readonly generation: string;
  /** Processes that count together, as last known; at least 1. */
  readonly sites: number;
  counter(name: string, limit: { points: number; seconds: number }): SharedCounter;
  /**
   * Tells how many of a key this process holds, unless that makes more than `most` with those of other processes.
   * Returns whether it was accepted.
   */
  hold(key: string, own: number, most: number): Promise<boolean>;
  /** Call it for each count that this process kept for itself meanwhile. */
  noteAlone(): void;
}

export interface SharedCounter {
  /** Points may be negative, and so may the count be. */
  add(key: string, points: number): Promise<Count>;
  forget(key: string): Promise<void>;
}

/** What this process knows of a key. */
interface Known {
  /** The shared count when it was last asked. */
  points: number;
  /** Counted here since then, because nobody answered. */
  alone: number;
  /** Whether the shared count is to be forgotten first. */
  isForgotten: boolean;
  generation: string;
  /** The end of the window, in ms. */
  until: number;
}

/** The most keys of a limit whose counts a process knows; they bridge an outage. */
const KEYS_KNOWN = 50_000;

/**
 * Limits that several processes keep together. While the shared counts are away each process goes on alone, from what it
 * knew last, with its part of what was left; at least once for who has used up to half of it, so that nobody is locked out. One
 * that was started meanwhile takes half as used. What it counted alone is added when they are back, and what they lost by a
 * restart is told to them again.
 */
export function sharedLimits(shared: SharedCounts, now: () => number = Date.now): RateLimits {
  return {
    limiter: (name, limit) => sharedLimiter(shared, name, limit, now),
    gauge: (name, most) => sharedGauge(shared, name, most),
  };
}

function sharedLimiter(
  shared: SharedCounts,
  name: string,
  limit: { points: number; seconds: number },
  now: () => number,
): Limiter {
  const counter = shared.counter(name, limit);
  const keys = new Map<string, Known>();
  const beganAt = now();
  /**
   * What others may have counted before this process began, where it has never heard of them: half. Otherwise each start
   * while the shared counts are away would bring a new part. After one window what was counted before is over anyway.
   */
  const unheard = () =>
    shared.generation === '' && now() - beganAt < limit.seconds * 1000 ? Math.floor(limit.points / 2) : 0;
  const begun = (isForgotten: boolean): Known => ({
    points: 0,
    alone: 0,
    isForgotten,
    generation: '',
    until: now() + limit.seconds * 1000,
  });
  const knownOf = (key: string): Known => {
    const known = keys.get(key);
    if (known && known.until > now()) return known;
    return keep(key, begun(false));
  };
  /** The key that was met first makes room. */
  const keep = (key: string, known: Known): Known => {
    keys.delete(key);
    const [first] = keys.keys();
    if (keys.size >= KEYS_KNOWN && first !== undefined) keys.delete(first);
    keys.set(key, known);
    return known;
  };

  const addTogether = async (key: string, points: number, known: Known): Promise<Count> => {
    // Taken before the first wait, so that two requests at once do not both add it.
    const { points: before, alone, isForgotten, generation } = known;
    known.alone = 0;
    known.isForgotten = false;
    try {
      if (isForgotten) await counter.forget(key);
      let count = await counter.add(key, points + alone);
      const lost = before + points + alone - count.points;
      if (generation !== shared.generation && lost > 0) count = await counter.add(key, lost);
      if (count.points < 0) await counter.forget(key);
      known.points = Math.max(0, count.points);
      known.until = now() + count.msLeft;
      known.generation = shared.generation;
      return { points: known.points, msLeft: count.msLeft };
    } catch (reason) {
      known.alone += alone;
      known.isForgotten ||= isForgotten;
      throw reason;
    }
  };
  /**
   * Each point counted alone stands for one of every process. The first one of somebody who has used up to half of the limit
   * stands for itself: a limit may be smaller than the number of sites.
   */
  const addAlone = (points: number, known: Known): Count => {
    shared.noteAlone();
    known.alone += points;
    const before = known.points + unheard();
    const isFirst = known.alone === points && before * 2 <= limit.points;
    const weight = isFirst ? 1 : shared.sites;
    return {
      points: Math.max(0, before + known.alone * weight),
      msLeft: Math.max(0, known.until - now()),
    };
  };
  const add = async (key: string, points: number): Promise<Count> => {
    const known = knownOf(key);
    if (shared.isThere) {
      const count = await addTogether(key, points, known).catch(() => null);
      if (count) return count;
    }
    return addAlone(points, known);
  };
  return {
    add,
    take: async (key, points = 1) => waitOf(await add(key, points), limit.points),
    async forget(key) {
      const isAway = !shared.isThere || (await counter.forget(key).catch(() => 'away')) === 'away';
      if (isAway) keep(key, begun(true));
      else keys.delete(key);
    },
  };
}

function sharedGauge(shared: SharedCounts, name: string, most: number): Gauge {
  const held = heldCounts();
  const keyOf = (key: string) => `${name} ${key}`;
  /** Others learn it later where it cannot be told now: with the next one of this key. */
  const tell = (key: string, own: number) => {
    if (shared.isThere) void shared.hold(keyOf(key), own, Number.MAX_SAFE_INTEGER).catch(() => undefined);
  };
  const mayHold = async (key: string, own: number): Promise<boolean> => {
    if (own > most) return false;
    if (shared.isThere) {
      const answer = await shared.hold(keyOf(key), own, most).catch(() => null);
      if (answer !== null) return answer;
    }
    shared.noteAlone();
    return own <= Math.max(1, Math.floor(most / shared.sites));
  };
  return {
    async enter(key) {
      // Counted before it is asked for, so that those who come at once are all counted.
      const fits = await mayHold(key, held.add(key, 1));
      const leave = once(() => tell(key, held.add(key, -1)));
      if (fits) return leave;
      leave();
      return null;
    },
  };
}
