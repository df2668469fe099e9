import { csvText } from '../kernel/csv.ts';
import type { Instant } from '../kernel/instant.ts';
import { ORIGIN_TEXTS, ORIGINS, type VisitOrigin } from './origin.ts';
import { stepStart } from './sales-figures.ts';

/** How many visits, carts and sales came from where, by week. */

/** What came from one class: first views of a product in a visit, additions to carts, sales. */
export interface OriginCount {
  visits: number;
  carts: number;
  sales: number;
}

/** The Monday of a moment's week in UTC: "2026-11-16". */
export function weekOf(at: Instant): string {
  return new Date(stepStart(at, 'week')).toISOString().slice(0, 10);
}

export const ORIGIN_WEEKS = [4, 13, 26, 52] as const;
/** How many weeks a page shows, the current one included. */
export type OriginWeeks = (typeof ORIGIN_WEEKS)[number];

const WEEK_MS = 7 * 86_400_000;

/** The Mondays of the last weeks, earliest first. */
export function lastWeeks(count: OriginWeeks, now: Instant): string[] {
  return Array.from({ length: count }, (_, at) => weekOf(now - (count - 1 - at) * WEEK_MS));
}

const NOTHING: OriginCount = { visits: 0, carts: 0, sales: 0 };

const sumOf = (a: OriginCount, b: OriginCount): OriginCount => ({
  visits: a.visits + b.visits,
  carts: a.carts + b.carts,
  sales: a.sales + b.sales,
});

export interface OriginFigures {
  totals: OriginCount;
  /** Every week, earliest first; `from` is its Monday. */
  weeks: ({ from: Instant } & OriginCount)[];
  /** Every class, those with the most visits first. */
  origins: ({ origin: VisitOrigin } & OriginCount)[];
}

/** Sums up counts by week and by class. Counts of other weeks are left out. */
export function originFigures(
  counts: readonly ({ week: string; origin: VisitOrigin } & OriginCount)[],
  weeks: readonly string[],
): OriginFigures {
  const shown = counts.filter(({ week }) => weeks.includes(week));
  const total = (of: readonly OriginCount[]) => of.reduce(sumOf, NOTHING);
  return {
    totals: total(shown),
    weeks: weeks.map((week) => ({
      from: Date.parse(`${week}T00:00:00Z`),
      ...total(shown.filter((count) => count.week === week)),
    })),
    origins: ORIGINS.map((origin) => ({
      origin,
      ...total(shown.filter((count) => count.origin === origin)),
    })).sort((a, b) => b.visits - a.visits || b.sales - a.sales),
  };
}

/** One row of the export: a product in one week from one class. */
export interface OriginRow extends OriginCount {
  week: string;
  productId: string;
  /** The product's name; null for one that is gone. */
  name: string | null;
  origin: VisitOrigin;
}

const HEAD = ['Week from', 'Product', 'Id', 'Where from', 'Visits', 'Carts', 'Sold'];

/** Rows as CSV, with the head where `isFirst`; without it to be added to the part before. */
export function originCsv(rows: readonly OriginRow[], isFirst: boolean): string {
  const cells = rows.map(({ week, productId, name, origin, visits, carts, sales }) => [
    ...[week, name ?? 'A deleted model', productId, ORIGIN_TEXTS[origin]],
    ...[visits, carts, sales],
  ]);
  return csvText(isFirst ? [HEAD, ...cells] : cells);
}
