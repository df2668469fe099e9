import type { Instant } from './instant.ts';

/**
 * A moment as clocks on the wall show it somewhere: "2026-11-21T18:00", to the minute, as a browser's field for date and
 * time writes it.
 */
export type WallClock = string;

const MINUTE = 60_000;

/**
 * What clocks show at this moment in a time zone such as "Europe/Berlin".
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
 * The moment at which clocks show this; null where it is no date and time. Where clocks show it twice, as when summer
 * time ends, the first of them; where they never do, as when summer time begins, as if they had not yet been changed.
 * @throws RangeError where there is no such time zone.
 */
export function instantAtWallClock(clock: WallClock, timeZone: string): Instant | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(clock)) return null;
  const asUtc = Date.parse(`${clock}Z`);
  // The 31st of February reads as a day in March.
  if (Number.isNaN(asUtc) || wallClockAt(asUtc, 'UTC') !== clock) return null;
  const ahead = (at: Instant) =>
    Date.parse(`${wallClockAt(at, timeZone)}Z`) - Math.floor(at / MINUTE) * MINUTE;
  // Clocks are changed by far less than a day: what they were ahead the day before and after are the only two answers.
  const day = 24 * 60 * MINUTE;
  const before = asUtc - ahead(asUtc - day);
  const after = asUtc - ahead(asUtc + day);
  const right = [before, after].filter((at) => wallClockAt(at, timeZone) === clock);
  return right.length > 0 ? Math.min(...right) : before;
}

/** The moment as a person reads it on the clocks of a time zone: "21 November 2026 at 18:00". */
export function momentText(instant: Instant, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    instant,
  );
}
