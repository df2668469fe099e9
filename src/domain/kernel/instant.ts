/** A moment in time: milliseconds since 1970-01-01 UTC. Domain rules never read the clock; `now` is passed in. */
export type Instant = number;

/** The day as text: "21 November 2026", in UTC, so that every reader and server shows the same. */
export function dayText(instant: Instant): string {
  days ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return days.format(instant);
}

/**
 * Made once: a page has dozens of days, and making a format takes longer than writing the day. Not before it is needed:
 * PocketBase's engine reads this file with the migrations, and has no Intl.
 */
let days: Intl.DateTimeFormat | undefined;
