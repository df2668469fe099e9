import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { mostMissed } from '../../data/catalogue/search/search-misses.ts';
import { figuresOfWeeks, storesOfWeek } from '../../data/commerce/sale-week-figures.ts';
import { queueAges } from '../../data/desk/queue.ts';
import { siteDaysSince } from '../../data/desk/site-figures.ts';
import { taxSumsOfYear } from '../../data/payments/tax-report.ts';
import { announcedWeeks, SALE_WEEK_LIMITS, SALE_WEEKS } from '../../domain/catalogue/price/sale-week.ts';
import { MISS_DAYS_KEPT } from '../../domain/catalogue/search/search-miss.ts';
import { NOTHING_SOLD } from '../../domain/commerce/sale-week-figures.ts';
import { queueKindsOf } from '../../domain/desk/queue.ts';
import { FIGURE_STEPS, type FigureStep, figuresFrom, siteFigures } from '../../domain/desk/site-figures.ts';
import { taxReport } from '../../domain/payments/tax-report.ts';
import { notFound } from '../../server/kernel/refusal-error.ts';
import { requireDesk } from '../identity/desk.ts';

const DAY_MS = 86_400_000;
const MISSES_SHOWN = 20;
/** What waits at the desk is counted up to here. */
const WAITING_MOST = 1000;
const WEEK_STORES_SHOWN = 100;

/** The figures of the whole marketplace at the operator desk. */
export const deskFigures = {
  /** Figures in steps of a day, week or month, the searches that found nothing, and how long the desk's work waits. */
  show: defineAction({
    accept: 'json',
    input: z.object({ step: z.enum(Object.keys(FIGURE_STEPS) as [FigureStep, ...FigureStep[]]) }).strict(),
    async handler({ step }, context) {
      const { role } = await requireDesk(context, 'figures.read');
      const { pb, app } = context.locals;
      const now = app.commerce.now();
      const [{ days, total }, misses, waiting] = await Promise.all([
        siteDaysSince(pb, figuresFrom(step, now)),
        mostMissed(pb, Date.now() - MISS_DAYS_KEPT * DAY_MS, MISSES_SHOWN),
        queueAges(pb, queueKindsOf(role), WAITING_MOST, now),
      ]);
      const { steps, last, before } = siteFigures(days, step, now);
      return {
        steps,
        last,
        before,
        storedBytes: total?.storedBytes ?? 0,
        misses: misses.map(({ words, times }) => ({ words, times })),
        waiting: waiting
          .filter(({ count }) => count > 0)
          .map(({ kind, count, oldestAt }) => ({
            kind,
            count,
            waitsMs: oldestAt === null ? null : Math.max(0, now - oldestAt),
          })),
      };
    },
  }),

  /** What was sold in each sale week, the latest first, and the stores of one of them; of the latest that has begun by default. */
  saleWeeks: defineAction({
    accept: 'json',
    input: z.object({ week: z.string().min(1).max(SALE_WEEK_LIMITS.name).nullable() }).strict(),
    async handler({ week: slug }, context) {
      await requireDesk(context, 'figures.read');
      const { pb, app } = context.locals;
      const now = app.commerce.now();
      const announced = announcedWeeks(app.site.get(SALE_WEEKS)).toReversed();
      const chosen =
        slug === null
          ? (announced.find(({ from }) => from <= now) ?? announced.at(-1))
          : announced.find((week) => week.slug === slug);
      if (slug !== null && !chosen) throw notFound('There is no such sale week.');
      const [figures, { stores, total }] = await Promise.all([
        figuresOfWeeks(pb, announced, null),
        chosen ? storesOfWeek(pb, chosen, WEEK_STORES_SHOWN) : { stores: [], total: 0 },
      ]);
      return {
        weeks: announced.map(({ name, slug, from, to }, at) => ({
          ...{ name, slug, from, to },
          figures: figures[at] ?? NOTHING_SOLD,
        })),
        shown: chosen?.slug ?? null,
        stores,
        storesInAll: total,
      };
    },
  }),

  /** A year's tax by quarter, country and rate, from its invoices and credit notes. */
  tax: defineAction({
    accept: 'json',
    input: z.object({ year: z.number().int().min(2000).max(2100) }).strict(),
    async handler({ year }, context) {
      await requireDesk(context, 'figures.read');
      return { rows: taxReport(await taxSumsOfYear(context.locals.pb, year)) };
    },
  }),
};
