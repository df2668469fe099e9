import type PocketBase from 'pocketbase';
import { type Print, pageOfPrints } from '../../../data/community/prints.ts';
import { pageOfReviews, reviewsOfProduct } from '../../../data/community/reviews.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import { ratingCount } from '../../../domain/catalogue/rating.ts';
import type { Review } from '../../../domain/community/review.ts';
import {
  PRINTS_FIRST,
  REVIEWS_FIRST,
  REVIEWS_PER_PAGE,
  type ReviewsQuery,
  type ReviewsSectionData,
} from './reviews-query.ts';

/** What the reviews section of a product's page shows, as it was asked for. */
export interface AskedReviews {
  reviews: Review[];
  /** How many have photos, where only those are asked for; the stars of the product say how many there are. */
  withPhotos: number | null;
  prints: Print[];
}

const perPageOf = ({ page }: ReviewsQuery) => (page === null ? REVIEWS_FIRST : REVIEWS_PER_PAGE);

/** Asks for what the section shows: nothing for a product without reviews, and no number that the product has. */
export async function askReviews(
  pb: PocketBase,
  product: Pick<Product, 'id' | 'stars' | 'printCount'>,
  query: ReviewsQuery,
): Promise<AskedReviews> {
  if (ratingCount(product.stars) === 0) return { reviews: [], withPhotos: null, prints: [] };
  const page = { page: query.page ?? 1, perPage: perPageOf(query), sort: query.sort };
  const showsPrints = query.page === null && product.printCount > 0;
  const [{ reviews, total }, prints] = await Promise.all([
    query.sort === 'photos'
      ? reviewsOfProduct(pb, product.id, page)
      : pageOfReviews(pb, product.id, page).then((reviews) => ({ reviews, total: null })),
    showsPrints ? pageOfPrints(pb, product.id, { page: 1, perPage: PRINTS_FIRST }) : [],
  ]);
  return { reviews, withPhotos: total, prints };
}

/** The reviews section of a product page; null if the requested page is past the last one. */
export function reviewsSection(
  product: Pick<Product, 'stars' | 'mature'>,
  query: ReviewsQuery,
  { reviews, withPhotos, prints }: AskedReviews,
  showsMature: boolean,
): ReviewsSectionData | null {
  const { page } = query;
  const count = ratingCount(product.stars);
  if (count === 0)
    return page === null || page === 1 ? { reviews: [], total: 0, pages: 1, prints: [] } : null;
  const total = withPhotos ?? count;
  const pages = Math.max(1, Math.ceil(total / perPageOf(query)));
  if (page !== null && page > pages) return null;
  return { reviews, total, pages, prints: showsMature || !product.mature ? prints : [] };
}
