import { type ActionAPIContext, ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { answerCase, casesOfStore, suspensionsOf } from '../data/cases.ts';
import { caseAnswerRefusals } from '../domain/case.ts';
import { mayBeSeller, ruledBy, seller } from './seller.ts';

export const cases = {
  /** The cases against my store and what is in it, the newest first, and what is out of sight; none without a store. */
  list: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await mayBeSeller(context);
      return store ? standingOf(context, store.id) : { cases: [], suspended: [] };
    },
  }),

  /** Answers a case, once. */
  answer: defineAction({
    accept: 'json',
    input: z
      .object({
        id: z.string().regex(/^[a-z0-9]{15}$/, 'There is no such case.'),
        answer: z.string().max(100_000),
      })
      .superRefine(ruledBy(caseAnswerRefusals)),
    async handler({ id, answer }, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      if (!(await answerCase(pb, store.id, id, answer.trim(), Date.now()))) {
        const isOwn = (await casesOfStore(pb, store.id)).some((one) => one.id === id);
        throw isOwn
          ? new ActionError({
              code: 'CONFLICT',
              message: 'This case takes no answer any more; load the page anew.',
            })
          : new ActionError({ code: 'NOT_FOUND', message: 'There is no such case.' });
      }
      return standingOf(context, store.id);
    },
  }),
};

async function standingOf({ locals: { pb } }: ActionAPIContext, storeId: string) {
  const [list, suspended] = await Promise.all([casesOfStore(pb, storeId), suspensionsOf(pb, storeId)]);
  return { cases: list, suspended };
}
