import { type ActionAPIContext, ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { answerCase, casesAgainst, suspensionsOf } from '../../data/moderation/cases.ts';
import { cleanText } from '../../domain/kernel/clean-text.ts';
import { caseAnswerRefusals } from '../../domain/moderation/case.ts';
import { userAndStore } from '../catalogue/seller.ts';
import { person } from '../identity/person.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { longText, recordIdInput } from '../kernel/plain-input.ts';

export const cases = {
  /** The cases against me, newest first, and the suspensions of my store. */
  list: defineAction({
    accept: 'json',
    handler: (_input, context) => casesAndSuspensions(context),
  }),

  /** Answers a case, once. */
  answer: defineAction({
    accept: 'json',
    input: z
      .object({
        id: recordIdInput('There is no such case.'),
        answer: longText,
      })
      .superRefine(checkedBy(caseAnswerRefusals)),
    async handler({ id, answer }, context) {
      const { user } = person(context);
      const { pb } = context.locals;
      if (!(await answerCase(pb, user.id, id, cleanText(answer), Date.now()))) {
        const isOwn = (await casesAgainst(pb, user.id)).some((one) => one.id === id);
        throw isOwn
          ? new ActionError({
              code: 'CONFLICT',
              message: 'This case can no longer be answered; reload the page.',
            })
          : new ActionError({ code: 'NOT_FOUND', message: 'There is no such case.' });
      }
      return casesAndSuspensions(context);
    },
  }),
};

async function casesAndSuspensions(context: ActionAPIContext) {
  const { user, store } = await userAndStore(context);
  const { pb } = context.locals;
  const [list, suspended] = await Promise.all([
    casesAgainst(pb, user.id),
    store ? suspensionsOf(pb, store.id) : [],
  ]);
  return { cases: list, suspended };
}
