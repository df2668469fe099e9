import type PocketBase from 'pocketbase';
import type { ProductState } from '../../domain/catalogue/product.ts';
import { deskSearch } from '../../domain/desk/search-text.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';
import { type DeskPlace, LAST } from './people.ts';

/** Products as the operator desk lists them. */

export interface DeskProductRow {
  id: string;
  name: string;
  /** The main picture's file, or "". */
  picture: string;
  storeId: string;
  storeName: string;
  state: ProductState;
  suspendedWhy: string;
  priceCents: number;
  free: boolean;
  /** What the seller declared: "own", "licensed", or "" for nothing yet; for a licence from whom and which one. */
  originKind: 'own' | 'licensed' | '';
  originFrom: string;
  originLicence: string;
  /** The seller's description, for reviewing; "" unless it waits for that. */
  description: string;
  /** Since when it waits for review; null where it does not. */
  reviewSince: Instant | null;
  createdAt: Instant;
  /** Names this version: a deed about another one is refused. */
  updatedAt: Instant;
}

interface Row {
  id: string;
  sortKey: string;
  name: string;
  picture: string;
  storeId: string;
  storeName: string;
  state: ProductState | '';
  suspendedWhy: string;
  priceCents: number;
  free: number;
  originKind: 'own' | 'licensed' | '';
  originFrom: string;
  originLicence: string;
  description: string;
  reviewSince: string;
  created: string;
  updated: string;
}
const COLUMNS = [
  ...(['id', 'sortKey', 'name', 'picture', 'storeId', 'storeName', 'state', 'suspendedWhy'] as const),
  ...(['priceCents', 'free', 'originKind', 'originFrom', 'originLicence'] as const),
  ...(['description', 'reviewSince', 'created', 'updated'] as const),
];
const PRODUCT = sql`p.id AS id, p.name AS name, coalesce(p.images ->> '$[0]', '') AS picture, p.store AS storeId,
  coalesce((SELECT s.name FROM stores s WHERE s.id = p.store), '') AS storeName, p.state AS state,
  p.suspendedWhy AS suspendedWhy, p.priceCents AS priceCents, p.free AS free, p.originKind AS originKind,
  p.originFrom AS originFrom, p.originLicence AS originLicence, CASE WHEN p.state = 'in-review' THEN p.description ELSE '' END AS description,
  p.reviewSince AS reviewSince,
  p.created AS created, p.updated AS updated`;

const NEWEST = sql`SELECT ${PRODUCT}, p.created AS sortKey FROM products p
  WHERE (p.created, p.id) < ({:key}, {:id}) ORDER BY p.created DESC, p.id DESC LIMIT {:limit}`;
const BY_NAME = sql`SELECT ${PRODUCT}, p.name AS sortKey FROM products p
  WHERE p.name COLLATE NOCASE >= {:text} AND p.name COLLATE NOCASE < {:end}
    AND (p.name COLLATE NOCASE, p.id) > ({:key}, {:id})
  ORDER BY p.name COLLATE NOCASE, p.id LIMIT {:limit}`;
const OF_STORE = sql`SELECT ${PRODUCT}, p.created AS sortKey FROM products p
  WHERE p.store = {:storeId} AND (p.created, p.id) < ({:key}, {:id})
  ORDER BY p.created DESC, p.id DESC LIMIT {:limit}`;
const IN_REVIEW = sql`SELECT ${PRODUCT}, p.reviewSince AS sortKey FROM products p
  WHERE p.state = 'in-review' AND (p.reviewSince, p.id) > ({:key}, {:id})
  ORDER BY p.reviewSince, p.id LIMIT {:limit}`;
const BY_IDS = sql`SELECT ${PRODUCT}, '' AS sortKey FROM products p
  WHERE p.id IN (SELECT value FROM json_each({:ids}))`;

/** What a list of products shows; without a store and a text the newest. */
export interface DeskProductQuery {
  text: string;
  storeId: string | null;
  inReview: boolean;
  /** Products that the public search finds for the text, shown first. */
  found: readonly string[];
}

/** A page of products: the newest, a store's, those in review (longest waiting first), or those that the text names. */
export async function deskProducts(
  pb: PocketBase,
  { text: typed, storeId, inReview, found }: DeskProductQuery,
  after: DeskPlace | null,
  limit: number,
): Promise<{ rows: DeskProductRow[]; next: DeskPlace | null }> {
  const { text, end, id } = deskSearch(typed);
  const place = { key: after?.key ?? '', id: after?.id ?? '', limit: limit + 1 };
  const page = inReview
    ? query<Row>(IN_REVIEW, place, COLUMNS)
    : storeId !== null
      ? query<Row>(OF_STORE, { ...place, ...(after ?? LAST), storeId }, COLUMNS)
      : text === ''
        ? query<Row>(NEWEST, { ...place, ...(after ?? LAST) }, COLUMNS)
        : query<Row>(BY_NAME, { ...place, text, end }, COLUMNS);
  const isSearch = !inReview && storeId === null && text !== '';
  const ids = isSearch && after === null ? [...(id === '' ? [] : [id]), ...found] : [];
  const [rows, named] = await ask(pb, page, query<Row>(BY_IDS, { ids }, COLUMNS));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const all = new Map([...named, ...shown].map((row) => [row.id, row]));
  return {
    rows: [...all.values()].map(productRowOf),
    next: rows.length > limit && last ? { key: last.sortKey, id: last.id } : null,
  };
}

/** One product; null where there is none with this id. */
export async function deskProductRow(pb: PocketBase, id: string): Promise<DeskProductRow | null> {
  const [[row]] = await ask(pb, query<Row>(BY_IDS, { ids: [id] }, COLUMNS));
  return row ? productRowOf(row) : null;
}

function productRowOf(row: Row): DeskProductRow {
  return {
    id: row.id,
    name: row.name,
    picture: row.picture,
    storeId: row.storeId,
    storeName: row.storeName,
    state: row.state === '' ? 'draft' : row.state,
    suspendedWhy: row.suspendedWhy,
    priceCents: row.priceCents,
    free: row.free === 1,
    originKind: row.originKind,
    originFrom: row.originFrom,
    originLicence: row.originLicence,
    description: row.description,
    reviewSince: row.state === 'in-review' ? instantOf(row.reviewSince) : null,
    createdAt: instantOf(row.created) ?? 0,
    updatedAt: instantOf(row.updated) ?? 0,
  };
}
