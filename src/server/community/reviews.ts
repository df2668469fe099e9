import { hasBought } from '../../data/commerce/orders.ts';
import {
  addReviewPhoto,
  answerReview,
  changeReview,
  deleteReview,
  type ReviewState,
  removeReviewPhoto,
  reviewState,
  writeReview,
} from '../../data/community/review-writing.ts';
import {
  countRepeatedReviews,
  type MyReview,
  myReview,
  reviewOfStore,
  reviewOfUser,
} from '../../data/community/reviews.ts';
import { spamWords } from '../../data/moderation/reports.ts';
import type { OwnStore } from '../../domain/catalogue/store.ts';
import { type ReviewRefusal, type ReviewText, reviewRefusal } from '../../domain/community/review.ts';
import { cleanReview } from '../../domain/community/review-text.ts';
import type { User } from '../../domain/identity/user.ts';
import { cleanText } from '../../domain/kernel/clean-text.ts';
import { counted } from '../../domain/kernel/plural.ts';
import { type SpamJudgement, spamJudgement } from '../../domain/moderation/spam.ts';
import { paths } from '../../paths.ts';
import { processPicture } from '../kernel/picture-intake.ts';
import type { PostingLimits } from '../moderation/posting-limits.ts';
import { oneLineName, quoted } from '../notifications/mail-layout.ts';
import { type NotifyParts, withNotice } from '../notifications/notifications.ts';
import { holdPost } from './spam-hold.ts';

const DAY_MS = 86_400_000;

/** What writing reviews needs of the app. */
export interface ReviewParts {
  commerce: NotifyParts;
  postingLimits: PostingLimits;
}

/** Why a review is rejected: by a rule, by a posting limit (`wait`), or as spam (`unwelcome`). */
export type ReviewRejection = { refusal: ReviewRefusal } | { wait: string } | { unwelcome: string };

/** Whether a user can review a product, and their review if they wrote one. */
export interface ReviewOptions {
  productName: string;
  /** Why they cannot write one; "reviewed" if they have. */
  refusal: ReviewRefusal | null;
  review: MyReview | null;
}

/** A user who never owned the product and does not sell it. */
const isStranger = ({ grants, sells }: ReviewState) => grants.length === 0 && !sells;

/** The review state of a user and a product; null if there is no such product, or they never owned it. */
export async function reviewOptions(
  { commerce: { pb } }: ReviewParts,
  user: User,
  productId: string,
): Promise<ReviewOptions | null> {
  const [state, review] = await Promise.all([
    reviewState(pb, user.id, productId),
    reviewOfUser(pb, user.id, productId),
  ]);
  if (!state || (isStranger(state) && !review)) return null;
  return { productName: state.product.name, refusal: reviewRefusal(state), review };
}

/** Stores a review and notifies the seller. Null if there is no such product, or the user never owned it. */
export async function submitReview(
  { commerce, postingLimits }: ReviewParts,
  user: User,
  productId: string,
  text: ReviewText,
): Promise<{ review: MyReview } | ReviewRejection | null> {
  const { pb } = commerce;
  const now = commerce.now();
  const state = await reviewState(pb, user.id, productId);
  if (!state || isStranger(state)) return null;
  const refusal = reviewRefusal(state);
  if (refusal !== null) return { refusal };
  if (state.source === null) return { refusal: 'not-owned' };
  const { product, source } = state;
  const clean = cleanReview(text);
  const judged = await judgement(commerce, user, productId, clean);
  if (judged.is === 'refused') return { unwelcome: judged.sentence };
  const wait = await postingLimits.postingRefusal(user, 'review', now);
  if (wait !== null) return { wait };
  const held = judged.is === 'held';
  const written = { userId: user.id, product, source, held };
  const id = await writeReview(pb, written, clean, now, (steps, review) => {
    if (held) return;
    withNotice(steps, commerce, newReview(product, user, review, clean), now);
  });
  if (id === null) return { refusal: 'reviewed' };
  if (judged.is === 'held') {
    const about = { what: 'review', id, quote: clean.text, accusedId: user.id } as const;
    await holdPost(pb, { ...about, productId, storeId: product.storeId }, judged.why, now);
  }
  commerce.mailQueued();
  const review = await myReview(pb, user.id, id);
  return review ? { review } : { refusal: 'no-review' };
}

/** Judges whether a review looks like advertising. */
async function judgement(
  { pb, now, siteUrl }: NotifyParts,
  { id: userId }: User,
  productId: string,
  { text, printer, variant }: ReviewText,
): Promise<SpamJudgement> {
  const [words, bought, elsewhere] = await Promise.all([
    spamWords(pb),
    hasBought(pb, userId),
    countRepeatedReviews(pb, { userId, productId, text }, now() - DAY_MS),
  ]);
  const fullText = [text, printer, variant].join('\n');
  return spamJudgement({ text: fullText, bought, elsewhere, words, host: new URL(siteUrl).host });
}

