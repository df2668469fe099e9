import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import {
  closeLetter,
  deadLetter,
  deadLetters,
  orderOfTransfer,
  retryLetter,
} from '../../data/desk/dead-letters.ts';
import { healthOf } from '../../data/desk/health.ts';
import {
  CLOSING_REASON_MAX,
  closingRefusal,
  DEAD_LETTER_TEXTS,
  type DeadLetterKind,
  LETTER_CHANGED_TEXT,
} from '../../domain/desk/dead-letter.ts';
import { settle } from '../../server/commerce/settlement.ts';
import { conflict, notFound } from '../../server/kernel/refusal-error.ts';
import { requireDesk } from '../identity/desk.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

const PER_PAGE = 30;
const NO_LETTER = 'There is no such entry.';
const kind = z.enum(Object.keys(DEAD_LETTER_TEXTS) as [DeadLetterKind, ...DeadLetterKind[]]);
const letter = z
  .object({
    kind,
    id: recordIdInput(NO_LETTER),
    seen: z.string().regex(/^[\d :.TZ-]{1,40}$/, NO_LETTER),
  })
  .strict();
const changed = () => conflict(LETTER_CHANGED_TEXT);

/** The health of the site at the operator desk, and what gave up by itself. */
export const deskHealth = {
  /** Jobs, processes, what waits, and the sizes of disk and database. */
  show: defineAction({
    accept: 'json',
    async handler(_input, context) {
      await requireDesk(context, 'health.read');
      const now = Date.now();
      const { jobs, processes, backlogs, databaseBytes, lastEventAt } = await healthOf(
        context.locals.pb,
        now,
      );
      return { now, jobs, processes, backlogs, databaseBytes, lastEventAt };
    },
  }),

  /** Dead letters, newest first. `before` is `next` of the page before. */
  letters: defineAction({
    accept: 'json',
    input: z.object({ before: z.number().int().min(0).max(253_402_300_799_999).nullable() }).strict(),
    async handler({ before }, context) {
      await requireDesk(context, 'health.read');
      const found = await deadLetters(context.locals.pb, before ?? 253_402_300_799_999, PER_PAGE);
      return { letters: found, next: found.length < PER_PAGE ? null : (found.at(-1)?.at ?? null) };
    },
  }),

  /** One dead letter, as the queue shows it. */
  letter: defineAction({
    accept: 'json',
    input: z.object({ kind, id: recordIdInput(NO_LETTER) }).strict(),
    async handler({ kind, id }, context) {
      await requireDesk(context, 'health.read');
      const found = await deadLetter(context.locals.pb, kind, id);
      if (!found) throw notFound(LETTER_CHANGED_TEXT);
      return { letter: found };
    },
  }),

  /** Tries a dead letter again: at once, or within a minute by the job that does it. */
  retry: defineAction({
    accept: 'json',
    input: letter,
    async handler(key, context) {
      const person = await requireDesk(context, 'letter.retry');
      const { pb, app } = context.locals;
      if (!(await retryLetter(pb, key, person, Date.now()))) throw changed();
      app.commerce.mailQueued();
      const orderId = key.kind === 'transfer' ? await orderOfTransfer(pb, key.id) : null;
      // What fails again is shown again.
      if (orderId !== null) await settle(app.commerce, orderId).catch(app.commerce.onError);
      return { done: true };
    },
  }),

  /** Closes a dead letter with a reason: it is not tried any more. */
  close: defineAction({
    accept: 'json',
    input: letter.extend({
      reason: z
        .string()
        .trim()
        .max(CLOSING_REASON_MAX, closingRefusal('x'.repeat(CLOSING_REASON_MAX + 1)) ?? '')
        .refine((reason) => closingRefusal(reason) === null, closingRefusal('') ?? ''),
    }),
    async handler({ reason, ...key }, context) {
      const person = await requireDesk(context, 'letter.close');
      if (!(await closeLetter(context.locals.pb, key, reason, person, Date.now()))) throw changed();
      return { done: true };
    },
  }),
};
