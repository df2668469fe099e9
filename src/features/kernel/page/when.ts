import type { Instant } from '../../../domain/kernel/instant.ts';
import { counted } from '../../../domain/kernel/plural.ts';

const DAY_MS = 86_400_000;

/** The number of the day in the reader's time zone, counted from 1970-01-01. */
export function dayOf(at: Instant): number {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const LONG_WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });
const SHORT_WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const LONG_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** The time of day: "14:05". */
export function timeText(at: Instant): string {
  return TIME.format(at);
}

/** The day as a heading: "Today", "Yesterday", "Tuesday", "3 November" or "3 November 2025". */
export function dayHead(at: Instant, now: Instant): string {
  const ago = dayOf(now) - dayOf(at);
  if (ago <= 0) return 'Today';
  return ago === 1 ? 'Yesterday' : ago < 7 ? LONG_WEEKDAY.format(at) : withYear(LONG_DAY, at, now);
}

/** The time or day, short, for a list: "14:05", "Yesterday", "Tue", "3 Nov" or "3 Nov 2025". */
export function shortWhen(at: Instant, now: Instant): string {
  const ago = dayOf(now) - dayOf(at);
  if (ago <= 0) return timeText(at);
  return ago === 1 ? 'Yesterday' : ago < 7 ? SHORT_WEEKDAY.format(at) : withYear(SHORT_DAY, at, now);
}

function withYear(day: Intl.DateTimeFormat, at: Instant, now: Instant): string {
  const year = new Date(at).getFullYear();
  return year === new Date(now).getFullYear() ? day.format(at) : `${day.format(at)} ${year}`;
}

/** The time left, in the largest fitting unit: "6 days", "5 hours", "less than an hour". */
export function untilText(at: Instant, now: Instant): string {
  const hours = Math.floor((at - now) / 3_600_000);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  if (hours >= 24) return '1 day';
  return hours >= 1 ? counted(hours, 'hour') : 'less than an hour';
}
