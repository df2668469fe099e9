/** A billing interval. */
export interface Rhythm {
  interval: 'day' | 'week' | 'month' | 'year';
  interval_count: number;
}
export const INTERVALS: readonly Rhythm['interval'][] = ['day', 'week', 'month', 'year'];

const DAY_S = 86_400;

/** Adds a number of intervals to a time; the 31st falls on the last day of shorter months. Times in seconds, UTC. */
export function addIntervals(
  from: number,
  { interval, interval_count: every }: Rhythm,
  steps: number,
): number {
  const count = every * steps;
  if (interval === 'day') return from + count * DAY_S;
  if (interval === 'week') return from + count * 7 * DAY_S;
  const began = new Date(from * 1000);
  const months = began.getUTCMonth() + (interval === 'year' ? 12 : 1) * count;
  const lastDay = new Date(Date.UTC(began.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const day = Math.min(began.getUTCDate(), lastDay);
  return Date.UTC(began.getUTCFullYear(), months, day) / 1000 + (from % DAY_S);
}

/** The first end of a period after `start`, counted from the anchor. */
export function periodEnd(anchor: number, rhythm: Rhythm, start: number): number {
  let steps = 1;
  while (addIntervals(anchor, rhythm, steps) <= start) steps++;
  return addIntervals(anchor, rhythm, steps);
}

/** The prorated price of the rest of a period, to the second, in whole cents. */
export function remainingPart(cents: number, start: number, end: number, at: number): number {
  const left = Math.min(Math.max(end - at, 0), end - start);
  return end > start ? Math.round((cents * left) / (end - start)) : 0;
}
