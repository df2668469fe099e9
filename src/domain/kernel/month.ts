import type { Instant } from './instant.ts';

/** A calendar month in UTC: "2026-11". Months in this form sort as strings. */
export type Month = string;

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

export function isMonth(text: string): boolean {
  return MONTH.test(text);
}

export function monthOf(at: Instant): Month {
  return new Date(at).toISOString().slice(0, 7);
}

/**
 * The number of months since the year 0.
 * @throws RangeError where the text is not a month.
 */
export function monthNumber(month: Month): number {
  const parts = MONTH.exec(month);
  if (!parts) throw new RangeError(`not a month: ${month}`);
  return Number(parts[1]) * 12 + Number(parts[2]) - 1;
}

/** The month that many months later; earlier where the number is negative. */
export function monthAfter(month: Month, months: number): Month {
  const number = monthNumber(month) + months;
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
}

export function monthStart(month: Month): Instant {
  return Date.parse(`${month}-01T00:00:00Z`);
}

/**
 * The same day and time that many months later, in UTC; the last day of the month where it is too short: 31 January is
 * followed by 28 or 29 February.
 * @param anchor the intended day of the month, 1 to 31, to which dates return after a short month. Default: the day of
 * `at`.
 */
export function instantMonthsLater(at: Instant, months: number, anchor?: number): Instant {
  const from = new Date(at);
  const number = from.getUTCFullYear() * 12 + from.getUTCMonth() + months;
  const year = Math.floor(number / 12);
  const month = number % 12;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(anchor ?? from.getUTCDate(), lastDay);
  const timeOfDay = at - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return Date.UTC(year, month, day) + timeOfDay;
}

/** The month as text: "November 2026". */
export function monthText(month: Month): string {
  return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    monthStart(month),
  );
}
