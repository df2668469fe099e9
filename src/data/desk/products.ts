import type PocketBase from 'pocketbase';
import { deskSearch } from '../../domain/desk/search-text.ts';
import { ask, first, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { dateOrNone, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type DeskPlace, LAST } from './people.ts';

/** Products as the operator desk lists them. */

const p = tables.products.as('p');

const OF_PRODUCT = {
  id: p.id,
  name: p.name,
  /** The main picture's file, or "". */
  picture: value(sql`coalesce(p.images ->> '$[0]', '')`, text),
  storeId: p.store,
  storeName: value(sql`coalesce((SELECT s.name FROM stores s WHERE s.id = p.store), '')`, text),
  state: p.state,
  suspendedWhy: p.suspendedWhy,
  priceCents: p.priceCents,
  free: p.free,
  /** What the seller declared; "" for nothing yet. For a licence from whom and which one. */
  originKind: p.originKind.or(''),
  originFrom: p.originFrom,
  originLicence: p.originLicence,
  /** The seller's description, for reviewing; "" unless it waits for that. */
  description: value(sql`CASE WHEN p.state = 'in-review' THEN p.description ELSE '' END`, text),
  /** Since when it waits for review; null where it does not. */
  reviewSince: value(sql`CASE WHEN p.state = 'in-review' THEN p.reviewSince ELSE '' END`, dateOrNone),
  createdAt: p.created,
  /** Names this version: a deed about another one is refused. */
  updatedAt: p.updated,
};
const BY_AGE = shape({ product: OF_PRODUCT, key: value(sql`p.created`, text) });
const BY_NAME = shape({ product: OF_PRODUCT, key: p.name });
const BY_WAIT = shape({ product: OF_PRODUCT, key: value(sql`p.reviewSince`, text) });

export type DeskProductRow = RowOf<typeof OF_PRODUCT>;

const NEWEST = sql`SELECT ${BY_AGE} FROM products p
  WHERE (p.created, p.id) < ({:key}, {:id}) ORDER BY p.created DESC, p.id DESC LIMIT {:limit}`;
const OF_NAME = sql`SELECT ${BY_NAME} FROM products p
  WHERE p.name COLLATE NOCASE >= {:text} AND p.name COLLATE NOCASE < {:end}
    AND (p.name COLLATE NOCASE, p.id) > ({:key}, {:id})
  ORDER BY p.name COLLATE NOCASE, p.id LIMIT {:limit}`;
const OF_STORE = sql`SELECT ${BY_AGE} FROM products p
  WHERE p.store = {:storeId} AND (p.created, p.id) < ({:key}, {:id})
  ORDER BY p.created DESC, p.id DESC LIMIT {:limit}`;
const IN_REVIEW = sql`SELECT ${BY_WAIT} FROM products p
  WHERE p.state = 'in-review' AND (p.reviewSince, p.id) > ({:key}, {:id})
  ORDER BY p.reviewSince, p.id LIMIT {:limit}`;
const byIds = (ids: readonly string[]) =>
  select(BY_AGE, sql`SELECT ${BY_AGE} FROM products p WHERE p.id IN (SELECT value FROM json_each({:ids}))`, {
    ids,
  });

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
  const { text: named, end, id } = deskSearch(typed);
  const place = { key: after?.key ?? '', id: after?.id ?? '', limit: limit + 1 };
  const page = inReview
    ? select(BY_WAIT, IN_REVIEW, place)
    : storeId !== null
      ? select(BY_AGE, OF_STORE, { ...place, ...(after ?? LAST), storeId })
      : named === ''
        ? select(BY_AGE, NEWEST, { ...place, ...(after ?? LAST) })
        : select(BY_NAME, OF_NAME, { ...place, text: named, end });
  const isSearch = !inReview && storeId === null && named !== '';
  const ids = isSearch && after === null ? [...(id === '' ? [] : [id]), ...found] : [];
  const [rows, exact] = await ask(pb, page, byIds(ids));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const all = new Map([...exact, ...shown].map(({ product }) => [product.id, product]));
  return {
    rows: [...all.values()],
    next: rows.length > limit && last ? { key: last.key, id: last.product.id } : null,
  };
}

/** One product; null where there is none with this id. */
export async function deskProductRow(pb: PocketBase, id: string): Promise<DeskProductRow | null> {
  const row = await first(pb, byIds([id]));
  return row?.product ?? null;
}
