import type { Stars } from '../../../../domain/catalogue/rating.ts';
import type { Material, PrintOutcome, ReviewText } from '../../../../domain/community/review.ts';

/** A review as its form holds it; 0 stars until some are chosen. */
export interface TypedReview {
  stars: Stars | 0;
  text: string;
  printer: string;
  material: Material | '';
  variant: string;
  outcome: PrintOutcome | '';
}

const NOTHING: TypedReview = { stars: 0, text: '', printer: '', material: '', variant: '', outcome: '' };

/** What the form begins with: a draft, else the review, else nothing. */
export function typedReview(review: ReviewText | null, draft: Partial<TypedReview> | null): TypedReview {
  if (draft) return { ...NOTHING, ...draft };
  if (!review) return NOTHING;
  const { stars, text, printer, material, variant, outcome } = review;
  return { stars, text, printer, material: material ?? '', variant, outcome: outcome ?? '' };
}

/** As it is sent. */
export function sentReview({ material, outcome, ...rest }: TypedReview) {
  return { ...rest, material: material === '' ? null : material, outcome: outcome === '' ? null : outcome };
}

/** Drafts stay in this browser under the person and the product, until they are sent. */
const keyOf = (userId: string, productId: string) => `review-draft:${userId}:${productId}`;

export function draftOf(userId: string, productId: string): Partial<TypedReview> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId, productId)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as Partial<TypedReview>) : null;
  } catch {
    // Storage that is closed or damaged holds no draft.
    return null;
  }
}

/** @param draft null forgets it. */
export function keepDraft(userId: string, productId: string, draft: TypedReview | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(userId, productId), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(userId, productId));
  } catch {
    // A browser that keeps nothing still sends.
    return;
  }
}
