import type { Instant } from '../../domain/kernel/instant.ts';

/** Every snapshot of the last two hours stays, so that a mistake can be undone to the minute. In ms. */
const RECENT_MS = 2 * 3_600_000;

/** How far back one snapshot of each hour, day and month is kept: so many hours, days and months. */
export interface Keeping {
  hours: number;
  days: number;
  months: number;
}

/**
 * Two days by the hour, 29 days by the day. No months: the site promises that deleted data is gone from its backups after
 * 30 days.
 */
export const DEFAULT_KEEPING: Keeping = { hours: 48, days: 29, months: 0 };

/** The hour, day and month of a moment in UTC, as texts that sort by time. */
const SLOTS = [
  { of: 'hours', letters: 13 },
  { of: 'days', letters: 10 },
  { of: 'months', letters: 7 },
] as const;

/**
 * The snapshots that go: those older than two hours but for the newest of each hour, day and month that is still kept. A slot that is over never gets
 * another newest one, so thinning again later takes nothing that a longer slot needs. The newest snapshot always stays.
 * @param moments when the snapshots were taken, in any order.
 */
export function momentsToRemove(moments: readonly Instant[], keeping: Keeping, now: Instant): Instant[] {
  const newestFirst = [...moments].sort((a, b) => b - a);
  const recent = newestFirst.filter((moment) => moment > now - RECENT_MS);
  const kept = new Set<Instant>([...newestFirst.slice(0, 1), ...recent]);
  for (const { of, letters } of SLOTS) {
    const oldest = oldestKept(of, keeping[of], now);
    const slots = new Set<string>();
    for (const moment of newestFirst) {
      const slot = new Date(moment).toISOString().slice(0, letters);
      if (moment < oldest || slots.has(slot)) continue;
      slots.add(slot);
      kept.add(moment);
    }
  }
  return newestFirst.filter((moment) => !kept.has(moment));
}

function oldestKept(of: keyof Keeping, count: number, now: Instant): Instant {
  if (count === 0) return Number.POSITIVE_INFINITY;
  if (of === 'hours') return now - count * 3_600_000;
  if (of === 'days') return now - count * 86_400_000;
  // From the first of a month: a month before the 31st may not exist.
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count);
}
