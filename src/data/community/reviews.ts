import type PocketBase from 'pocketbase';
import { isStars } from '../../domain/catalogue/rating.ts';
import type { Review, ReviewSort } from '../../domain/community/review.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type { ProductsRecord, ReviewPhotosRecord, ReviewsRecord, UsersRecord } from '../kernel/records.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { OF_VISIBLE_PRODUCT } from './prints.ts';

/** Queries of reviews. */

export type ReviewExpanded = ReviewsRecord & {
  expand?: { user?: UsersRecord; product?: ProductsRecord; review_photos_via_review?: ReviewPhotosRecord[] };
};

const REVIEW_EXPAND = 'user,review_photos_via_review';
const SHOWN = "hiddenAt = ''";
const SORTS = {
  newest: sql`r.writtenAt DESC, r.id DESC`,
  highest: sql`r.stars DESC, r.writtenAt DESC, r.id DESC`,
  lowest: sql`r.stars, r.writtenAt DESC, r.id DESC`,
  photos: sql`r.writtenAt DESC, r.id DESC`,
} as const satisfies Record<ReviewSort, Sql>;

/** What `reviewWith` reads of a record. */
type ReadReview = Pick<
  ReviewsRecord,
  | ('id' | 'product' | 'source' | 'stars' | 'text' | 'printer' | 'material' | 'layerMm' | 'exposureS')
  | (
      | 'supports'
      | 'variant'
      | 'outcome'
      | 'writtenAt'
      | 'editedAt'
      | 'answer'
      | 'answeredAt'
      | 'answerEditedAt'
    )
>;
/** `photos` is JSON: id and file of each. */
type ReviewRow = ReadReview & { username: string | null; photos: string };
const REVIEW_COLUMNS: (keyof ReviewRow)[] = [
  ...(['id', 'product', 'source', 'stars', 'text', 'printer', 'material', 'layerMm', 'exposureS'] as const),
  ...(['supports', 'variant', 'outcome', 'writtenAt', 'editedAt', 'answer', 'answeredAt'] as const),
  ...(['answerEditedAt', 'username', 'photos'] as const),
];

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
  { page, perPage, sort }: PageOfReviews,
): Promise<Review[]> {
  const [rows] = await ask(
    pb,
    query<ReviewRow>(
      sql`SELECT r.id, r.product, r.source, r.stars, r.text, r.printer, r.material, r.layerMm, r.exposureS, r.supports, r.variant,
          r.outcome, r.writtenAt, r.editedAt, r.answer, r.answeredAt, r.answerEditedAt, u.username,
          (SELECT json_group_array(json_array(f.id, f.picture)) || '' FROM (SELECT id, picture FROM review_photos
            WHERE review = r.id AND hiddenAt = '' ORDER BY position) f) AS photos
        FROM reviews r LEFT JOIN users u ON u.id = r.[[user]]
        WHERE r.product = {:productId} AND r.hiddenAt = '' AND ({:all} OR r.photoCount > 0)
        ORDER BY ${SORTS[sort]} LIMIT {:limit} OFFSET {:offset}`,
      { productId, all: sort !== 'photos', limit: perPage, offset: (page - 1) * perPage },
      REVIEW_COLUMNS,
    ),
  );
  return rows.map((row) =>
    reviewWith(row, {
      author: row.username,
      photos: (JSON.parse(row.photos) as [string, string][]).map(([id, file]) => ({ id, file })),
    }),
  );
}

/** One page (from 1) of a product's reviews, and their total. The caller checks that the product is visible. */
export async function reviewsOfProduct(
  pb: PocketBase,
  productId: string,
  page: PageOfReviews,
): Promise<ProductReviews> {
  const [reviews, [[counted]]] = await Promise.all([
    pageOfReviews(pb, productId, page),
    ask(
      pb,
      query<{ total: number }>(
        sql`SELECT count(*) AS total FROM reviews
          WHERE product = {:productId} AND hiddenAt = '' AND ({:all} OR photoCount > 0)`,
        { productId, all: page.sort !== 'photos' },
        ['total'],
      ),
    ),
  ]);
  return { reviews, total: counted?.total ?? 0 };
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
  return firstOwn(pb, pb.filter('user = {:userId} && product = {:productId}', { userId, productId }));
}

/** A review of this author; null if it is another user's. */
export async function myReview(pb: PocketBase, userId: string, id: string): Promise<MyReview | null> {
  if (!isRecordId(id)) return null;
  return firstOwn(pb, pb.filter('user = {:userId} && id = {:id}', { userId, id }));
}

