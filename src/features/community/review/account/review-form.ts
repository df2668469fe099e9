import type { Stars } from '../../../../domain/catalogue/rating.ts';
import type { Material, PrintOutcome, ReviewText } from '../../../../domain/community/review.ts';

/** A review as its form holds it; 0 stars until some are chosen. */
export interface ReviewFormState {
  stars: Stars | 0;
  text: string;
  printer: string;
  material: Material | '';
  variant: string;
  outcome: PrintOutcome | '';
}

const NOTHING: ReviewFormState = { stars: 0, text: '', printer: '', material: '', variant: '', outcome: '' };

/** What the form begins with: a draft, else the review, else nothing. */
export function initialFormState(review: ReviewText | null, draft: Partial<ReviewFormState> | null): ReviewFormState {
  if (draft) return { ...NOTHING, ...draft };
  if (!review) return NOTHING;
  const { stars, text, printer, material, variant, outcome } = review;
  return { stars, text, printer, material: material ?? '', variant, outcome: outcome ?? '' };
}

/** As it is sent. */
export function reviewPayload({ material, outcome, ...rest }: ReviewFormState) {
  return { ...rest, material: material === '' ? null : material, outcome: outcome === '' ? null : outcome };
}

/** Drafts stay in this browser under the person and the product, until they are sent. */
const keyOf = (userId: string, productId: string) => `review-draft:${userId}:${productId}`;

export function loadDraft(userId: string, productId: string): Partial<ReviewFormState> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId, productId)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as Partial<ReviewFormState>) : null;
  } catch {
    // Storage that is closed or damaged holds no draft.
    return null;
  }
}

/** @param draft null forgets it. */
export function saveDraft(userId: string, productId: string, draft: ReviewFormState | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(userId, productId), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(userId, productId));
  } catch {
    // A browser that keeps nothing still sends.
    return;
  }
}
