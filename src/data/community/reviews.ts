import type PocketBase from 'pocketbase';
import { starsOf } from '../../domain/catalogue/rating.ts';
import type { Review, ReviewSort } from '../../domain/community/review.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, type QueryParams, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { from, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { json, number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { PUBLIC_PRODUCT } from './prints.ts';

/** Queries of reviews. */

const r = tables.reviews.as('r');
const u = tables.users.as('u');
const p = tables.products.as('p');

const SORTS = {
  newest: sql`r.writtenAt DESC, r.id DESC`,
  highest: sql`r.stars DESC, r.writtenAt DESC, r.id DESC`,
  lowest: sql`r.stars, r.writtenAt DESC, r.id DESC`,
  photos: sql`r.writtenAt DESC, r.id DESC`,
} as const satisfies Record<ReviewSort, Sql>;

/** The photos of the review `r` that are not hidden, as JSON: id and file of each. */
const PHOTOS = sql`(SELECT json_group_array(json_array(f.id, f.picture)) || '' FROM (SELECT id, picture FROM review_photos
  WHERE review = r.id AND hiddenAt = '' ORDER BY position) f)`;

/** The review `r` with its author `u`. */
const OF_REVIEW = {
  id: r.id,
  productId: r.product,
  author: u.username.or(null),
  source: r.source,
  stars: r.stars.as(starsOf),
  text: r.text,
  printer: r.printer,
  material: r.material,
  layerMm: r.layerMm.orNull,
  exposureS: r.exposureS.orNull,
  supports: r.supports,
  variant: r.variant,
  outcome: r.outcome,
  writtenAt: r.writtenAt,
  editedAt: r.editedAt,
  photos: value(PHOTOS, json).as((photos) =>
    (photos as [string, string][]).map(([id, file]) => ({ id, file })),
  ),
  answer: from({ text: r.answer, at: r.answeredAt, editedAt: r.answerEditedAt }, ({ text, at, editedAt }) =>
    text === '' || at === null ? null : { text, at, edited: editedAt !== null },
  ),
};
const OF_OWN = { ...OF_REVIEW, storeId: r.store, hidden: r.hiddenAt.as((at) => at !== null) };
const OF_LISTED = { ...OF_REVIEW, productName: p.name.or('') };
const OF_WRITTEN = { ...OF_LISTED, storeId: r.store, authorId: r.user.orNull };

const REVIEW = shape(OF_REVIEW);
const OWN = shape(OF_OWN);
const LISTED = shape(OF_LISTED);
const WRITTEN = shape(OF_WRITTEN);
const COUNTED = shape({ total: value(sql`count(*)`, number) });
// Stars are counted as reviews come, go and are hidden.
const RATED = shape({ total: value(sql`s.stars1 + s.stars2 + s.stars3 + s.stars4 + s.stars5`, number) });

const WITH_AUTHOR = sql`FROM reviews r LEFT JOIN users u ON u.id = r.[[user]]`;
const WITH_PRODUCT = sql`${WITH_AUTHOR} LEFT JOIN products p ON p.id = r.product`;

/** One page of a product's reviews. */
export interface ProductReviews {
  reviews: Review[];
  /** Total over all pages: all reviews, or only those with photos when sorted so. */
  total: number;
}

interface PageOfReviews {
  page: number;
  perPage: number;
  sort: ReviewSort;
}

/** One page (from 1) of a product's reviews, without their total. The caller checks that the product is visible. */
export async function pageOfReviews(
  pb: PocketBase,
  productId: string,
  page: PageOfReviews,
): Promise<Review[]> {
  const [found] = await ask(pb, pageQuery(productId, page));
  return found;
}

const pageQuery = (productId: string, { page, perPage, sort }: PageOfReviews) =>
  select(
    REVIEW,
    sql`SELECT ${REVIEW} ${WITH_AUTHOR}
      WHERE r.product = {:productId} AND r.hiddenAt = '' AND ({:all} OR r.photoCount > 0)
      ORDER BY ${SORTS[sort]} LIMIT {:limit} OFFSET {:offset}`,
    { productId, all: sort !== 'photos', limit: perPage, offset: (page - 1) * perPage },
  );

/** One page (from 1) of a product's reviews, and their total. The caller checks that the product is visible. */
export async function reviewsOfProduct(
  pb: PocketBase,
  productId: string,
  page: PageOfReviews,
): Promise<ProductReviews> {
  const [found, [counted]] = await ask(
    pb,
    pageQuery(productId, page),
    select(
      COUNTED,
      sql`SELECT ${COUNTED} FROM reviews r
        WHERE r.product = {:productId} AND r.hiddenAt = '' AND ({:all} OR r.photoCount > 0)`,
      { productId, all: page.sort !== 'photos' },
    ),
  );
  return { reviews: found, total: counted?.total ?? 0 };
}

