import type { Instant } from './instant.ts';

/** A month of the calendar, in UTC: "2026-11". Written so, months sort as texts. */
export type Month = string;

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** Whether a text is a month at all. */
export function isMonth(text: string): boolean {
  return MONTH.test(text);
}

/** The month a moment lies in. */
export function monthOf(at: Instant): Month {
  return new Date(at).toISOString().slice(0, 7);
}

/**
 * Months counted from the year 0, so that neighbours differ by 1.
 * @throws RangeError where the text is no month.
 */
export function monthNumber(month: Month): number {
  const parts = MONTH.exec(month);
  if (!parts) throw new RangeError(`not a month: ${month}`);
  return Number(parts[1]) * 12 + Number(parts[2]) - 1;
}

/** The month so many after another; before it where the number is negative. */
export function monthAfter(month: Month, months: number): Month {
  const number = monthNumber(month) + months;
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
}

/** The first moment of a month. */
export function monthStart(month: Month): Instant {
  return Date.parse(`${month}-01T00:00:00Z`);
}

/**
 * The same day and time so many months later, in UTC; the last day where that month is too short: the 31st of January
 * is followed by the 28th or 29th of February.
 * @param anchor the day of the month that is aimed at, 1 to 31: after a short month it comes back. The day of `at` where
 * it is left out.
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

/** The month as a person reads it: "November 2026". */
export function monthText(month: Month): string {
  return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    monthStart(month),
  );
}
