import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { queueCounts, queuePage } from '../../data/desk/queue.ts';
import { QUEUE_KINDS, type QueueKind } from '../../domain/desk/queue.ts';
import { requireDesk } from '../identity/desk.ts';

const PER_PAGE = 30;
/** Counts above this are shown as "99+". */
const COUNT_MOST = 100;
const kind = z.enum(Object.keys(QUEUE_KINDS) as QueueKind[]);

/** What waits for somebody at the operator desk. */
export const deskQueue = {
  /** A page of the queue, the most urgent first. `after` is `next` of the page before. */
  list: defineAction({
    accept: 'json',
    input: z.object({
      kind: kind.nullable(),
      after: z
        .object({ dueAt: z.number().int().min(0).max(253_402_300_799_999), kind, id: z.string().max(40) })
        .nullable(),
    }),
    async handler({ kind, after }, context) {
      await requireDesk(context, 'queue.read');
      const { pb, app } = context.locals;
      const page = await queuePage(pb, { kind, after, limit: PER_PAGE, now: app.commerce.now() });
      return { entries: page.entries, next: page.next };
    },
  }),

  /** How much waits of each kind, up to 100. */
  counts: defineAction({
    accept: 'json',
    async handler(_input, context) {
      await requireDesk(context, 'queue.read');
      const { pb, app } = context.locals;
      return { counts: await queueCounts(pb, COUNT_MOST, app.commerce.now()) };
    },
  }),
};
