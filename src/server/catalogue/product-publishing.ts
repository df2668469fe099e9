import type PocketBase from 'pocketbase';
import { addProductPictures, markPublished, type NewPicture } from '../../data/catalogue/product-drafts.ts';
import { markInReview, publishedOnce } from '../../data/catalogue/product-reviews.ts';
import { productById } from '../../data/catalogue/products.ts';
import { accountOfStore } from '../../data/payments/business-accounts.ts';
import { promiseRefusal } from '../../domain/catalogue/price/pre-order.ts';
import { PUBLISHABLE_STATES, type PublishRefusal, publishRefusals } from '../../domain/catalogue/product.ts';
import { needsReview, type ReviewScope } from '../../domain/catalogue/product-review.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { processPicture } from '../kernel/picture-intake.ts';

/**
 * Adds pictures to a product, in this order, after the existing ones.
 * @throws PictureRefused, in which case none is stored.
 */
export async function addPictures(
  parts: { pb: PocketBase },
  productId: string,
  pictures: { bytes: Uint8Array; alt: string }[],
): Promise<void> {
  const taken: NewPicture[] = [];
  // One after the other: together they would fill the queue that everybody's uploads share.
  for (const { bytes, alt } of pictures) taken.push({ bytes: await processPicture(bytes), alt });
  await addProductPictures(parts.pb, productId, taken);
}

export type PublishAnswer = PublishRefusal | 'not-found' | 'state' | 'changed-meanwhile';

/**
 * Publishes a product if the rules allow it, or lets it wait for review where the marketplace reviews it first.
 * @param parts `reviewScope`: which products are reviewed; none without it
 * @param at its date of publication; `now`, or the scheduled time.
 * @param waived what is not asked any more, because the seller could not be asked when it was scheduled
 * @returns every reason why it is not published; empty on success.
 */
export async function publishProduct(
  parts: { pb: PocketBase; reviewScope?: ReviewScope },
  productId: string,
  now: Instant,
  at: Instant = now,
  waived: readonly PublishRefusal[] = [],
): Promise<PublishAnswer[]> {
  const product = await productById(parts.pb, productId);
  if (!product) return ['not-found'];
  const account = await accountOfStore(parts.pb, product.store.id);
  const refusals: PublishAnswer[] = publishRefusals(product, account?.account.state ?? 'none').filter(
    (refusal) => !waived.includes(refusal),
  );
  const { preOrder = null, publishedAt } = product;
  if (preOrder && publishedAt === null && promiseRefusal(preOrder.promisedDay, null, at) !== null)
    refusals.push('pre-order-day');
  if (!PUBLISHABLE_STATES.includes(product.state) && product.state !== 'suspended') refusals.push('state');
  if (refusals.length > 0) return refusals;
  const { pb, reviewScope = 'none' } = parts;
  const isReviewed =
    reviewScope !== 'none' &&
    needsReview(reviewScope, product.publishedAt, await publishedOnce(pb, product.store.id));
  const raced = isReviewed ? await markInReview(pb, product, now) : await markPublished(pb, product, at, now);
  return raced ? [raced] : [];
}
