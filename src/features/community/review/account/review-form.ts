import type { Stars } from '../../../../domain/catalogue/rating.ts';
import type { Material, PrintOutcome, ReviewText } from '../../../../domain/community/review.ts';

/** State of the review form; 0 stars until some are chosen. */
export interface ReviewFormState {
  stars: Stars | 0;
  text: string;
  printer: string;
  material: Material | '';
  variant: string;
  outcome: PrintOutcome | '';
}

const EMPTY: ReviewFormState = { stars: 0, text: '', printer: '', material: '', variant: '', outcome: '' };

/** Initial state of the form: the draft, else the review, else empty. */
export function initialFormState(
  review: ReviewText | null,
  draft: Partial<ReviewFormState> | null,
): ReviewFormState {
  if (draft) return { ...EMPTY, ...draft };
  if (!review) return EMPTY;
  const { stars, text, printer, material, variant, outcome } = review;
  return { stars, text, printer, material: material ?? '', variant, outcome: outcome ?? '' };
}

/** The form's state as the action's input. */
export function reviewPayload({ material, outcome, ...rest }: ReviewFormState) {
  return { ...rest, material: material === '' ? null : material, outcome: outcome === '' ? null : outcome };
}

/** Storage key of a draft, per user and product. Drafts stay in the browser until they are submitted. */
const keyOf = (userId: string, productId: string) => `review-draft:${userId}:${productId}`;

export function loadDraft(userId: string, productId: string): Partial<ReviewFormState> | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId, productId)) ?? 'null');
    return typeof stored === 'object' && stored !== null ? (stored as Partial<ReviewFormState>) : null;
  } catch {
    // Storage is not available or damaged: no draft.
    return null;
  }
}

/** Stores a draft. @param draft null deletes it. */
export function saveDraft(userId: string, productId: string, draft: ReviewFormState | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(userId, productId), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(userId, productId));
  } catch {
    // Without storage the form still works.
    return;
  }
}