const newReview = (
  product: { name: string; storeId: string; sellerId: string },
  { username, verified }: User,
  review: string,
  { stars, text }: ReviewText,
) => ({
  to: [product.sellerId],
  kind: 'review' as const,
  storeId: product.storeId,
  key: `review:${review}`,
  title: `${username} gave ${product.name} ${counted(stars, 'star')}`,
  path: paths.storeReviews(),
  mail: {
    subject: `A review of ${oneLineName(product.name)}`,
    paragraphs: [
      `${username} gave ${oneLineName(product.name)} ${stars} of 5 stars.`,
      // No text of an account that has not confirmed its address is mailed.
      ...(text === '' || !verified ? [] : [quoted(text)]),
      'You can post one public answer:',
    ],
  },
});

/** The user's own review if it can be changed, or why not. */
async function changeable(
  { commerce: { pb } }: ReviewParts,
  user: User,
  reviewId: string,
): Promise<{ review: MyReview } | ReviewRejection> {
  const review = await myReview(pb, user.id, reviewId);
  if (!review) return { refusal: 'no-review' };
  return review.hidden ? { refusal: 'hidden' } : { review };
}

/** Changes the user's own review. */
export async function editReview(
  parts: ReviewParts,
  user: User,
  reviewId: string,
  text: ReviewText,
): Promise<{ review: MyReview } | ReviewRejection> {
  const found = await changeable(parts, user, reviewId);
  if (!('review' in found)) return found;
  const { commerce } = parts;
  const clean = cleanReview(text);
  const judged = await judgement(commerce, user, found.review.productId, clean);
  if (judged.is === 'refused') return { unwelcome: judged.sentence };
  await changeReview(commerce.pb, found.review, clean, commerce.now(), judged.is === 'held');
  if (judged.is === 'held') {
    const { productId, storeId } = found.review;
    const about = { what: 'review', id: reviewId, quote: clean.text, accusedId: user.id } as const;
    await holdPost(commerce.pb, { ...about, productId, storeId }, judged.why, commerce.now());
  }
  const review = await myReview(commerce.pb, user.id, reviewId);
  return review ? { review } : { refusal: 'no-review' };
}

/** Deletes the user's own review and its photos. */
export async function withdrawReview(
  parts: ReviewParts,
  user: User,
  reviewId: string,
): Promise<ReviewRefusal | null> {
  const found = await changeable(parts, user, reviewId);
  if (!('review' in found)) return 'refusal' in found ? found.refusal : null;
  await deleteReview(parts.commerce.pb, reviewId);
  return null;
}

/** Adds a photo to the user's own review. @throws PictureRefused if the picture is not accepted. */
export async function addPrint(
  parts: ReviewParts,
  user: User,
  reviewId: string,
  bytes: Uint8Array,
): Promise<{ review: MyReview } | ReviewRejection> {
  const found = await changeable(parts, user, reviewId);
  if (!('review' in found)) return found;
  const picture = await processPicture(bytes);
  const id = await addReviewPhoto(parts.commerce.pb, found.review, picture);
  return id === null ? { refusal: 'photos-full' } : changeable(parts, user, reviewId);
}

/** Removes a photo from the user's own review. */
export async function removePrint(
  parts: ReviewParts,
  user: User,
  reviewId: string,
  photoId: string,
): Promise<{ review: MyReview } | ReviewRejection> {
  const found = await changeable(parts, user, reviewId);
  if (!('review' in found)) return found;
  await removeReviewPhoto(parts.commerce.pb, reviewId, photoId);
  return changeable(parts, user, reviewId);
}

/** Sets the seller's answer to a review of their store and notifies its author; "" removes it. */
export async function answerAsSeller(
  { commerce, postingLimits }: ReviewParts,
  user: User,
  store: OwnStore,
  reviewId: string,
  text: string,
): Promise<{ done: true } | ReviewRejection> {
  const { pb } = commerce;
  const now = commerce.now();
  const review = await reviewOfStore(pb, store.id, reviewId);
  if (!review) return { refusal: 'no-review' };
  const answer = cleanText(text);
  const { authorId, productName, productId } = review;
  if (answer !== '') {
    const wait = await postingLimits.postingRefusal(user, 'answer', now);
    if (wait !== null) return { wait };
  }
  await answerReview(pb, review, answer, now, (steps) => {
    if (answer === '' || authorId === null) return;
    const title = `${store.name} answered your review of ${productName}`;
    withNotice(
      steps,
      commerce,
      {
        to: [authorId],
        kind: 'review-answer',
        storeId: store.id,
        key: `review-answer:${reviewId}`,
        title,
        path: paths.productReviews(productId),
        mail: { subject: title, paragraphs: [`${oneLineName(title)}:`, quoted(answer)] },
      },
      now,
    );
  });
  commerce.mailQueued();
  return { done: true };
}
