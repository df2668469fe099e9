import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { decidedCases } from '../../data/moderation/transparency.ts';
import { transparencyRows } from '../../domain/moderation/transparency.ts';
import { requireDesk } from '../identity/desk.ts';

const instant = z.number().int().min(0).max(253_402_300_799_999);

/** The report on decisions at the operator desk. */
export const deskTransparency = {
  /** Decisions by kind from one moment to before another. */
  show: defineAction({
    accept: 'json',
    input: z.object({ from: instant, before: instant }),
    async handler({ from, before }, context) {
      await requireDesk(context, 'transparency.read');
      return { rows: transparencyRows(await decidedCases(context.locals.pb, from, before)) };
    },
  }),
};
