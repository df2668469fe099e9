import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { casesAgainst, suspensionsOf } from '../../data/moderation/cases.ts';
import { cleanText } from '../../domain/kernel/clean-text.ts';
import { caseAnswerRefusals } from '../../domain/moderation/case.ts';
import { conflict, notFound } from '../../server/kernel/refusal-error.ts';
import { type CaseReplyRefusal, replyToCase } from '../../server/moderation/case-replies.ts';
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
      throwCaseRefusal(await replyToCase(context.locals.pb, user.id, id, cleanText(answer), Date.now()));
      return casesAndSuspensions(context);
    },
  }),
};

/** @throws RefusalError if a case took no answer or objection. */
export function throwCaseRefusal(refusal: CaseReplyRefusal | null): void {
  if (refusal === 'not-found') throw notFound('There is no such case.');
  if (refusal !== null) throw conflict(refusal.sentence);
}

async function casesAndSuspensions(context: ActionAPIContext) {
  const { user, store } = await userAndStore(context);
  const { pb } = context.locals;
  const [list, suspended] = await Promise.all([
    casesAgainst(pb, user.id),
    store ? suspensionsOf(pb, store.id) : [],
  ]);
  return { cases: list, suspended };
}
