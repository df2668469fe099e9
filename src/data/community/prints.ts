import type PocketBase from 'pocketbase';
import { starsOf } from '../../domain/catalogue/rating.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag, number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

/** Photos of prints for galleries. */

const f = tables.reviewPhotos.as('f');
const r = tables.reviews.as('r');
const p = tables.products.as('p');
const u = tables.users.as('u');

const OF_PRINT = {
  id: f.id,
  file: f.picture,
  product: { id: p.id, name: p.name },
  storeId: f.store,
  /** Null once the account is deleted. */
  authorId: r.user.orNull,
  /** Null once the account is deleted. */
  author: u.username.or(null),
  at: f.created,
  stars: r.stars.as(starsOf),
  printer: r.printer,
  material: r.material,
  layerMm: r.layerMm.orNull,
  exposureS: r.exposureS.orNull,
  supports: r.supports,
  variant: r.variant,
  /** Whether its product or store is marked mature. */
  mature: value(sql`p.mature OR s.mature`, flag),
};
const PRINT = shape(OF_PRINT);
const ID = shape({ id: f.id });
const COUNTED = shape({ total: value(sql`count(*)`, number) });

/** A photo with its product, author and print settings. */
export type Print = RowOf<typeof OF_PRINT>;

/** The product `p` of the store `s` is one that the public may see. */
export const PUBLIC_PRODUCT = sql`p.state IN ('published', 'unlisted') AND s.state IN ('open', 'vacation')`;

/** A photo with its review, product and store, and its author where there still is one. */
const OF_PHOTO = sql`FROM review_photos f CROSS JOIN reviews r ON r.id = f.review CROSS JOIN products p ON p.id = f.product
  CROSS JOIN stores s ON s.id = f.store LEFT JOIN users u ON u.id = r.[[user]]`;
const SHOWN = sql`f.hiddenAt = '' AND r.hiddenAt = ''`;
const OF_PRODUCT = sql`${OF_PHOTO} WHERE f.product = {:productId} AND ${SHOWN}`;
const OF_STORE = sql`${OF_PHOTO} WHERE f.store = {:storeId} AND ${SHOWN} AND ${PUBLIC_PRODUCT}
  AND ({:mature} OR (p.mature = FALSE AND s.mature = FALSE))`;
const PAGE = sql`ORDER BY f.created DESC, f.id DESC LIMIT {:limit} OFFSET {:offset}`;

interface PageOfPrints {
  page: number;
  perPage: number;
}
export interface PrintsPage {
  prints: Print[];
  total: number;
}

const placeOf = ({ page, perPage }: PageOfPrints) => ({ limit: perPage, offset: (page - 1) * perPage });

/** The prints of a product on one page (from 1), newest first. The caller checks that the product is visible. */
export async function pageOfPrints(pb: PocketBase, productId: string, page: PageOfPrints): Promise<Print[]> {
  const [prints] = await ask(
    pb,
    select(PRINT, sql`SELECT ${PRINT} ${OF_PRODUCT} ${PAGE}`, { productId, ...placeOf(page) }),
  );
  return prints;
}

/** One page (from 1) of the prints of a product, and their total. The caller checks that the product is visible. */
export async function printsOfProduct(
  pb: PocketBase,
  productId: string,
  page: PageOfPrints,
): Promise<PrintsPage> {
  const [prints, [counted]] = await ask(
    pb,
    select(PRINT, sql`SELECT ${PRINT} ${OF_PRODUCT} ${PAGE}`, { productId, ...placeOf(page) }),
    select(COUNTED, sql`SELECT ${COUNTED} ${OF_PRODUCT}`, { productId }),
  );
  return { prints, total: counted?.total ?? 0 };
}

/** One page (from 1) of the prints of a store's visible products, newest first; those of mature products only if `mature`. */
export async function printsOfStore(
  pb: PocketBase,
  storeId: string,
  { mature, ...page }: PageOfPrints & { mature: boolean },
): Promise<PrintsPage> {
  const [prints, [counted]] = await ask(
    pb,
    select(PRINT, sql`SELECT ${PRINT} ${OF_STORE} ${PAGE}`, { storeId, mature, ...placeOf(page) }),
    select(COUNTED, sql`SELECT ${COUNTED} ${OF_STORE}`, { storeId, mature }),
  );
  return { prints, total: counted?.total ?? 0 };
}

/**
 * The newest prints of the whole marketplace, one of each product; those of mature products only if `mature`. It looks among
 * the newest `among` photos, so that a model with many photos does not fill the row.
 */
export async function newestPrints(
  pb: PocketBase,
  { limit, among, mature }: { limit: number; among: number; mature: boolean },
): Promise<Print[]> {
  const [prints] = await ask(
    pb,
    select(
      PRINT,
      sql`SELECT ${PRINT} ${OF_PHOTO} WHERE ${SHOWN} AND ${PUBLIC_PRODUCT} AND p.state = 'published'
        AND ({:mature} OR (p.mature = FALSE AND s.mature = FALSE))
        ORDER BY f.created DESC, f.id DESC LIMIT {:among}`,
      { among, mature },
    ),
  );
  const seen = new Set<string>();
  return prints.filter(({ product }) => !seen.has(product.id) && seen.add(product.id)).slice(0, limit);
}

/** A publicly visible print; null if there is none. */
export async function visiblePrint(pb: PocketBase, id: string): Promise<Print | null> {
  if (!isRecordId(id)) return null;
  return first(
    pb,
    select(PRINT, sql`SELECT ${PRINT} ${OF_PHOTO} WHERE f.id = {:id} AND ${SHOWN} AND ${PUBLIC_PRODUCT}`, {
      id,
    }),
  );
}

/** Whether a user may see a photo that is not public: they took it, or they sell the product. */
export async function canAlwaysSeePrint(pb: PocketBase, userId: string, id: string): Promise<boolean> {
  if (!isRecordId(id)) return false;
  const [found] = await ask(
    pb,
    select(
      ID,
      sql`SELECT ${ID} FROM review_photos f LEFT JOIN reviews r ON r.id = f.review LEFT JOIN stores s ON s.id = f.store
        WHERE f.id = {:id} AND (r.[[user]] = {:userId} OR s.owner = {:userId})`,
      { id, userId },
    ),
  );
  return found.length > 0;
}
