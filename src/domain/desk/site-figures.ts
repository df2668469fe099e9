import { csvText } from '../kernel/csv.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/** The marketplace's figures: sums by day, put together to days, weeks or months, and compared. Days are those of UTC. */

/** What is summed up for a time. */
export interface SiteSums {
  sales: number;
  paidCents: Cents;
  commissionCents: Cents;
  /** Refunds and disputes belong to the day of the sale, so that they are a share of it. */
  refundedCents: Cents;
  refundedSales: number;
  disputedSales: number;
  people: number;
  stores: number;
  products: number;
  downloads: number;
  downloadBytes: number;
  storedBytes: number;
  mailsSent: number;
  /** Given up, whatever the reason. */
  mailsFailed: number;
  /** Those of them whose address was refused by the receiving side. */
  mailsBounced: number;
}

export const SITE_SUMS = [
  ...(['sales', 'paidCents', 'commissionCents', 'refundedCents', 'refundedSales', 'disputedSales'] as const),
  ...(['people', 'stores', 'products', 'downloads', 'downloadBytes', 'storedBytes'] as const),
  ...(['mailsSent', 'mailsFailed', 'mailsBounced'] as const),
] as const;

export interface SiteDay extends SiteSums {
  /** Its start. */
  day: Instant;
}

/** How long each step of the figures is, and how many are shown. */
export const FIGURE_STEPS = {
  day: { name: 'Days', shown: 30 },
  week: { name: 'Weeks', shown: 26 },
  month: { name: 'Months', shown: 24 },
} as const;
export type FigureStep = keyof typeof FIGURE_STEPS;

export interface SiteStep extends SiteSums {
  from: Instant;
  /** The first moment after it. */
  to: Instant;
}

export interface SiteFigures {
  step: FigureStep;
  /** Oldest first; the last one is not over yet. */
  steps: SiteStep[];
  /** The newest step that is over, and the one before it. */
  last: SiteStep;
  before: SiteStep;
}

const DAY_MS = 86_400_000;
const NOTHING = Object.fromEntries(SITE_SUMS.map((name) => [name, 0])) as unknown as SiteSums;

/** The start of the day, week (Monday) or month that contains a moment. */
export function startOfStep(at: Instant, step: FigureStep): Instant {
  const day = Math.floor(at / DAY_MS) * DAY_MS;
  const date = new Date(day);
  if (step === 'day') return day;
  if (step === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** The start of the step that is this many steps after the one that begins at `from`. */
function stepsAfter(from: Instant, step: FigureStep, count: number): Instant {
  if (step !== 'month') return from + count * (step === 'day' ? DAY_MS : 7 * DAY_MS);
  const date = new Date(from);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1);
}

/** From when on days are needed for figures in such steps. */
export function figuresFrom(step: FigureStep, now: Instant): Instant {
  return stepsAfter(startOfStep(now, step), step, -FIGURE_STEPS[step].shown);
}

/** The figures in steps; days outside of them do not count. */
export function siteFigures(days: readonly SiteDay[], step: FigureStep, now: Instant): SiteFigures {
  const current = startOfStep(now, step);
  const steps: SiteStep[] = [];
  for (let back = -FIGURE_STEPS[step].shown; back <= 0; back++)
    steps.push({
      ...NOTHING,
      from: stepsAfter(current, step, back),
      to: stepsAfter(current, step, back + 1),
    });
  const at = new Map(steps.map((one) => [one.from, one]));
  for (const day of days) {
    const found = at.get(startOfStep(day.day, step));
    if (found) for (const name of SITE_SUMS) found[name] += day[name];
  }
  const [before, last] = steps.slice(-3) as [SiteStep, SiteStep];
  return { step, steps, last, before };
}

/** How much of the sales something is, in tenths of a percent; null without sales. */
export function permilleOf(part: number, whole: number): number | null {
  return whole <= 0 ? null : Math.round((part * 1000) / whole);
}

/** By how many percent a value changed; null where there was nothing before. */
export function percentChange(value: number, before: number): number | null {
  return before === 0 ? null : Math.round(((value - before) * 100) / Math.abs(before));
}

const HEADS: Record<keyof SiteSums, string> = {
  sales: 'Sales',
  paidCents: 'Sold, USD',
  commissionCents: 'Commission, USD',
  refundedCents: 'Given back of it, USD',
  refundedSales: 'Refunded sales',
  disputedSales: 'Sales in dispute now',
  people: 'New people',
  stores: 'New stores',
  products: 'New products',
  downloads: 'Downloads',
  downloadBytes: 'Downloaded bytes',
  storedBytes: 'Stored bytes, change',
  mailsSent: 'Mails sent',
  mailsFailed: 'Mails given up',
  mailsBounced: 'Mails bounced',
};

/** The steps as CSV, oldest first: first and last day in UTC, then each sum. */
export function siteFiguresCsv(steps: readonly SiteStep[]): string {
  const dayOf = (at: Instant) => new Date(at).toISOString().slice(0, 10);
  return csvText([
    ['From (UTC)', 'To (UTC)', ...SITE_SUMS.map((name) => HEADS[name])],
    ...steps.map((one) => [
      dayOf(one.from),
      dayOf(one.to - DAY_MS),
      ...SITE_SUMS.map((name) => (name.endsWith('Cents') ? { cents: one[name] } : one[name])),
    ]),
  ]);
}
