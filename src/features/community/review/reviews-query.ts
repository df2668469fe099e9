import type { Print } from '../../../data/community/prints.ts';
import { isReviewSort, type Review, type ReviewSort } from '../../../domain/community/review.ts';

/** Number of reviews on the product page, and on each page of the full list. */
export const REVIEWS_FIRST = 3;
export const REVIEWS_PER_PAGE = 10;
/** Number of prints on the product page. */
export const PRINTS_FIRST = 6;

/** The reviews a URL requests; `page` is null for the plain product page. */
export interface ReviewsQuery {
  page: number | null;
  sort: ReviewSort;
}

export function reviewsQuery(query: URLSearchParams): ReviewsQuery {
  const page = query.get('reviews');
  const sort = query.get('sort');
  return {
    page: page !== null && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : null,
    sort: isReviewSort(sort) ? sort : 'newest',
  };
}

/** Data of the reviews section. */
export interface ReviewsSectionData {
  reviews: Review[];
  /** Total over all pages. */
  total: number;
  pages: number;
  prints: Print[];
}
