import type { CsvRow } from '../kernel/csv.ts';
import type { Instant } from '../kernel/instant.ts';
import { monthNumber, monthOf } from '../kernel/month.ts';
import { columnNamed } from '../kernel/table-titles.ts';
import { TENURE_MOST, type TenureRow } from './tenure-import.ts';

/** The list of members that Patreon exports: it has dates instead of a number of months. */

/** The columns of Patreon's export, from 0. */
export interface PatronColumns {
  email: number;
  status: number;
  since: number;
  lastCharge: number;
  lastChargeStatus: number | null;
  frequency: number | null;
  tier: number | null;
}

/**
 * Recognises the list of members that Patreon exports ("Members_….csv"), by titles that it has had since 2018: Name,
 * Email, Patron Status, Charge Frequency, Tier, Patronage Since Date, Last Charge Date, Last Charge Status. Null for any
 * other table.
 */
export function patronColumns(titles: readonly string[]): PatronColumns | null {
  const email = columnNamed(titles, 'Email');
  const status = columnNamed(titles, 'Patron Status', 'Member Status');
  const since = columnNamed(titles, 'Patronage Since Date', 'Membership Since Date');
  const lastCharge = columnNamed(titles, 'Last Charge Date');
  if (email === null || status === null || since === null || lastCharge === null) return null;
  return {
    email,
    status,
    since,
    lastCharge,
    lastChargeStatus: columnNamed(titles, 'Last Charge Status'),
    frequency: columnNamed(titles, 'Charge Frequency'),
    tier: columnNamed(titles, 'Tier'),
  };
}

/** The rows below the titles, with months computed from the dates by `patronMonths`. */
export function patronRows(rows: readonly CsvRow[], columns: PatronColumns, now: Instant): TenureRow[] {
  return rows.slice(1).map(({ line, cells }) => {
    const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? '').trim());
    const months = patronMonths(
      {
        since: patronDate(cell(columns.since)),
        lastCharge: patronDate(cell(columns.lastCharge)),
        lastChargePaid: columns.lastChargeStatus === null || /^paid$/i.test(cell(columns.lastChargeStatus)),
        isYearly: /annual|year/i.test(cell(columns.frequency)),
      },
      now,
    );
    return {
      line,
      email: cell(columns.email).slice(0, 320),
      months: String(months),
      tier: cell(columns.tier).slice(0, 100),
    };
  });
}

/**
 * How many months somebody supported, from 0 to `TENURE_MOST`: the calendar months from the first to the last that was
 * paid, both counted. A yearly payment covers twelve months, of which those until now count. The export does not say
 * when somebody paused, so months in between count. Nobody who was never charged has any.
 */
export function patronMonths(
  paid: { since: Instant | null; lastCharge: Instant | null; lastChargePaid: boolean; isYearly: boolean },
  now: Instant,
): number {
  const { since, lastCharge, lastChargePaid, isYearly } = paid;
  if (since === null || lastCharge === null || lastCharge > now) return 0;
  const first = monthNumber(monthOf(since));
  const charged = monthNumber(monthOf(lastCharge));
  const covered = lastChargePaid && isYearly ? charged + 11 : charged;
  const last = Math.min(lastChargePaid ? covered : charged - 1, monthNumber(monthOf(now)));
  return Math.min(TENURE_MOST, Math.max(0, last - first + 1));
}

/** A date of the export, in UTC: "2024-03-12 13:37:12", with or without time and fractions of a second. Null for none. */
function patronDate(cell: string): Instant | null {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z?)?$/.exec(cell);
  if (!parts) return null;
  const at = Date.parse(`${parts[1]}T${parts[2] ?? '00:00:00'}Z`);
  return Number.isNaN(at) ? null : at;
}
