import type PocketBase from 'pocketbase';
import type { OpenPrice } from '../../domain/catalogue/price/open-price.ts';
import type { ProductState } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { instantOf, orAbsent, textsIn } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import type { ProductsRecord } from '../kernel/records.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { openPriceOf } from './product-fields.ts';

/** The list of a seller's products: a page of it and their number, in one trip. */

/** A row of the product list. */
export interface SellerProductRow {
  id: string;
  name: string;
  state: ProductState;
  priceCents: number;
  free: boolean;
  openPrice: OpenPrice | null;
  salePercent: number;
  saleFrom: Instant | null;
  saleTo: Instant | null;
  mainImage: string | null;
  tags: string[];
  shelves: string[];
  publishAt: Instant | null;
  updatedAt: Instant;
}

export const SELLER_PRODUCT_SORTS = {
  newest: sql`p.created DESC, p.id DESC`,
  changed: sql`p.updated DESC, p.id DESC`,
  name: sql`p.name, p.id`,
  price: sql`p.priceCents, p.id`,
  popular: sql`p.popularity DESC, p.id DESC`,
} as const;
export type SellerProductSort = keyof typeof SELLER_PRODUCT_SORTS;

/** Words of a search that are looked for. */
const WORDS_MAX = 8;

const OWN = sql`p.store = {:storeId} AND iif({:state} = '', p.state <> 'archived', p.state = {:state})`;
/** Every word stands in the name or in a tag. */
const WITH_WORDS = sql`NOT EXISTS (SELECT 1 FROM json_each({:words}) w
  WHERE p.name NOT LIKE w.value ESCAPE '!' AND coalesce(p.tags, '') NOT LIKE w.value ESCAPE '!')`;

/** What is asked for. All but a shelf's products are counted, and words looked for, in an index alone. */
const WANTED = {
  all: OWN,
  words: sql`p.id IN (SELECT p.id FROM products p INDEXED BY products_store_names WHERE ${OWN} AND ${WITH_WORDS})`,
  shelf: sql`${OWN} AND EXISTS (SELECT 1 FROM json_each(p.shelves) WHERE value = {:shelf}) AND ${WITH_WORDS}`,
} as const;
const COUNTED = {
  all: sql`products p INDEXED BY products_store_names WHERE ${OWN}`,
  words: sql`products p INDEXED BY products_store_names WHERE ${OWN} AND ${WITH_WORDS}`,
  shelf: sql`products p WHERE ${WANTED.shelf}`,
} as const;

type Row = Pick<
  ProductsRecord,
  | 'id'
  | 'name'
  | 'priceCents'
  | 'suggestedCents'
  | 'salePercent'
  | 'saleFrom'
  | 'saleTo'
  | 'publishAt'
  | 'updated'
> & {
  state: ProductState;
  mainImage: string;
  tags: string | null;
  shelves: string;
  free: number;
  openPrice: number;
};

const pageQuery = (wanted: Sql, order: Sql, params: Record<string, string | number | readonly string[]>) =>
  query<Row>(
    sql`SELECT p.id, p.name, p.state, p.priceCents, p.free, p.openPrice, p.suggestedCents, p.salePercent, p.saleFrom, p.saleTo,
        coalesce(json_extract(iif(p.images = '', '[]', p.images), '$[0]'), '') AS mainImage, p.tags, p.shelves, p.publishAt, p.updated
      FROM products p WHERE ${wanted} ORDER BY ${order} LIMIT {:perPage} OFFSET {:skipped}`,
    params,
    [
      'id',
      'name',
      'state',
      'priceCents',
      'free',
      'openPrice',
      'suggestedCents',
      'salePercent',
      'saleFrom',
      'saleTo',
      'mainImage',
      'tags',
      'shelves',
      'publishAt',
      'updated',
    ],
  );

/** The first words of a search, as patterns for `LIKE … ESCAPE '!'`. */
export function wordPatterns(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)
    .map((word) => `%${word.replace(/[!%_]/g, '!$&')}%`);
}

/** What a list of products is narrowed to. */
interface Narrowed {
  text: string;
  state: ProductState | null;
  shelf: string | null;
}

/** How a narrowed list is asked for. */
function narrowing(storeId: string, { text, state, shelf }: Narrowed) {
  const words = wordPatterns(text);
  const wanted = shelf ? 'shelf' : words.length > 0 ? 'words' : 'all';
  return { wanted, common: { storeId, state: state ?? '', words, shelf: shelf ?? '' } } as const;
}

/** The ids of a store's products that a search finds, the newest first and at most `most`. */
export async function foundProductIds(
  pb: PocketBase,
  storeId: string,
  narrowed: Narrowed,
  most: number,
): Promise<string[]> {
  const { wanted, common } = narrowing(storeId, narrowed);
  const [rows] = await ask(
    pb,
    query<{ id: string }>(
      sql`SELECT p.id FROM products p WHERE ${WANTED[wanted]} ORDER BY ${SELLER_PRODUCT_SORTS.newest} LIMIT {:most}`,
      { ...common, most },
      ['id'],
    ),
  );
  return rows.map(({ id }) => id);
}

/** One page (from 1) of a store's products; archived ones only if that state is requested. */
export async function sellerProducts(
  pb: PocketBase,
  storeId: string,
  asked: Narrowed & { page: number; perPage: number; sort: SellerProductSort },
): Promise<{ rows: SellerProductRow[]; total: number }> {
  const { wanted, common } = narrowing(storeId, asked);
  const [rows, counts] = await ask(
    pb,
    pageQuery(WANTED[wanted], SELLER_PRODUCT_SORTS[asked.sort], {
      ...common,
      perPage: asked.perPage,
      skipped: (asked.page - 1) * asked.perPage,
    }),
    query<{ total: number }>(sql`SELECT count(*) AS total FROM ${COUNTED[wanted]}`, common, ['total']),
  );
  return { rows: rows.map(rowOf), total: counts[0]?.total ?? 0 };
}

const rowOf = (row: Row): SellerProductRow => ({
  id: row.id,
  name: row.name,
  state: row.state,
  priceCents: row.priceCents,
  free: row.free === 1,
  openPrice: openPriceOf(row),
  salePercent: row.salePercent,
  saleFrom: instantOf(row.saleFrom),
  saleTo: instantOf(row.saleTo),
  mainImage: orAbsent(row.mainImage),
  tags: textsIn(row.tags ?? ''),
  shelves: textsIn(row.shelves),
  publishAt: instantOf(row.publishAt),
  updatedAt: instantOf(row.updated) ?? 0,
});
