/** A moment in time: milliseconds since 1970-01-01 UTC. Rules never read the clock; they are given `now`. */
export type Instant = number;

/** The day as a person reads it: "21 November 2026", in UTC, so that every reader and server says the same. */
export function dayText(instant: Instant): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(instant);
}
