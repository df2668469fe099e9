import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { originRowsAfter, originsOfStore } from '../../data/commerce/origins.ts';
import { ORIGINS } from '../../domain/commerce/origin.ts';
import {
  lastWeeks,
  ORIGIN_WEEKS,
  type OriginWeeks,
  originCsv,
  originFigures,
} from '../../domain/commerce/origin-figures.ts';
import { seller } from '../catalogue/seller.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

/** Rows in one part of an export. */
const ROWS_A_PART = 5000;

const weeks = z.literal([...ORIGIN_WEEKS]);
const productId = recordIdInput('There is no such product.');
/** A place in the export. */
const place = z
  .object({
    week: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'There is no such week.'),
    product: productId,
    origin: z.enum(ORIGINS),
  })
  .strict();

export const origins = {
  /** Where visits to my products came from in the last weeks, or to one of them, and what became of them. */
  figures: defineAction({
    accept: 'json',
    input: z.object({ weeks, productId: productId.nullable() }),
    async handler({ weeks, productId }, context) {
      const { store } = await seller(context);
      const { pb, app } = context.locals;
      const shown = lastWeeks(weeks satisfies OriginWeeks, app.commerce.now());
      const { counts, products } = await originsOfStore(pb, store.id, shown[0] ?? '', productId);
      const { totals, weeks: byWeek, origins } = originFigures(counts, shown);
      return { totals, weeks: byWeek, origins, products };
    },
  }),

  /** A part of the same as CSV, by product and week, and where the next one begins. */
  csv: defineAction({
    accept: 'json',
    input: z.object({ weeks, after: place.nullable().default(null) }),
    async handler({ weeks, after }, context) {
      const { store } = await seller(context);
      const { pb, app } = context.locals;
      const from = lastWeeks(weeks, app.commerce.now())[0] ?? '';
      const { rows, next } = await originRowsAfter(pb, store.id, from, after, ROWS_A_PART);
      return { csv: originCsv(rows, after === null), next };
    },
  }),
};
