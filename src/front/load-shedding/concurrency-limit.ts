/**
 * How many pages are worked on at once while others wait. A page that only computes needs few slots: one thread draws all
 * pages, and more at once make each of them slower and none more. A page that waits for the database or for a search
 * leaves the thread to others meanwhile, and with too few slots that thread idles in front of a queue. So the limit
 * follows the thread: one that was not busy for a second in which somebody waited gets more of them, a busy one gives some
 * back (additive increase, multiplicative decrease: Chiu and Jain 1989, as TCP does it). What limiters like Vegas and
 * Gradient2 go by, the shortest time of a page, cannot be seen in a crowd. A second, so that bursts with pauses count too.
 */

/** Never more, however long pages wait: each of them holds memory. */
export const CONCURRENCY_MOST = 64;
/** How often the thread is looked at, in ms: some pages long, so that one of them says little. */
export const SAMPLE_MS = 250;
/** The time over which its work is averaged, and for which it counts that somebody waited, in ms. */
const MEMORY_MS = 1_000;
/** A thread that works for less than this share of the time has room for more. */
const BUSY = 0.95;
const MORE = 2;
const KEPT = 7 / 8;

/** How many requests of one queue may run. It has no clock: every call gets `now`, in ms, which never goes back. */
export class ConcurrencyLimit {
  readonly #least: number;
  #count: number;
  /** The average of what was measured, from 0 to 1. A thread that was never looked at is taken for busy. */
  #busy = 1;
  #wantedAt = Number.NEGATIVE_INFINITY;

  /** @param least the slots for pages that only compute. */
  constructor(least: number) {
    this.#least = least;
    this.#count = least;
  }

  get count(): number {
    return this.#count;
  }

  /** A page had to wait, or was refused. */
  wanted(now: number): void {
    this.#wantedAt = now;
  }

  /**
   * The thread worked for a share of the last `ms`, from 0 to 1.
   * @param isQuick whether pages take no longer than a visitor notices. More of them at once would wait for each other, or
   * for a database that is overloaded already.
   */
  measured(busy: number, ms: number, now: number, isQuick: boolean): void {
    this.#busy += (busy - this.#busy) * (1 - Math.exp(-ms / MEMORY_MS));
    const isWanted = now - this.#wantedAt <= MEMORY_MS;
    if (!isWanted || this.#busy >= BUSY) this.#count = Math.max(this.#least, Math.floor(this.#count * KEPT));
    else if (isQuick) this.#count = Math.min(CONCURRENCY_MOST, this.#count + MORE);
  }
}
