import type PocketBase from 'pocketbase';
import type { Preview, Product, SizeMm } from '../../domain/catalogue/product.ts';
import { PRODUCT_FIELDS } from '../../domain/catalogue/product-fields.ts';
import { columnsOf } from '../kernel/field-columns.ts';
import { textsOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { from, maybe, type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { date, flag } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import {
  facetsIn,
  fileIn,
  isListed,
  isVisible,
  openPriceIn,
  picturesIn,
  printIn,
  readOutline,
  saleIn,
  sizeIn,
  starsIn,
} from './product-parts.ts';

/** The SDK's filter of products that the public may see. */
export const VISIBLE =
  "(state = 'published' || state = 'unlisted') && (store.state = 'open' || store.state = 'vacation')";

const p = tables.products.as('p');
const s = tables.stores.as('s');
const c = tables.categories.as('c');
const t = tables.categories.as('t');
const v = tables.previews.as('v');
const w = tables.preOrders.as('w');
const f = tables.productFiles.as('f');

const STORE = { id: s.id, slug: s.slug, name: s.name, logo: s.logo.orNull };
/** A product is for adults where it, or its store, is marked so. */
const MATURE = value(sql`p.mature OR s.mature`, flag);

const PRODUCT = shape({
  id: p.id,
  store: STORE,
  name: p.name,
  slug: p.slug,
  description: p.description,
  priceCents: p.priceCents,
  free: p.free,
  openPrice: openPriceIn(p),
  sale: saleIn(p),
  preOrder: maybe({ promisedDay: w.promisedDay, movedFrom: w.movedFrom }),
  category: maybe({
    id: c.id,
    slug: c.slug,
    name: c.name,
    parent: maybe({ id: t.id, slug: t.slug, name: t.name }),
  }),
  shelves: p.shelves,
  tags: p.tags.as(textsOf),
  facets: facetsIn(p),
  ...columnsOf(p, PRODUCT_FIELDS),
  size: sizeIn(p),
  outline: p.outline.as(readOutline),
  volumeMl: p.volumeMl.orNull,
  licences: p.licences,
  images: picturesIn(p),
  video: p.video.orNull,
  print: printIn(p),
  mature: MATURE,
  ai: p.ai,
  previewOff: p.previewOff,
  preview: from(
    { off: p.previewOff, made: maybe({ hash: v.sha256, size: sizeIn(v), sizeBytes: v.sizeBytes }) },
    previewOf,
  ),
  state: p.state,
  publishedAt: p.publishedAt,
  updatedAt: p.updated,
  stars: starsIn(p),
  printCount: p.printCount,
});
const FILE = shape(fileIn(f));

/** The preview by its hash; null where its seller shows none. */
function previewOf({
  off,
  made,
}: {
  off: boolean;
  made: (Omit<Preview, 'size'> & { size: SizeMm | null }) | null;
}): Preview | null {
  return made?.size && !off ? { ...made, size: made.size } : null;
}

const WITH_PARTS = sql`products p JOIN stores s ON s.id = p.store
  LEFT JOIN previews v ON v.product = p.id AND v.state = 'ready'
  LEFT JOIN pre_orders w ON w.product = p.id AND w.state = 'open'`;

/** A publicly visible product with its current files, in a category that is offered; null if there is none. */
export async function publishedProduct(pb: PocketBase, id: string): Promise<Product | null> {
  if (!isRecordId(id)) return null;
  const [[product], files] = await ask(
    pb,
    select(
      PRODUCT,
      sql`SELECT ${PRODUCT} FROM ${WITH_PARTS} LEFT JOIN categories c ON c.id = p.category AND c.hidden = FALSE
          LEFT JOIN categories t ON t.id = c.parent AND t.hidden = FALSE
        WHERE p.id = {:id} AND ${isVisible(p, s)} LIMIT 1`,
      { id },
    ),
    select(
      FILE,
      sql`SELECT ${FILE} FROM product_files f WHERE f.product = {:id} AND f.retiredAt = '' ORDER BY f.position, f.name`,
      { id },
    ),
  );
  return product ? { ...product, files } : null;
}

/** A product in any state, with its retired files, for its seller, its owners and the operator. */
export async function productById(pb: PocketBase, id: string): Promise<Product | null> {
  if (!isRecordId(id)) return null;
  const [[product], files] = await ask(
    pb,
    select(
      PRODUCT,
      sql`SELECT ${PRODUCT} FROM ${WITH_PARTS} LEFT JOIN categories c ON c.id = p.category
          LEFT JOIN categories t ON t.id = c.parent
        WHERE p.id = {:id} LIMIT 1`,
      { id },
    ),
    select(
      FILE,
      sql`SELECT ${FILE} FROM product_files f WHERE f.product = {:id} ORDER BY f.position, f.name`,
      { id },
    ),
  );
  return product ? { ...product, files } : null;
}

const FED = {
  id: p.id,
  store: STORE,
  name: p.name,
  description: p.description,
  priceCents: p.priceCents,
  free: p.free,
  openPrice: openPriceIn(p),
  sale: saleIn(p),
  images: picturesIn(p),
  mature: MATURE,
  publishedAt: p.publishedAt,
  /** When it or its store last changed. */
  changedAt: value(sql`max(p.updated, s.updated)`, date),
};
const FEED_PRODUCT = shape(FED);

/** A product as feeds name it. */
export type FeedProduct = RowOf<typeof FED>;

const NEWEST_FOR_ALL = sql`${isListed(p, s)} AND p.mature = FALSE AND s.mature = FALSE
  ORDER BY p.publishedAt DESC, p.id DESC LIMIT {:limit}`;

/** The newest listed products that are not mature, newest first; of one store if `storeId` is given. */
export async function newestForFeed(pb: PocketBase, limit: number, storeId?: string): Promise<FeedProduct[]> {
  const [found] = await ask(
    pb,
    storeId === undefined
      ? select(
          FEED_PRODUCT,
          sql`SELECT ${FEED_PRODUCT} FROM products p CROSS JOIN stores s ON s.id = p.store WHERE ${NEWEST_FOR_ALL}`,
          { limit },
        )
      : select(
          FEED_PRODUCT,
          sql`SELECT ${FEED_PRODUCT} FROM products p CROSS JOIN stores s ON s.id = p.store
            WHERE p.store = {:storeId} AND ${NEWEST_FOR_ALL}`,
          { limit, storeId },
        ),
  );
  return found;
}

const ID = shape({ id: p.id });

/** Whether the pictures of this product are public. */
export async function productIsPublic(pb: PocketBase, id: string): Promise<boolean> {
  if (!isRecordId(id)) return false;
  const [found] = await ask(
    pb,
    select(
      ID,
      sql`SELECT ${ID} FROM products p JOIN stores s ON s.id = p.store WHERE p.id = {:id} AND ${isVisible(p, s)}`,
      { id },
    ),
  );
  return found.length > 0;
}
