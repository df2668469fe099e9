import type PocketBase from 'pocketbase';
import type { EntitlementSource } from '../../domain/catalogue/entitlement.ts';
import {
  marksEdited,
  ownedForReview,
  REVIEW_LIMITS,
  type Review,
  type Reviewer,
  type ReviewText,
} from '../../domain/community/review.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { reviewOfUser } from './reviews.ts';

const p = tables.products.as('p');
const s = tables.stores.as('s');
const e = tables.entitlements.as('e');
const f = tables.reviewPhotos.as('f');

const PRODUCT = shape({ id: p.id, name: p.name, storeId: s.id, sellerId: s.owner });
const GRANT = shape({ revokedAt: e.revokedAt, revocation: e.revocation, source: e.source });
const PHOTO = shape({ id: f.id, position: f.position });

/** A user's state in relation to reviewing a product. */
export interface ReviewState extends Reviewer {
  product: { id: string; name: string; storeId: string; sellerId: string };
  /** How the user got it; null if they never owned it. */
  source: EntitlementSource | null;
}

/** The review state of a user and a product; null if there is no such product. */
export async function reviewState(
  pb: PocketBase,
  userId: string,
  productId: string,
): Promise<ReviewState | null> {
  if (!isRecordId(productId)) return null;
  const [[[product], grants], review] = await Promise.all([
    ask(
      pb,
      select(
        PRODUCT,
        sql`SELECT ${PRODUCT} FROM products p JOIN stores s ON s.id = p.store WHERE p.id = {:productId}`,
        { productId },
      ),
      select(
        GRANT,
        sql`SELECT ${GRANT} FROM entitlements e
          WHERE e.[[user]] = {:userId} AND e.product = {:productId} ORDER BY e.grantedAt`,
        { userId, productId },
      ),
    ),
    reviewOfUser(pb, userId, productId),
  ]);
  if (!product) return null;
  return {
    product,
    grants,
    sells: product.sellerId === userId,
    reviewed: review !== null,
    source: grants.find((grant) => ownedForReview([grant]))?.source ?? null,
  };
}

const fieldsOf = ({ stars, text, printer, material, variant, outcome, ...print }: ReviewText) => ({
  stars,
  text,
  printer,
  material: material ?? '',
  variant,
  outcome: outcome ?? '',
  layerMm: print.layerMm ?? 0,
  exposureS: print.exposureS ?? 0,
  supports: print.supports ?? '',
});

/**
 * Stores a review and returns its id; null if the user has already reviewed the product.
 * @param written.held hides it until the operator has checked it.
 * @param notify adds the notification of the review with this id to the transaction.
 */
export async function writeReview(
  pb: PocketBase,
  {
    userId,
    product,
    source,
    held = false,
  }: {
    userId: string;
    product: { id: string; storeId: string };
    source: EntitlementSource;
    held?: boolean;
  },
  text: ReviewText,
  now: Instant,
  notify: (steps: Transaction, id: string) => void = () => undefined,
): Promise<string | null> {
  const id = newRecordId();
  const steps = transaction(pb).create('reviews', {
    id,
    product: product.id,
    store: product.storeId,
    user: userId,
    source,
    ...fieldsOf(text),
    writtenAt: dateOf(now),
    hiddenAt: held ? dateOf(now) : '',
  });
  notify(steps, id);
  return (await refusalOf(steps, ['conflict'])) === null ? id : null;
}

/**
 * Changes the text and stars of a review. The caller checks whose it is.
 * @param held hides it until the operator has checked it.
 */
export async function changeReview(
  pb: PocketBase,
  review: Review,
  text: ReviewText,
  now: Instant,
  held = false,
): Promise<void> {
  const fields = fieldsOf(text);
  const same = Object.entries(fieldsOf(review)).every(
    ([name, value]) => fields[name as keyof typeof fields] === value,
  );
  if (same) return;
  await pb.collection('reviews').update(review.id, {
    ...fields,
    ...editedMark(review, now),
    ...(held ? { hiddenAt: dateOf(now) } : {}),
  });
}

const editedMark = ({ writtenAt }: Review, now: Instant) =>
  marksEdited(writtenAt, now) ? { editedAt: dateOf(now) } : {};

/** Deletes a review and its photos. */
export async function deleteReview(pb: PocketBase, reviewId: string): Promise<void> {
  await orNull(pb.collection('reviews').delete(reviewId));
}

/** Adds a photo to a review and returns its id; null if the review has reached the limit. */
export async function addReviewPhoto(
  pb: PocketBase,
  review: Review & { storeId: string },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string | null> {
  const taken = await photosOf(pb, review.id);
  const places = Array.from({ length: REVIEW_LIMITS.photos }, (_, place) => place);
  // A unique key refuses a position that another tab takes at the same moment; then the next one is tried.
  for (const place of places.filter((free) => !taken.some(({ position }) => position === free))) {
    const form = new FormData();
    const id = newRecordId();
    for (const [name, value] of Object.entries({
      id,
      review: review.id,
      product: review.productId,
      store: review.storeId,
      position: String(place),
    }))
      form.append(name, value);
    form.append('picture', new File([bytes], 'print.webp', { type: 'image/webp' }));
    const isConflict = await pb
      .collection('review_photos')
      .create(form)
      .then(() => false)
      .catch(async (reason: unknown) => {
        const now = await photosOf(pb, review.id);
        if (!now.some(({ position }) => position === place)) throw reason;
        return true;
      });
    if (!isConflict) return id;
  }
  return null;
}

async function photosOf(pb: PocketBase, review: string): Promise<{ id: string; position: number }[]> {
  const [photos] = await ask(
    pb,
    select(PHOTO, sql`SELECT ${PHOTO} FROM review_photos f WHERE f.review = {:review}`, { review }),
  );
  return photos;
}

/** Removes a photo from a review; no effect if it is not on it. */
export async function removeReviewPhoto(pb: PocketBase, reviewId: string, photoId: string): Promise<void> {
  const photo = (await photosOf(pb, reviewId)).find(({ id }) => id === photoId);
  // By record, so that its file goes too.
  if (photo) await orNull(pb.collection('review_photos').delete(photo.id));
}

/**
 * Sets or replaces the seller's answer to a review; "" removes it.
 * @param notify adds the notification of the answer to the transaction.
 */
export async function answerReview(
  pb: PocketBase,
  review: Review,
  answer: string,
  now: Instant,
  notify: (steps: Transaction) => void = () => undefined,
): Promise<void> {
  const before = review.answer;
  if (answer === (before?.text ?? '')) return;
  const marks = before !== null && answer !== '' && marksEdited(before.at, now);
  const steps = transaction(pb).update('reviews', review.id, {
    answer,
    answeredAt: answer === '' ? '' : dateOf(before?.at ?? now),
    answerEditedAt: answer === '' ? '' : marks || before?.edited ? dateOf(now) : '',
  });
  notify(steps);
  await steps.run();
}
