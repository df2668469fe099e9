import { cleanPrintSettings, printSettingsRefusals } from '../catalogue/print/print-settings.ts';
import { isStars } from '../catalogue/rating.ts';
import { cleanLine, cleanText, textRefusal } from '../kernel/clean-text.ts';
import { PRINT_OUTCOMES, REVIEW_LIMITS, type ReviewText } from './review.ts';

/** A review with its texts cleaned for storage. */
export function cleanReview(review: ReviewText): ReviewText {
  return {
    ...review,
    ...cleanPrintSettings(review),
    text: cleanText(review.text),
    variant: cleanLine(review.variant),
  };
}

/** What is wrong with a review, one sentence per field; empty if it is valid. */
export function reviewTextRefusals(
  review: Omit<ReviewText, 'stars'> & { stars: number },
): Partial<Record<keyof ReviewText, string>> {
  const refusals: ReturnType<typeof reviewTextRefusals> = {};
  if (!isStars(review.stars)) refusals.stars = 'Choose one to five stars.';
  const whats = { text: 'your review', variant: 'what you printed' };
  for (const field of ['text', 'variant'] as const) {
    const refusal = textRefusal(review[field], { min: 0, max: REVIEW_LIMITS[field], what: whats[field] });
    if (refusal !== null) refusals[field] = refusal;
  }
  if (review.outcome !== null && !Object.hasOwn(PRINT_OUTCOMES, review.outcome))
    refusals.outcome = 'Choose how it printed from the list.';
  return { ...refusals, ...printSettingsRefusals(review) };
}

/** Why this text is not a valid answer by the seller, as a sentence, or null. */
export function answerRefusal(text: string): string | null {
  return textRefusal(text, { min: 1, max: REVIEW_LIMITS.answer, what: 'an answer' });
}
