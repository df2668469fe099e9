import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { publishedProduct } from '../../data/catalogue/products.ts';
import { visibleStore } from '../../data/catalogue/stores.ts';
import { questionCounts, questionsOfStore, type StoreQuestion } from '../../data/community/questions.ts';
import {
  answerTextRefusal,
  QUESTION_REFUSAL_TEXTS,
  QUESTION_STATES,
  QUESTIONS_PER_PAGE,
  questionTextRefusal,
  SELLER_HIDE_REASONS,
} from '../../domain/community/question.ts';
import {
  changeStoreQuestion,
  postQuestion,
  type SellerQuestionAction,
  withdrawQuestion,
} from '../../server/community/questions.ts';
import { conflict, notFound } from '../../server/kernel/refusal-error.ts';
import { seller } from '../catalogue/seller.ts';
import { person } from '../identity/person.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { recordIdInput } from '../kernel/plain-input.ts';
import { optionalTextInput } from '../kernel/text-input.ts';

const id = recordIdInput();
/** Far above the limits of the rules, so that a text that is too long gets the rule's own message. */
const TYPED_MAX = 200_000;
const seen = { id, seen: z.int().min(0) };

export const questions = {
  /** Posts a question on a product's page. A form, so that it works without scripts. */
  ask: defineAction({
    accept: 'form',
    input: z
      .object({ productId: id, text: optionalTextInput(TYPED_MAX, 'Use at most 1000 characters.') })
      .superRefine(checkedBy(({ text }) => ({ text: questionTextRefusal(text) ?? undefined }))),
    async handler({ productId, text }, context): Promise<{ held: boolean }> {
      const { user } = person(context);
      const { pb, app } = context.locals;
      const product = await publishedProduct(pb, productId);
      const store = product && (await visibleStore(pb, product.store.id));
      if (!product || !store) throw notFound('There is no such model.');
      const outcome = await postQuestion(app, user, { product, store, text });
      if (outcome.kind === 'refused') throw conflict(outcome.sentence);
      return { held: outcome.kind === 'held' };
    },
  }),

  /** Withdraws the user's own unanswered question. */
  takeBack: defineAction({
    accept: 'form',
    input: z.object({ id }),
    async handler(input, context): Promise<{ id: string }> {
      const { user } = person(context);
      const refused = await withdrawQuestion(context.locals.app, user.id, input.id);
      if (refused?.refusal === 'gone') throw notFound(refused.sentence);
      if (refused) throw conflict(refused.sentence);
      return input;
    },
  }),

  /** Questions about the seller's models in one state, and the number in each state. */
  ofStore: defineAction({
    accept: 'json',
    input: z.object({ state: z.enum(QUESTION_STATES), page: z.int().min(1).max(10_000) }).strict(),
    async handler({ state, page }, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      const query = { state, page, perPage: QUESTIONS_PER_PAGE };
      const [questions, counts] = await Promise.all([
        questionsOfStore(pb, store.id, query),
        questionCounts(pb, store.id),
      ]);
      return { questions, total: counts[state], counts };
    },
  }),

  /** Answers a question, or replaces the answer. */
  answer: defineAction({
    accept: 'json',
    input: z
      .object({ ...seen, text: z.string().max(TYPED_MAX) })
      .strict()
      .superRefine(checkedBy(({ text }) => ({ text: answerTextRefusal(text) ?? undefined }))),
    handler: (input, context) => changed(context, input, { verb: 'answer', text: input.text }),
  }),

  hide: defineAction({
    accept: 'json',
    input: z.object({ ...seen, reason: z.enum(SELLER_HIDE_REASONS) }).strict(),
    handler: (input, context) => changed(context, input, { verb: 'hide', reason: input.reason }),
  }),

  show: defineAction({
    accept: 'json',
    input: z.object(seen).strict(),
    handler: (input, context) => changed(context, input, { verb: 'show' }),
  }),
};

async function changed(
  context: ActionAPIContext,
  question: { id: string; seen: number },
  action: SellerQuestionAction,
): Promise<StoreQuestion> {
  const { user, store } = await seller(context);
  const outcome = await changeStoreQuestion(context.locals.app, user, store, question, action);
  if ('question' in outcome) return outcome.question;
  if ('sentence' in outcome) throw conflict(outcome.sentence);
  const sentence = QUESTION_REFUSAL_TEXTS[outcome.refusal];
  throw outcome.refusal === 'gone' ? notFound(sentence) : conflict(sentence);
}
