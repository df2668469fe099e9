import type PocketBase from 'pocketbase';
import { printsOfProduct } from '../../../data/community/prints.ts';
import { reviewsOfProduct } from '../../../data/community/reviews.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import { ratingCount } from '../../../domain/catalogue/rating.ts';
import {
  PRINTS_FIRST,
  REVIEWS_FIRST,
  REVIEWS_PER_PAGE,
  type ReviewsQuery,
  type ReviewsSectionData,
} from './reviews-query.ts';

/** Loads the reviews section of a product page; null if the requested page is past the last one. */
export async function loadReviewsSection(
  pb: PocketBase,
  product: Pick<Product, 'id' | 'stars' | 'printCount' | 'mature'>,
  { page, sort }: ReviewsQuery,
  showsMature: boolean,
): Promise<ReviewsSectionData | null> {
  const nothing: ReviewsSectionData = { reviews: [], total: 0, pages: 1, prints: [] };
  if (ratingCount(product.stars) === 0) return page === null || page === 1 ? nothing : null;
  const perPage = page === null ? REVIEWS_FIRST : REVIEWS_PER_PAGE;
  const showsPrints = page === null && product.printCount > 0 && (showsMature || !product.mature);
  const [{ reviews, total }, { prints }] = await Promise.all([
    reviewsOfProduct(pb, product.id, { page: page ?? 1, perPage, sort }),
    showsPrints
      ? printsOfProduct(pb, product.id, { page: 1, perPage: PRINTS_FIRST })
      : { prints: nothing.prints },
  ]);
  const pages = Math.max(1, Math.ceil(total / perPage));
  return page !== null && page > pages ? null : { reviews, total, pages, prints };
}
