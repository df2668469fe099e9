/**
 * How many pages are worked on at once while others wait. A page that only computes needs few places: one thread draws
 * all pages, and more at once make each of them slower and none more. A page that waits for the database or for a search
 * leaves the thread to others meanwhile, and with too few places it would stand still in front of a queue. So the places
 * follow the thread: one that idles while somebody waits gets more of them, one that is busy gives some back (additive
 * increase, multiplicative decrease: Chiu and Jain 1989, as TCP does it). The thread is the only thing that has to be
 * measured, unlike the shortest time of a page, which limiters like Vegas or Gradient2 need and which no crowd shows.
 */

/** Never more, however long pages wait: each of them holds memory. */
export const PLACES_MOST = 64;
/** How often the thread is looked at, in ms: some pages long, so that one of them says little. */
export const SAMPLE_MS = 100;
/** A thread that works for less than this share of the time has room for more. */
const BUSY = 0.95;
const MORE = 2;
const KEPT = 7 / 8;

/**
 * The places after a sample.
 * @param least the places for pages that only compute, to which a busy thread returns
 * @param busy the share of the sample in which the thread worked, from 0 to 1
 * @param isWanted whether a page had to wait or was refused in the sample
 */
export function placesAfter(places: number, least: number, busy: number, isWanted: boolean): number {
  if (isWanted && busy < BUSY) return Math.min(PLACES_MOST, places + MORE);
  return Math.max(least, Math.floor(places * KEPT));
}
