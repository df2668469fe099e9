import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { type MyReview, reviewsOfStore, type StoreReview } from '../../data/community/reviews.ts';
import { MATERIAL_NAMES, PRINT_SUPPORT_NAMES } from '../../domain/catalogue/print/print-settings.ts';
import type { Stars } from '../../domain/catalogue/rating.ts';
import {
  PRINT_OUTCOMES,
  type PrintOutcome,
  REVIEW_REFUSAL_TEXTS,
  type ReviewRefusal,
  type ReviewText,
} from '../../domain/community/review.ts';
import { answerRefusal, reviewTextRefusals } from '../../domain/community/review-text.ts';
import {
  addPrint,
  answerAsSeller,
  editReview,
  type ReviewOptions,
  type ReviewRejection,
  removePrint,
  reviewOptions,
  submitReview,
  withdrawReview,
} from '../../server/community/reviews.ts';
import { conflict, notFound, refusedFor, tooManyRequests } from '../../server/kernel/refusal-error.ts';
import { seller } from '../catalogue/seller.ts';
import { person } from '../identity/person.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { pictureBytes, withPictureErrors } from '../kernel/pictures.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

const recordId = recordIdInput('This is not a valid id.');
/** Far above the limits of the rules, so that a text that is too long gets the rule's own message. */
const longText = z.string().max(20_000, 'This is far too long.');
const review = z.object({
  stars: z.number(),
  text: longText,
  printer: longText,
  material: z.enum(MATERIAL_NAMES).nullable(),
  layerMm: z.number().nullable().default(null),
  exposureS: z.number().nullable().default(null),
  supports: z.enum(PRINT_SUPPORT_NAMES).nullable().default(null),
  variant: longText,
  outcome: z.enum(Object.keys(PRINT_OUTCOMES) as [PrintOutcome, ...PrintOutcome[]]).nullable(),
});
const reviewText = ({
  stars,
  text,
  printer,
  material,
  layerMm,
  exposureS,
  supports,
  variant,
  outcome,
}: z.output<typeof review>): ReviewText => ({
  stars: stars as Stars,
  text,
  printer,
  material,
  layerMm,
  exposureS,
  supports,
  variant,
  outcome,
});

const REVIEWS_PER_PAGE = 20;

const refused = (refusal: ReviewRefusal) =>
  refusedFor(refusal, REVIEW_REFUSAL_TEXTS, {
    'no-review': 'not_found',
    'not-owned': 'forbidden',
    'own-product': 'forbidden',
  });

/** The outcome of a use case that succeeded. @throws RefusalError if it was rejected. */
function accepted<Outcome extends object>(outcome: Outcome | ReviewRejection): Outcome {
  if ('refusal' in outcome) throw refused(outcome.refusal);
  if ('unwelcome' in outcome) throw conflict(outcome.unwelcome);
  if ('wait' in outcome) throw tooManyRequests(outcome.wait);
  return outcome;
}

const notThere = () => notFound('There is no such model in your library.');

export const reviews = {
  /** Whether the user can review a product, and their review. */
  mine: defineAction({
    accept: 'json',
    input: z.object({ productId: recordId }),
    async handler({ productId }, context): Promise<ReviewOptions> {
      const { user } = person(context);
      const options = await reviewOptions(context.locals.app, user, productId);
      if (!options) throw notThere();
      return options;
    },
  }),

  write: defineAction({
    accept: 'json',
    input: review.extend({ productId: recordId }).superRefine(checkedBy(reviewTextRefusals)),
    async handler(input, context): Promise<MyReview> {
      const { user } = person(context);
      const outcome = await submitReview(context.locals.app, user, input.productId, reviewText(input));
      if (!outcome) throw notThere();
      return accepted(outcome).review;
    },
  }),

  change: defineAction({
    accept: 'json',
    input: review.extend({ reviewId: recordId }).superRefine(checkedBy(reviewTextRefusals)),
    async handler(input, context): Promise<MyReview> {
      const { user } = person(context);
      return accepted(await editReview(context.locals.app, user, input.reviewId, reviewText(input))).review;
    },
  }),

  remove: defineAction({
    accept: 'json',
    input: z.object({ reviewId: recordId }),
    async handler({ reviewId }, context) {
      const { user } = person(context);
      const refusal = await withdrawReview(context.locals.app, user, reviewId);
      if (refusal !== null) throw refused(refusal);
      return { reviewId };
    },
  }),

  /** Adds a photo of a print to the user's review. */
  addPhoto: defineAction({
    accept: 'form',
    input: z.object({ reviewId: recordId, picture: z.instanceof(File, { error: 'Choose a photo.' }) }),
    async handler({ reviewId, picture }, context): Promise<MyReview> {
      const { user } = person(context);
      const bytes = await pictureBytes(picture);
      const { app } = context.locals;
      return accepted(await withPictureErrors(context, () => addPrint(app, user, reviewId, bytes))).review;
    },
  }),

  removePhoto: defineAction({
    accept: 'json',
    input: z.object({ reviewId: recordId, photoId: recordId }),
    async handler({ reviewId, photoId }, context): Promise<MyReview> {
      const { user } = person(context);
      return accepted(await removePrint(context.locals.app, user, reviewId, photoId)).review;
    },
  }),

  /** Reviews of the store's products, newest first. */
  ofMyStore: defineAction({
    accept: 'json',
    input: z.object({ page: z.int().min(1).max(500), unanswered: z.boolean() }),
    async handler(
      { page, unanswered },
      context,
    ): Promise<{ reviews: StoreReview[]; total: number; perPage: number }> {
      const { store } = await seller(context);
      const query = { page, perPage: REVIEWS_PER_PAGE, unanswered };
      const { reviews: found, total } = await reviewsOfStore(context.locals.pb, store.id, query);
      return { reviews: found, total, perPage: REVIEWS_PER_PAGE };
    },
  }),

  answer: defineAction({
    accept: 'json',
    input: z
      .object({ reviewId: recordId, answer: longText })
      .superRefine(checkedBy(({ answer }) => ({ answer: answerRefusal(answer) ?? undefined }))),
    async handler({ reviewId, answer }, context) {
      const { user, store } = await seller(context);
      return accepted(await answerAsSeller(context.locals.app, user, store, reviewId, answer));
    },
  }),

  removeAnswer: defineAction({
    accept: 'json',
    input: z.object({ reviewId: recordId }),
    async handler({ reviewId }, context) {
      const { user, store } = await seller(context);
      return accepted(await answerAsSeller(context.locals.app, user, store, reviewId, ''));
    },
  }),
};
