import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { NO_ENTRY, weekEntry } from '../../data/catalogue/sale-weeks.ts';
import { figuresOfWeeks } from '../../data/commerce/sale-week-figures.ts';
import {
  type AnnouncedWeek,
  announcedWeeks,
  joinRefusals,
  SALE_WEEK_LIMITS,
  SALE_WEEKS,
  weekOfSlug,
} from '../../domain/catalogue/price/sale-week.ts';
import { CHOSEN_MAX } from '../../domain/catalogue/product-choice.ts';
import { NOTHING_SOLD } from '../../domain/commerce/sale-week-figures.ts';
import { joinWeek, leave } from '../../server/catalogue/sale-weeks.ts';
import { conflict, fieldsRefused } from '../../server/kernel/refusal-error.ts';
import { seller } from '../catalogue/seller.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

/** The week that the seller saw. */
const week = z.string().min(1).max(SALE_WEEK_LIMITS.name);

/** A sale week as it is announced now. It is read again, because prices follow it. @throws RefusalError if there is none */
async function weekNow(context: ActionAPIContext, seen: string): Promise<AnnouncedWeek> {
  const { site } = context.locals.app;
  await site.reload();
  const found = weekOfSlug(site.get(SALE_WEEKS), seen);
  if (found) return found;
  throw conflict('This sale week is not announced any more. Reload the page.');
}

export const saleWeeks = {
  /**
   * The sale weeks that are announced, the earliest first, with what the seller has in each and has sold in it.
   */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      const { pb, app } = context.locals;
      const announced = announcedWeeks(app.site.get(SALE_WEEKS));
      if (announced.length === 0) return { weeks: [] };
      const [figures, ...entries] = await Promise.all([
        figuresOfWeeks(pb, announced, store.id),
        ...announced.map((week) => weekEntry(pb, store.id, week)),
      ]);
      return {
        weeks: announced.map(({ name, slug, text, from, to, leastPercent }, at) => ({
          ...{ name, slug, text, from, to, leastPercent },
          entry: entries[at] ?? NO_ENTRY,
          figures: figures[at] ?? NOTHING_SOLD,
        })),
      };
    },
  }),

  /** Joins with these products and no others, or with null with all that can. */
  join: defineAction({
    accept: 'json',
    input: z
      .object({
        week,
        percent: z.number().int().min(0).max(1000),
        productIds: z.array(recordIdInput()).max(CHOSEN_MAX).nullable(),
      })
      .strict(),
    async handler({ week: seen, ...draft }, context) {
      const { store } = await seller(context);
      const { pb, app } = context.locals;
      const announced = await weekNow(context, seen);
      const now = app.commerce.now();
      const refusals = joinRefusals(announced, draft, now);
      if (Object.keys(refusals).length > 0) throw fieldsRefused(refusals);
      return joinWeek(pb, store.id, announced, draft, now);
    },
  }),

  /** Takes everything of the seller out of a week; what was in it has its own price again. */
  leave: defineAction({
    accept: 'json',
    input: z.object({ week }).strict(),
    async handler({ week: slug }, context) {
      const { store } = await seller(context);
      const { pb, app } = context.locals;
      await leave(pb, store.id, { slug }, app.commerce.now());
      return { ok: true as const };
    },
  }),
};
