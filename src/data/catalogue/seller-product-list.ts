import type PocketBase from 'pocketbase';
import type { ProductState } from '../../domain/catalogue/product.ts';
import { textsOf } from '../kernel/fields.ts';
import { ask, type QueryParams, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { openPriceIn } from './product-parts.ts';

/** The list of a seller's products: a page of it and their number, in one trip. */

const p = tables.products.as('p');

const FIELDS = {
  id: p.id,
  name: p.name,
  state: p.state,
  priceCents: p.priceCents,
  free: p.free,
  openPrice: openPriceIn(p),
  salePercent: p.salePercent,
  saleFrom: p.saleFrom,
  saleTo: p.saleTo,
  mainImage: value(sql`json_extract(iif(p.images = '', '[]', p.images), '$[0]')`, text).orNull,
  tags: p.tags.as(textsOf),
  shelves: p.shelves,
  publishAt: p.publishAt,
  updatedAt: p.updated,
};
const ROW = shape(FIELDS);
const ID = shape({ id: p.id });
const TOTAL = shape({ total: value(sql`count(*)`, number) });

/** A row of the product list. */
export type SellerProductRow = RowOf<typeof FIELDS>;

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

const pageQuery = (wanted: Sql, order: Sql, params: QueryParams) =>
  select(
    ROW,
    sql`SELECT ${ROW} FROM products p WHERE ${wanted} ORDER BY ${order} LIMIT {:perPage} OFFSET {:skipped}`,
    params,
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
    select(
      ID,
      sql`SELECT ${ID} FROM products p WHERE ${WANTED[wanted]} ORDER BY ${SELLER_PRODUCT_SORTS.newest} LIMIT {:most}`,
      { ...common, most },
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
    select(TOTAL, sql`SELECT ${TOTAL} FROM ${COUNTED[wanted]}`, common),
  );
  return { rows, total: counts[0]?.total ?? 0 };
}
