import type PocketBase from 'pocketbase';
import type { ProductCard } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, type QueryParams, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { dateOrNone, flag, number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { CARD_TERMS_SQL, cardTerms } from './price-terms.ts';
import { isListed, openPriceIn, saleIn, starsIn } from './product-parts.ts';

/**
 * Lists of products as cards show them. Each list is one question that reads as many products as it shows: the order of
 * its tables is written down (CROSS JOIN), because a planner without statistics would begin with all stores.
 */

const p = tables.products.as('p');
const s = tables.stores.as('s');

const CARD = shape({
  id: p.id,
  name: p.name,
  store: { id: s.id, slug: s.slug, name: s.name },
  mainImage: value(sql`coalesce(iif(json_valid(p.images), p.images ->> '$[0]', ''), '')`, text),
  mainImageAlt: value(
    sql`coalesce(iif(json_valid(p.imageAlts), p.imageAlts ->> '$[0]', NULL), p.name)`,
    text,
  ),
  priceCents: p.priceCents,
  free: p.free,
  openPrice: openPriceIn(p),
  sale: saleIn(p),
  terms: value(CARD_TERMS_SQL, text).as(cardTerms),
  promisedDay: value(
    sql`(SELECT w.promisedDay FROM pre_orders w WHERE w.product = p.id AND w.state = 'open')`,
    dateOrNone,
  ),
  scale: p.scale,
  supports: p.supports,
  heightMm: p.sizeZ.orNull,
  mature: value(sql`p.mature OR s.mature`, flag),
  stars: starsIn(p),
  ai: p.ai,
});
const LISTED_ID = shape({ id: p.id, at: p.publishedAt.or(0) });
const TOTAL = shape({ total: value(sql`count(*)`, number) });

/** Listed products, those marked mature only if `{:mature}`. */
const LISTED = sql`${isListed(p, s)}
  AND ({:mature} OR (p.mature = 0 AND s.mature = 0))`;

const NEWEST = sql`ORDER BY p.publishedAt DESC, p.id DESC LIMIT {:limit}`;

const WITH_STORE = sql`products p CROSS JOIN stores s ON s.id = p.store`;

/** A question for cards; `from` names the tables and what follows them. */
const cards = (from: Sql, params: QueryParams) => select(CARD, sql`SELECT ${CARD} FROM ${from}`, params);

/** Cards of the listed products among `ids`, in the order of `ids`; also mature ones. */
export function productCards(pb: PocketBase, ids: readonly string[]): Promise<ProductCard[]> {
  return cardsAmong(pb, ids, '', true);
}

/** A store's listed products among `ids`, in the order of `ids`. */
export function listedProductsOfStore(
  pb: PocketBase,
  storeId: string,
  ids: readonly string[],
  mature = false,
): Promise<ProductCard[]> {
  return cardsAmong(pb, ids, storeId, mature);
}

/** @param store whose products these are; "" for any. */
async function cardsAmong(
  pb: PocketBase,
  ids: readonly string[],
  store: string,
  mature: boolean,
): Promise<ProductCard[]> {
  const wanted = ids.filter(isRecordId);
  if (wanted.length === 0) return [];
  const [rows] = await ask(
    pb,
    cards(
      sql`json_each({:ids}) j CROSS JOIN products p ON p.id = j.value CROSS JOIN stores s ON s.id = p.store
        WHERE ${LISTED} AND ({:store} = '' OR p.store = {:store})`,
      { ids: [...new Set(wanted)], store, mature },
    ),
  );
  const found = new Map(rows.map((card) => [card.id, card]));
  return wanted.flatMap((id) => found.get(id) ?? []);
}

/** Later than any product. */
const LATEST = { at: 253_402_300_799_999, id: '' };

/** Ids of a store's listed products that are not mature, the newest first, behind one of them. */
export async function listedIdsOfStore(
  pb: PocketBase,
  storeId: string,
  { after, limit }: { after: { at: Instant; id: string } | null; limit: number },
): Promise<{ id: string; at: Instant }[]> {
  const { at, id } = after ?? LATEST;
  const [rows] = await ask(
    pb,
    select(
      LISTED_ID,
      sql`SELECT ${LISTED_ID} FROM products p WHERE p.store = {:storeId} AND p.state = 'published' AND p.mature = 0
        AND (p.publishedAt, p.id) < ({:at}, {:id}) ORDER BY p.publishedAt DESC, p.id DESC LIMIT {:limit}`,
      { storeId, at: dateOf(at), id, limit },
    ),
  );
  return rows;
}

export interface NewestOptions {
  limit: number;
  /** The slug of a marketplace category; its children are included. */
  category?: string;
  free?: boolean;
  /** Whether to include models marked mature. */
  mature?: boolean;
}

/** The newest listed products, newest first. */
export async function newestProducts(
  pb: PocketBase,
  { limit, category, free = false, mature = false }: NewestOptions,
): Promise<ProductCard[]> {
  const bound = { limit, mature };
  const [rows] = await ask(
    pb,
    category !== undefined
      ? cards(OF_CATEGORY, { ...bound, category, free })
      : free
        ? cards(sql`${WITH_STORE} WHERE p.free = 1 AND ${LISTED} ${NEWEST}`, bound)
        : cards(sql`${WITH_STORE} WHERE ${LISTED} ${NEWEST}`, bound),
  );
  return rows;
}

/** The newest of each category along its index, and of these the newest. */
const OF_CATEGORY = sql`categories c LEFT JOIN categories t ON t.id = c.parent
  CROSS JOIN products n ON n.id IN (SELECT p.id FROM ${WITH_STORE}
    WHERE p.category = c.id AND ({:free} = 0 OR p.free = 1) AND ${LISTED} ${NEWEST})
  CROSS JOIN products p ON p.id = n.id CROSS JOIN stores s ON s.id = p.store
  WHERE (c.slug = {:category} OR t.slug = {:category}) ${NEWEST}`;

/** The newest listed products of these stores, newest first. */
export async function newestOfStores(
  pb: PocketBase,
  storeIds: readonly string[],
  limit: number,
  mature = false,
): Promise<ProductCard[]> {
  if (storeIds.length === 0) return [];
  const stores = [...new Set(storeIds)];
  const [rows] = await ask(pb, cards(sql`${OF_STORES} ${NEWEST}`, { stores, each: limit, limit, mature }));
  return rows;
}

/** The newest `{:each}` of each store, along its index. */
const OF_STORES = sql`json_each({:stores}) j CROSS JOIN stores s ON s.id = j.value
  CROSS JOIN products p ON p.id IN (SELECT q.id FROM products q WHERE q.store = s.id AND q.state = 'published'
    AND ({:mature} OR q.mature = 0) ORDER BY q.publishedAt DESC, q.id DESC LIMIT {:each})
  WHERE ${LISTED}`;

/** A model as an example of its store. */
export interface Sample {
  id: string;
  name: string;
  picture: string;
}

/** The newest listed models of each of these stores, at most `each`, by store. */
export async function samplesOfStores(
  pb: PocketBase,
  storeIds: readonly string[],
  each: number,
  mature = false,
): Promise<Map<string, Sample[]>> {
  const stores = storeIds.filter(isRecordId);
  const samples = new Map(stores.map((store): [string, Sample[]] => [store, []]));
  if (stores.length === 0) return samples;
  const limit = stores.length * each;
  const [rows] = await ask(pb, cards(sql`${OF_STORES} ${NEWEST}`, { stores, each, limit, mature }));
  for (const { id, name, mainImage, store } of rows)
    samples.get(store.id)?.push({ id, name, picture: mainImage });
  return samples;
}

export interface StorePage {
  page: number;
  perPage: number;
  /** A shelf's id. */
  shelf?: string;
  /** Whether to include models marked mature. */
  mature?: boolean;
}

/** A store's products on one of its shelves; "" for all. An id is the same text in no other id. */
const ON_SHELF = sql`({:shelf} = '' OR instr(p.shelves, {:shelf}) > 0)`;

/** One page (from 1) of a visible store's listed products, newest first, and their total number. */
export async function productsOfStore(
  pb: PocketBase,
  store: string,
  { page, perPage, shelf = '', mature = false }: StorePage,
): Promise<{ cards: ProductCard[]; total: number }> {
  const bound = { store, shelf, mature };
  const [rows, [counted]] = await ask(
    pb,
    cards(
      sql`${WITH_STORE} WHERE p.store = {:store} AND ${ON_SHELF} AND ${LISTED} ${NEWEST} OFFSET {:offset}`,
      {
        ...bound,
        limit: perPage,
        offset: (page - 1) * perPage,
      },
    ),
    select(
      TOTAL,
      sql`SELECT ${TOTAL} FROM stores s CROSS JOIN products p ON p.store = s.id
        WHERE s.id = {:store} AND ${ON_SHELF} AND ${LISTED}`,
      bound,
    ),
  );
  return { cards: rows, total: counted?.total ?? 0 };
}

/** The newest listed products of a category itself, without those below it. */
export async function newestOfCategory(
  pb: PocketBase,
  category: string,
  limit: number,
  mature = false,
): Promise<ProductCard[]> {
  const [rows] = await ask(
    pb,
    cards(sql`${WITH_STORE} WHERE p.category = {:category} AND p.category <> '' AND ${LISTED} ${NEWEST}`, {
      ...{ category, limit, mature },
    }),
  );
  return rows;
}

/** The newest listed products of a store. */
export async function newestOfStore(
  pb: PocketBase,
  store: string,
  limit: number,
  mature = false,
): Promise<ProductCard[]> {
  const [rows] = await ask(
    pb,
    cards(sql`${WITH_STORE} WHERE p.store = {:store} AND ${LISTED} ${NEWEST}`, { store, limit, mature }),
  );
  return rows;
}

/** One page (from 1) of the listed products that are reduced in this sale week, in an order that favours nobody. */
export async function productsOfWeek(
  pb: PocketBase,
  week: string,
  { page, perPage, mature = false }: Omit<StorePage, 'shelf'>,
): Promise<{ cards: ProductCard[]; more: boolean }> {
  const [rows] = await ask(
    pb,
    cards(
      sql`sale_week_products e CROSS JOIN products p ON p.id = e.product CROSS JOIN stores s ON s.id = p.store
        WHERE e.week = {:week} AND p.salePercent = e.percent AND p.saleFrom = e.startsAt AND p.saleTo = e.endsAt AND ${LISTED}
        ORDER BY e.id LIMIT {:limit} OFFSET {:offset}`,
      { week, mature, limit: perPage + 1, offset: (page - 1) * perPage },
    ),
  );
  return { cards: rows.slice(0, perPage), more: rows.length > perPage };
}
