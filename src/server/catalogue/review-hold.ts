import type PocketBase from 'pocketbase';
import { neverPublished, publishedOnce } from '../../data/catalogue/product-reviews.ts';
import { needsReview, type ReviewScope, reviewHoldText } from '../../domain/catalogue/product-review.ts';

/**
 * Why these products of a store cannot reach anybody yet, as a sentence, or null: the marketplace reviews new sellers' first
 * products, on whichever way they leave the store.
 */
export type ReviewHold = (productIds: readonly string[]) => Promise<string | null>;

/** Where nothing is reviewed. */
export const NO_HOLD: ReviewHold = async () => null;

/** @param scope which products are reviewed before others get them. */
export function reviewHold(pb: PocketBase, storeId: string, scope: ReviewScope): ReviewHold {
  if (scope === 'none') return NO_HOLD;
  return async (productIds) => {
    const [held] = await neverPublished(pb, storeId, productIds);
    if (held === undefined || !needsReview(scope, null, await publishedOnce(pb, storeId))) return null;
    return reviewHoldText(held.name);
  };
}
