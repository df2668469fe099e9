import type { Instant } from './instant.ts';

/** A local date and time: "2026-11-21T18:00", to the minute, as the browser's datetime-local input writes it. */
export type WallClock = string;

const MINUTE = 60_000;

/**
 * The local time of a moment in a time zone such as "Europe/Berlin".
 * @throws RangeError where there is no such time zone.
 */
export function wallClockAt(instant: Instant, timeZone: string): WallClock {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(instant);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
}

/**
 * The moment of a local time; null where it is not a valid date and time. A local time that occurs twice, when summer
 * time ends, means the first one; one that does not occur, when summer time begins, is read in standard time.
 * @throws RangeError where there is no such time zone.
 */
export function instantAtWallClock(clock: WallClock, timeZone: string): Instant | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(clock)) return null;
  const asUtc = Date.parse(`${clock}Z`);
  // Date.parse reads 31 February as a day in March.
  if (Number.isNaN(asUtc) || wallClockAt(asUtc, 'UTC') !== clock) return null;
  const ahead = (at: Instant) =>
    Date.parse(`${wallClockAt(at, timeZone)}Z`) - Math.floor(at / MINUTE) * MINUTE;
  // Clocks change by less than a day, so the offsets one day before and after are the only candidates.
  const day = 24 * 60 * MINUTE;
  const before = asUtc - ahead(asUtc - day);
  const after = asUtc - ahead(asUtc + day);
  const matching = [before, after].filter((at) => wallClockAt(at, timeZone) === clock);
  return matching.length > 0 ? Math.min(...matching) : before;
}

/** The moment as text in a time zone: "21 November 2026 at 18:00". */
export function momentText(instant: Instant, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    instant,
  );
}