/** A review for its author. */
export interface MyReview extends Review {
  storeId: string;
  /** Whether it was hidden after a report. */
  hidden: boolean;
}

/** A user's review of a product; null if there is none. */
export async function reviewOfUser(
  pb: PocketBase,
  userId: string,
  productId: string,
): Promise<MyReview | null> {
  if (!isRecordId(productId)) return null;
  return firstOwn(pb, sql`r.product = {:productId}`, { userId, productId });
}

/** A review of this author; null if it is another user's. */
export async function myReview(pb: PocketBase, userId: string, id: string): Promise<MyReview | null> {
  if (!isRecordId(id)) return null;
  return firstOwn(pb, sql`r.id = {:id}`, { userId, id });
}

async function firstOwn(pb: PocketBase, which: Sql, params: QueryParams): Promise<MyReview | null> {
  return first(
    pb,
    select(
      OWN,
      sql`SELECT ${OWN} ${WITH_AUTHOR} WHERE ${which} AND r.[[user]] = {:userId} AND r.[[user]] <> '' LIMIT 1`,
      params,
    ),
  );
}

/** Number of other products for which the user wrote the same text since then. */
export async function countRepeatedReviews(
  pb: PocketBase,
  { userId, productId, text }: { userId: string; productId: string; text: string },
  since: Instant,
): Promise<number> {
  const counted = await first(
    pb,
    select(
      COUNTED,
      sql`SELECT ${COUNTED} FROM reviews r WHERE r.[[user]] = {:userId} AND r.product <> {:productId}
        AND r.text = {:text} AND r.writtenAt > {:since}`,
      { userId, productId, text, since: dateOf(since) },
    ),
  );
  return counted?.total ?? 0;
}

/** A review in the seller's list. */
export interface StoreReview extends Review {
  productName: string;
}

/** A review with the ids of its author and store. */
export interface WrittenReview extends StoreReview {
  storeId: string;
  /** Null once the account is deleted. */
  authorId: string | null;
}

/** One page (from 1) of the reviews of a store's products, newest first, without hidden ones. */
export async function reviewsOfStore(
  pb: PocketBase,
  storeId: string,
  { page, perPage, unanswered }: { page: number; perPage: number; unanswered: boolean },
): Promise<{ reviews: StoreReview[]; total: number }> {
  const [found, [counted]] = await ask(
    pb,
    select(
      LISTED,
      sql`SELECT ${LISTED} ${WITH_PRODUCT}
        WHERE r.store = {:storeId} AND r.hiddenAt = '' AND ({:all} OR r.answeredAt = '')
        ORDER BY r.writtenAt DESC, r.id DESC LIMIT {:limit} OFFSET {:offset}`,
      { storeId, all: !unanswered, limit: perPage, offset: (page - 1) * perPage },
    ),
    unanswered
      ? select(
          COUNTED,
          sql`SELECT ${COUNTED} FROM reviews r
            WHERE r.store = {:storeId} AND r.hiddenAt = '' AND r.answeredAt = ''`,
          { storeId },
        )
      : select(RATED, sql`SELECT ${RATED} FROM stores s WHERE s.id = {:storeId}`, { storeId }),
  );
  return { reviews: found, total: counted?.total ?? 0 };
}

/** A review of this store's products; null if it is another store's, or hidden. */
export async function reviewOfStore(
  pb: PocketBase,
  storeId: string,
  id: string,
): Promise<WrittenReview | null> {
  return firstShown(pb, sql`r.store = {:storeId}`, { storeId, id });
}

/** A public review; null if there is none. */
export async function visibleReview(pb: PocketBase, id: string): Promise<WrittenReview | null> {
  return firstShown(
    pb,
    sql`EXISTS (SELECT 1 FROM products p JOIN stores s ON s.id = p.store WHERE p.id = r.product AND ${PUBLIC_PRODUCT})`,
    { id },
  );
}

async function firstShown(
  pb: PocketBase,
  which: Sql,
  params: QueryParams & { id: string },
): Promise<WrittenReview | null> {
  if (!isRecordId(params.id)) return null;
  return first(
    pb,
    select(
      WRITTEN,
      sql`SELECT ${WRITTEN} ${WITH_PRODUCT} WHERE r.id = {:id} AND r.hiddenAt = '' AND ${which}`,
      params,
    ),
  );
}
