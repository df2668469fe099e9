import type PocketBase from 'pocketbase';
import type { PrintSettings } from '../../domain/catalogue/print/print-settings.ts';
import type { ReviewText } from '../../domain/community/review.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { VISIBLE } from '../catalogue/products.ts';
import { orNull } from '../kernel/client.ts';
import { instantOf, orAbsent } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type {
  ProductsRecord,
  ReviewPhotosRecord,
  ReviewsRecord,
  StoresRecord,
  UsersRecord,
} from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';

/** Photos of prints for galleries. */

/** A photo with its product, author and print settings. */
export interface Print extends PrintSettings, Pick<ReviewText, 'stars' | 'variant'> {
  id: string;
  file: string;
  product: { id: string; name: string };
  storeId: string;
  /** Null once the account is deleted. */
  authorId: string | null;
  /** Null once the account is deleted. */
  author: string | null;
  at: Instant;
  /** Whether its product or store is marked mature. */
  mature: boolean;
}

type PhotoExpanded = ReviewPhotosRecord & {
  expand?: {
    product?: ProductsRecord;
    store?: StoresRecord;
    review?: ReviewsRecord & { expand?: { user?: UsersRecord } };
  };
};

const SHOWN = "hiddenAt = '' && review.hiddenAt = ''";
const EXPAND = 'product,store,review.user';
/** VISIBLE as a filter on the product of a photo or a review. */
export const OF_VISIBLE_PRODUCT = VISIBLE.replaceAll(/(?<![.\w'])(state|store)\b/g, 'product.$1');

/** A photo with its review, product and store, and its author where there still is one. */
const OF_PHOTO = sql`CROSS JOIN reviews r ON r.id = f.review CROSS JOIN products p ON p.id = f.product
  CROSS JOIN stores s ON s.id = f.store LEFT JOIN users u ON u.id = r.[[user]]`;
const SELECTED = sql`f.id, f.picture, f.created, f.product, p.name, f.store, r.[[user]] AS author, u.username, r.stars,
  r.printer, r.material, r.layerMm, r.exposureS, r.supports, r.variant, p.mature OR s.mature AS mature`;
const OF_PRODUCT = sql`FROM review_photos f ${OF_PHOTO}
  WHERE f.product = {:productId} AND f.hiddenAt = '' AND r.hiddenAt = ''`;

/** What is read of a print's review. */
type ReadReview = Pick<
  ReviewsRecord,
  'stars' | 'printer' | 'material' | 'layerMm' | 'exposureS' | 'supports' | 'variant'
>;
type PrintRow = Pick<ReviewPhotosRecord, 'id' | 'picture' | 'created' | 'product' | 'store'> &
  ReadReview & { name: string; author: string; username: string | null; mature: number };
const PRINT_COLUMNS: (keyof PrintRow)[] = [
  ...([
    'id',
    'picture',
    'created',
    'product',
    'name',
    'store',
    'author',
    'username',
    'stars',
    'printer',
  ] as const),
  ...(['material', 'layerMm', 'exposureS', 'supports', 'variant', 'mature'] as const),
];

export interface PrintsPage {
  prints: Print[];
  total: number;
}

/** The prints of a product on one page (from 1), newest first. The caller checks that the product is visible. */
export async function pageOfPrints(
  pb: PocketBase,
  productId: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<Print[]> {
  const [rows] = await ask(
    pb,
    query<PrintRow>(
      sql`SELECT ${SELECTED}
        ${OF_PRODUCT} ORDER BY f.created DESC, f.id DESC LIMIT {:limit} OFFSET {:offset}`,
      { productId, limit: perPage, offset: (page - 1) * perPage },
      PRINT_COLUMNS,
    ),
  );
  return rows.map(printOfRow);
}

/** One page (from 1) of the prints of a product, and their total. The caller checks that the product is visible. */
export async function printsOfProduct(
  pb: PocketBase,
  productId: string,
  page: { page: number; perPage: number },
): Promise<PrintsPage> {
  const [prints, [[counted]]] = await Promise.all([
    pageOfPrints(pb, productId, page),
    ask(pb, query<{ total: number }>(sql`SELECT count(*) AS total ${OF_PRODUCT}`, { productId }, ['total'])),
  ]);
  return { prints, total: counted?.total ?? 0 };
}

/** One page (from 1) of the prints of a store's visible products, newest first; those of mature products only if `mature`. */
export async function printsOfStore(
  pb: PocketBase,
  storeId: string,
  { mature, ...page }: { page: number; perPage: number; mature: boolean },
): Promise<PrintsPage> {
  const allowed = mature ? '' : ' && product.mature = false && store.mature = false';
  return prints(
    pb,
    `${pb.filter('store = {:storeId}', { storeId })} && ${OF_VISIBLE_PRODUCT}${allowed}`,
    page,
  );
}

async function prints(
  pb: PocketBase,
  filter: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<PrintsPage> {
  const list = await pb.collection('review_photos').getList<PhotoExpanded>(page, perPage, {
    filter: `${filter} && ${SHOWN}`,
    sort: '-created,-id',
    expand: EXPAND,
  });
  return { prints: list.items.flatMap(printOf), total: list.totalItems };
}

/** A publicly visible print; null if there is none. */
export async function visiblePrint(pb: PocketBase, id: string): Promise<Print | null> {
  if (!isRecordId(id)) return null;
  const [[row]] = await ask(
    pb,
    query<PrintRow>(
      sql`SELECT ${SELECTED} FROM review_photos f ${OF_PHOTO}
        WHERE f.id = {:id} AND f.hiddenAt = '' AND r.hiddenAt = '' AND p.state IN ('published', 'unlisted')
          AND s.state IN ('open', 'vacation')`,
      { id },
      PRINT_COLUMNS,
    ),
  );
  return row ? printOfRow(row) : null;
}

/** Whether a user may see a photo that is not public: they took it, or they sell the product. */
export async function canAlwaysSeePrint(pb: PocketBase, userId: string, id: string): Promise<boolean> {
  if (!isRecordId(id)) return false;
  const filter = pb.filter('id = {:id} && (review.user = {:userId} || store.owner = {:userId})', {
    id,
    userId,
  });
  return (await orNull(pb.collection('review_photos').getFirstListItem(filter, { fields: 'id' }))) !== null;
}

function printOf(record: PhotoExpanded): Print[] {
  const { product, store, review } = record.expand ?? {};
  if (!product || !store || !review) return [];
  return [
    printFrom(record, {
      product: { id: product.id, name: product.name, mature: product.mature || store.mature },
      review,
      authorId: orAbsent(review.user),
      author: review.expand?.user?.username ?? null,
    }),
  ];
}

const printOfRow = (row: PrintRow): Print =>
  printFrom(row, {
    product: { id: row.product, name: row.name, mature: row.mature === 1 },
    review: row,
    authorId: orAbsent(row.author),
    author: row.username,
  });

function printFrom(
  photo: Pick<ReviewPhotosRecord, 'id' | 'picture' | 'created' | 'store'>,
  {
    product,
    review,
    ...of
  }: Pick<Print, 'authorId' | 'author'> & {
    product: Print['product'] & { mature: boolean };
    review: ReadReview;
  },
): Print {
  return {
    id: photo.id,
    file: photo.picture,
    product: { id: product.id, name: product.name },
    storeId: photo.store,
    authorId: of.authorId,
    author: of.author,
    at: instantOf(photo.created) ?? 0,
    stars: (review.stars || 1) as Print['stars'],
    printer: review.printer,
    material: orAbsent(review.material),
    layerMm: orAbsent(review.layerMm),
    exposureS: orAbsent(review.exposureS),
    supports: orAbsent(review.supports),
    variant: review.variant,
    mature: product.mature,
  };
}
