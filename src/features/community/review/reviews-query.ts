import type { Print } from '../../../data/community/prints.ts';
import { isReviewSort, type Review, type ReviewSort } from '../../../domain/community/review.ts';

/** Reviews on a product's page as it is first seen, and on each page of all of them. */
export const REVIEWS_FIRST = 3;
export const REVIEWS_A_PAGE = 10;
/** Prints shown beside them. */
export const PRINTS_FIRST = 6;

/** Which reviews an address asks for; `page` is null where it is only the product's own. */
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

/** What the section draws. */
export interface ReviewsSectionData {
  reviews: Review[];
  /** How many there are to page through. */
  total: number;
  pages: number;
  prints: Print[];
}
