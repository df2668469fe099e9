import {
  type Material,
  type PrintSupports,
  typedNumber,
} from '../../../../domain/catalogue/print/print-settings.ts';
import type { Stars } from '../../../../domain/catalogue/rating.ts';
import type { PrintOutcome, ReviewText } from '../../../../domain/community/review.ts';
import { fresh, persistentMap } from '../../../kernel/storage/persistent.ts';

/** State of the review form; 0 stars until some are chosen. */
export interface ReviewFormState {
  stars: Stars | 0;
  text: string;
  printer: string;
  material: Material | '';
  /** As typed: a number with a comma or a point. */
  layerMm: string;
  exposureS: string;
  supports: PrintSupports | '';
  variant: string;
  outcome: PrintOutcome | '';
}

const EMPTY: ReviewFormState = {
  ...{ stars: 0, text: '', variant: '', outcome: '' },
  ...{ printer: '', material: '', layerMm: '', exposureS: '', supports: '' },
};

/** Initial state of the form: the draft, else the review, else empty. */
export function initialFormState(
  review: ReviewText | null,
  draft: Partial<ReviewFormState> | null,
): ReviewFormState {
  if (draft) return { ...EMPTY, ...draft };
  if (!review) return EMPTY;
  const { stars, text, printer, material, layerMm, exposureS, supports, variant, outcome } = review;
  return {
    ...{ stars, text, variant, outcome: outcome ?? '' },
    ...{ printer, material: material ?? '', supports: supports ?? '' },
    ...{ layerMm: String(layerMm ?? ''), exposureS: String(exposureS ?? '') },
  };
}

/** The form's state as the action's input. */
export function reviewPayload({ material, outcome, supports, layerMm, exposureS, ...rest }: ReviewFormState) {
  return {
    ...rest,
    material: material === '' ? null : material,
    outcome: outcome === '' ? null : outcome,
    supports: supports === '' ? null : supports,
    // What is no number is out of every range, and the rule says so beside its field.
    layerMm: sentNumber(layerMm),
    exposureS: sentNumber(exposureS),
  };
}

/** JSON has no NaN; -1 is refused as it would be. */
function sentNumber(typed: string): number | null {
  const number = typedNumber(typed);
  return Number.isNaN(number) ? -1 : number;
}

/** Drafts by user and product. They stay in the browser until they are submitted. */
export const $reviewDrafts = persistentMap<Partial<ReviewFormState>>('review-draft:', {
  decode(text) {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== 'object' || stored === null) throw new Error('Not a draft.');
    return stored;
  },
  encode: JSON.stringify,
});

export function loadDraft(userId: string, productId: string): Partial<ReviewFormState> | null {
  return fresh($reviewDrafts)[`${userId}:${productId}`] ?? null;
}

/** Stores a draft. @param draft null deletes it. */
export function saveReviewDraft(userId: string, productId: string, draft: ReviewFormState | null): void {
  $reviewDrafts.setKey(`${userId}:${productId}`, draft ?? undefined);
}
