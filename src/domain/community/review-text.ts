import { isStars } from '../catalogue/rating.ts';
import { cleanLine, cleanText, textRefusal } from '../kernel/clean-text.ts';
import { MATERIALS, PRINT_OUTCOMES, REVIEW_LIMITS, type ReviewText } from './review.ts';

/** A review with its texts cleaned for storage. */
export function cleanReview(review: ReviewText): ReviewText {
  return {
    ...review,
    text: cleanText(review.text),
    printer: cleanLine(review.printer),
    variant: cleanLine(review.variant),
  };
}

/** What is wrong with a review, one sentence per field; empty if it is valid. */
export function reviewTextRefusals(
  review: Omit<ReviewText, 'stars'> & { stars: number },
): Partial<Record<keyof ReviewText, string>> {
  const refusals: ReturnType<typeof reviewTextRefusals> = {};
  if (!isStars(review.stars)) refusals.stars = 'Choose one to five stars.';
  const whats = { text: 'your review', printer: 'the name of your printer', variant: 'what you printed' };
  for (const field of ['text', 'printer', 'variant'] as const) {
    const refusal = textRefusal(review[field], { min: 0, max: REVIEW_LIMITS[field], what: whats[field] });
    if (refusal !== null) refusals[field] = refusal;
  }
  if (review.material !== null && !Object.hasOwn(MATERIALS, review.material))
    refusals.material = 'Choose a material from the list.';
  if (review.outcome !== null && !Object.hasOwn(PRINT_OUTCOMES, review.outcome))
    refusals.outcome = 'Choose how it printed from the list.';
  return refusals;
}

/** Why this text is not a valid answer by the seller, as a sentence, or null. */
export function answerRefusal(text: string): string | null {
  return textRefusal(text, { min: 1, max: REVIEW_LIMITS.answer, what: 'an answer' });
}
