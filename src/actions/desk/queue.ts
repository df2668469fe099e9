import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { queueAges, queuePage } from '../../data/desk/queue.ts';
import { QUEUE_KINDS, type QueueKind, queueKindsOf } from '../../domain/desk/queue.ts';
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
      const { role } = await requireDesk(context, 'queue.read');
      const { pb, app } = context.locals;
      const kinds = queueKindsOf(role).filter((each) => kind === null || each === kind);
      const page = await queuePage(pb, { kinds, after, limit: PER_PAGE, now: app.commerce.now() });
      return { entries: page.entries, next: page.next };
    },
  }),

  /** How much waits of each kind that the reader's role sees, up to 100. */
  counts: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { role } = await requireDesk(context, 'queue.read');
      const { pb, app } = context.locals;
      const ages = await queueAges(pb, queueKindsOf(role), COUNT_MOST, app.commerce.now());
      return {
        counts: Object.fromEntries(ages.map(({ kind, count }) => [kind, count])) as Partial<
          Record<QueueKind, number>
        >,
      };
    },
  }),
};
