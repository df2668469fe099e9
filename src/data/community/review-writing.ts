import type PocketBase from 'pocketbase';
import type { EntitlementSource, Revocation } from '../../domain/catalogue/entitlement.ts';
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
import { dateOf, instantOf } from '../kernel/fields.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import type { EntitlementsRecord, ProductsRecord, StoresRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { reviewOfUser } from './reviews.ts';

/** What is to be known before somebody reviews a product. */
export interface ReviewStanding extends Reviewer {
  product: { id: string; name: string; storeId: string; sellerId: string };
  /** How he came to own it; null where he never did. */
  source: EntitlementSource | null;
}

/** How this person stands to a product; null where there is no such product, or he has nothing to do with it. */
export async function reviewStanding(
  pb: PocketBase,
  userId: string,
  productId: string,
): Promise<ReviewStanding | null> {
  if (!isRecordId(productId)) return null;
  const [product, rows, mine] = await Promise.all([
    orNull(
      pb
        .collection('products')
        .getOne<ProductsRecord & { expand?: { store?: StoresRecord } }>(productId, { expand: 'store' }),
    ),
    pb.collection('entitlements').getFullList<EntitlementsRecord>({
      filter: pb.filter('user = {:userId} && product = {:productId}', { userId, productId }),
      sort: 'grantedAt',
    }),
    reviewOfUser(pb, userId, productId),
  ]);
  const store = product?.expand?.store;
  if (!product || !store) return null;
  const grants = rows.map((row) => ({
    revokedAt: instantOf(row.revokedAt),
    revocation: row.revocation === '' ? null : (row.revocation as Revocation),
    source: row.source === '' ? ('operator' as const) : row.source,
  }));
  return {
    product: { id: product.id, name: product.name, storeId: store.id, sellerId: store.owner },
    grants,
    sells: store.owner === userId,
    reviewed: mine !== null,
    source: grants.find((grant) => ownedForReview([grant]))?.source ?? null,
  };
}

const fieldsOf = ({ stars, text, printer, material, variant, outcome }: ReviewText) => ({
  stars,
  text,
  printer,
  material: material ?? '',
  variant,
  outcome: outcome ?? '',
});

/**
 * Keeps a review and answers its id; null where this person has one of the product already.
 * @param written.held whether nobody else reads it until the operator has looked.
 * @param tell adds what tells of it, by its id, to the same transaction.
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
  tell: (steps: Transaction, id: string) => void = () => undefined,
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
  tell(steps, id);
  return (await refusalOf(steps, ['conflict'])) === null ? id : null;
}

/**
 * Puts other words and stars in place of a review's; whose it is was looked up before.
 * @param held whether nobody else reads it until the operator has looked.
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

/** Takes a review back, its photos with it. */
export async function takeBackReview(pb: PocketBase, reviewId: string): Promise<void> {
  await orNull(pb.collection('reviews').delete(reviewId));
}

/** Adds a photo to a review and answers its id; null where the review holds as many as it may. */
export async function addReviewPhoto(
  pb: PocketBase,
  review: Review & { storeId: string },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string | null> {
  const rows = await pb.collection('review_photos').getFullList<{ position: number }>({
    filter: pb.filter('review = {:review}', { review: review.id }),
    fields: 'position',
  });
  const places = Array.from({ length: REVIEW_LIMITS.photos }, (_, place) => place);
  // A place somebody else's tab takes at the same moment is refused by its unique key; the next one is tried then.
  for (const place of places.filter((free) => !rows.some(({ position }) => position === free))) {
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
    const taken = await pb
      .collection('review_photos')
      .create(form)
      .then(() => false)
      .catch(async (reason: unknown) => {
        if (await placeIsFree(pb, review.id, place)) throw reason;
        return true;
      });
    if (!taken) return id;
  }
  return null;
}

async function placeIsFree(pb: PocketBase, review: string, position: number): Promise<boolean> {
  const filter = pb.filter('review = {:review} && position = {:position}', { review, position });
  return (await orNull(pb.collection('review_photos').getFirstListItem(filter, { fields: 'id' }))) === null;
}

/** Takes a photo off a review; where it is not on it, nothing happens. */
export async function removeReviewPhoto(pb: PocketBase, reviewId: string, photoId: string): Promise<void> {
  if (!isRecordId(photoId)) return;
  const filter = pb.filter('id = {:photoId} && review = {:reviewId}', { photoId, reviewId });
  const photo = await orNull(pb.collection('review_photos').getFirstListItem(filter, { fields: 'id' }));
  if (photo) await orNull(pb.collection('review_photos').delete(photo.id));
}

/**
 * Puts the seller's answer under a review, or another in its place; "" takes it away.
 * @param tell adds what tells of it to the same transaction.
 */
export async function answerReview(
  pb: PocketBase,
  review: Review,
  answer: string,
  now: Instant,
  tell: (steps: Transaction) => void = () => undefined,
): Promise<void> {
  const before = review.answer;
  if (answer === (before?.text ?? '')) return;
  const marks = before !== null && answer !== '' && marksEdited(before.at, now);
  const steps = transaction(pb).update('reviews', review.id, {
    answer,
    answeredAt: answer === '' ? '' : dateOf(before?.at ?? now),
    answerEditedAt: answer === '' ? '' : marks || before?.edited ? dateOf(now) : '',
  });
  tell(steps);
  await steps.run();
}