async function firstOwn(pb: PocketBase, filter: string): Promise<MyReview | null> {
  const record = await orNull(
    pb
      .collection('reviews')
      .getFirstListItem<ReviewExpanded>(`${filter} && user != ''`, { expand: REVIEW_EXPAND }),
  );
  return record && { ...reviewOf(record), storeId: record.store, hidden: record.hiddenAt !== '' };
}

/** Number of other products for which the user wrote the same text since then. */
export async function countRepeatedReviews(
  pb: PocketBase,
  { userId, productId, text }: { userId: string; productId: string; text: string },
  since: Instant,
): Promise<number> {
  const list = await pb.collection('reviews').getList(1, 1, {
    filter: pb.filter(
      'user = {:userId} && product != {:productId} && text = {:text} && writtenAt > {:since}',
      { userId, productId, text, since: dateOf(since) },
    ),
    fields: 'id',
  });
  return list.totalItems;
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
  const [list, [[counted]]] = await Promise.all([
    pb.collection('reviews').getList<ReviewExpanded>(page, perPage, {
      filter: `${pb.filter('store = {:storeId}', { storeId })} && ${SHOWN}${unanswered ? " && answeredAt = ''" : ''}`,
      sort: '-writtenAt,-id',
      expand: `${REVIEW_EXPAND},product`,
      skipTotal: true,
    }),
    ask(
      pb,
      unanswered
        ? query<{ total: number }>(
            sql`SELECT count(*) AS total FROM reviews WHERE store = {:storeId} AND hiddenAt = '' AND answeredAt = ''`,
            { storeId },
            ['total'],
          )
        : // Stars are counted as reviews come, go and are hidden.
          query<{ total: number }>(
            sql`SELECT stars1 + stars2 + stars3 + stars4 + stars5 AS total FROM stores WHERE id = {:storeId}`,
            { storeId },
            ['total'],
          ),
    ),
  ]);
  return { reviews: list.items.map(storeReviewOf), total: counted?.total ?? 0 };
}

/** A review of this store's products; null if it is another store's, or hidden. */
export async function reviewOfStore(
  pb: PocketBase,
  storeId: string,
  id: string,
): Promise<WrittenReview | null> {
  return firstShown(pb, pb.filter('store = {:storeId} && id = {:id}', { storeId, id }), id);
}

/** A public review; null if there is none. */
export async function visibleReview(pb: PocketBase, id: string): Promise<WrittenReview | null> {
  return firstShown(pb, `${pb.filter('id = {:id}', { id })} && ${OF_VISIBLE_PRODUCT}`, id);
}

async function firstShown(pb: PocketBase, filter: string, id: string): Promise<WrittenReview | null> {
  if (!isRecordId(id)) return null;
  const record = await orNull(
    pb.collection('reviews').getFirstListItem<ReviewExpanded>(`${filter} && ${SHOWN}`, {
      expand: `${REVIEW_EXPAND},product`,
    }),
  );
  return record && { ...storeReviewOf(record), storeId: record.store, authorId: orAbsent(record.user) };
}

function storeReviewOf(record: ReviewExpanded): StoreReview {
  return { ...reviewOf(record), productName: record.expand?.product?.name ?? '' };
}

function reviewOf(record: ReviewExpanded): Review {
  return reviewWith(record, {
    author: record.expand?.user?.username ?? null,
    photos: (record.expand?.review_photos_via_review ?? [])
      .filter(({ hiddenAt }) => hiddenAt === '')
      .sort((a, b) => a.position - b.position)
      .map(({ id, picture }) => ({ id, file: picture })),
  });
}

function reviewWith(record: ReadReview, { author, photos }: Pick<Review, 'author' | 'photos'>): Review {
  const answeredAt = instantOf(record.answeredAt);
  return {
    id: record.id,
    productId: record.product,
    author,
    source: record.source === '' ? 'operator' : record.source,
    stars: isStars(record.stars) ? record.stars : 1,
    text: record.text,
    printer: record.printer,
    material: orAbsent(record.material),
    layerMm: orAbsent(record.layerMm),
    exposureS: orAbsent(record.exposureS),
    supports: orAbsent(record.supports),
    variant: record.variant,
    outcome: orAbsent(record.outcome),
    writtenAt: instantOf(record.writtenAt) ?? 0,
    editedAt: instantOf(record.editedAt),
    photos,
    answer:
      record.answer === '' || answeredAt === null
        ? null
        : { text: record.answer, at: answeredAt, edited: record.answerEditedAt !== '' },
  };
}
