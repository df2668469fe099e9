/** The sums of the whole marketplace by day, filled from rows that are there already. */
import { grow } from './sums.ts';

/** What is summed up of sales. */
export const SALES = [
  'sales',
  'paidCents',
  'commissionCents',
  'refundedCents',
  'refundedSales',
  'disputedSales',
];

/** Statements that add rows to their sums: one for each day, and one for all time, whose day is "". */
export function fillDays(
  sums: readonly string[],
  day: string,
  values: readonly string[],
  from: string,
): string[] {
  return [day, "''"].map((group) =>
    grow('site_days', ['day'], sums, `SELECT ${group}, ${values.join(', ')} FROM ${from} GROUP BY 1`).slice(
      0,
      -1,
    ),
  );
}

/** Adds all rows of income. */
export const FILL_SALES: readonly string[] = fillDays(
  SALES,
  'r.day',
  [
    'count(*)',
    ...['paidCents', 'commissionCents', 'refundedCents'].map((name) => `sum(r.${name})`),
    'sum(r.refundedCents > 0)',
    "sum(r.state = 'disputed')",
  ],
  "seller_income r WHERE r.day <> ''",
);
