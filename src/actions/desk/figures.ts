import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { mostMissed } from '../../data/catalogue/search-misses.ts';
import { siteDaysSince } from '../../data/desk/site-figures.ts';
import { taxSumsOfYear } from '../../data/payments/tax-report.ts';
import { MISS_DAYS_KEPT } from '../../domain/catalogue/search-miss.ts';
import { FIGURE_STEPS, type FigureStep, figuresFrom, siteFigures } from '../../domain/desk/site-figures.ts';
import { taxReport } from '../../domain/payments/tax-report.ts';
import { requireDesk } from '../identity/desk.ts';

const DAY_MS = 86_400_000;
const MISSES_SHOWN = 20;

/** The figures of the whole marketplace at the operator desk. */
export const deskFigures = {
  /** Figures in steps of a day, week or month, and the searches of the same time that found nothing. */
  show: defineAction({
    accept: 'json',
    input: z.object({ step: z.enum(Object.keys(FIGURE_STEPS) as [FigureStep, ...FigureStep[]]) }).strict(),
    async handler({ step }, context) {
      await requireDesk(context, 'figures.read');
      const { pb, app } = context.locals;
      const now = app.commerce.now();
      const [{ days, total }, misses] = await Promise.all([
        siteDaysSince(pb, figuresFrom(step, now)),
        mostMissed(pb, Date.now() - MISS_DAYS_KEPT * DAY_MS, MISSES_SHOWN),
      ]);
      const { steps, last, before } = siteFigures(days, step, now);
      return {
        steps,
        last,
        before,
        storedBytes: total?.storedBytes ?? 0,
        misses: misses.map(({ words, times }) => ({ words, times })),
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
