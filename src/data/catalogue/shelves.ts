import type PocketBase from 'pocketbase';
import {
  SHELVES_MAX,
  SHELVES_OF_PRODUCT_MAX,
  type ShelfDraft,
  type ShelfRefusal,
} from '../../domain/catalogue/shelf.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

const h = tables.shelves.as('h');
const p = tables.products.as('p');
const c = tables.coupons.as('c');
const SHELF = shape({ id: h.id, name: h.name, slug: h.slug });
const PRODUCT = shape({ id: p.id });
const COUPON = shape({ code: c.code, shelves: c.shelves });

/** A seller's shelves: created, filled, ordered and removed, always within one store. */

const IS_ON_SHELF = sql`EXISTS (SELECT 1 FROM json_each(products.shelves) WHERE value = {:shelf})`;
const CHOSEN = sql`id IN (SELECT value FROM json_each({:chosen}))`;

/** A store's shelf for editing, with the products on it except archived ones; null if there is none. */
export async function shelfOfStore(
  pb: PocketBase,
  storeId: string,
  shelfId: string,
): Promise<(ShelfDraft & { id: string }) | null> {
  if (!isRecordId(shelfId)) return null;
  const which = { shelfId, storeId };
  const [[shelf], products] = await ask(
    pb,
    select(
      SHELF,
      sql`SELECT ${SHELF} FROM shelves h WHERE h.id = {:shelfId} AND h.store = {:storeId}`,
      which,
    ),
    select(
      PRODUCT,
      sql`SELECT ${PRODUCT} FROM products p WHERE p.store = {:storeId} AND p.state <> 'archived'
        AND EXISTS (SELECT 1 FROM json_each(p.shelves) WHERE value = {:shelfId}) ORDER BY p.id`,
      which,
    ),
  );
  return shelf ? { ...shelf, productIds: products.map(({ id }) => id) } : null;
}

/** Creates a shelf after the others, with these products on it. Returns its id or the refusal. */
export async function addShelf(
  pb: PocketBase,
  storeId: string,
  draft: ShelfDraft,
  now: Instant,
): Promise<{ id: string } | { refusal: ShelfRefusal }> {
  const id = newRecordId();
  const at = { shelf: id, store: storeId, now: dateOf(now) };
  const steps = transaction(pb).exec(
    sql`INSERT INTO shelves (id, store, slug, name, position, productCount, created, updated)
      SELECT {:shelf}, {:store}, {:slug}, {:name},
        (SELECT COALESCE(max(position) + 1, 0) FROM shelves WHERE store = {:store}), 0, {:now}, {:now}
      WHERE (SELECT count(*) FROM shelves WHERE store = {:store}) < {:most}`,
    { ...at, slug: draft.slug, name: draft.name, most: SHELVES_MAX },
    { expect: 1, else: 'too-many' },
  );
  fill(steps, at, draft.productIds);
  const refusal = await shelfRefusalOf(steps);
  return refusal ? { refusal } : { id };
}

/** Saves a shelf's name, slug and products. */
export async function changeShelf(
  pb: PocketBase,
  storeId: string,
  { id, ...draft }: ShelfDraft & { id: string },
  now: Instant,
): Promise<ShelfRefusal | null> {
  const at = { shelf: id, store: storeId, now: dateOf(now) };
  const steps = transaction(pb).exec(
    sql`UPDATE shelves SET name = {:name}, slug = {:slug}, updated = {:now} WHERE id = {:shelf} AND store = {:store}`,
    { ...at, slug: draft.slug, name: draft.name },
    { expect: 1, else: 'gone' },
  );
  fill(steps, at, draft.productIds);
  return shelfRefusalOf(steps);
}

/** Removes a shelf. Its products stay in the store; coupons for it no longer cover them. */
export async function removeShelf(
  pb: PocketBase,
  storeId: string,
  shelfId: string,
  now: Instant,
): Promise<ShelfRefusal | null> {
  const at = { shelf: shelfId, store: storeId, now: dateOf(now) };
  const steps = transaction(pb).exec(
    sql`DELETE FROM shelves WHERE id = {:shelf} AND store = {:store}`,
    { shelf: shelfId, store: storeId },
    { expect: 1, else: 'gone' },
  );
  for (const table of [sql`products`, sql`coupons`])
    steps.exec(
      sql`UPDATE ${table} SET updated = {:now},
          shelves = (SELECT json_group_array(value) FROM json_each(${table}.shelves) WHERE value <> {:shelf})
        WHERE store = {:store} AND EXISTS (SELECT 1 FROM json_each(${table}.shelves) WHERE value = {:shelf})`,
      at,
    );
  storeChanged(steps, at);
  return shelfRefusalOf(steps);
}

/** Orders a store's shelves; `shelfIds` must contain all of them. */
export async function orderShelves(
  pb: PocketBase,
  storeId: string,
  shelfIds: readonly string[],
  now: Instant,
): Promise<ShelfRefusal | null> {
  const at = { store: storeId, now: dateOf(now) };
  const steps = transaction(pb).exec(
    sql`UPDATE shelves SET position = (SELECT key FROM json_each({:ids}) WHERE value = shelves.id), updated = {:now}
      WHERE store = {:store} AND id IN (SELECT value FROM json_each({:ids}))
        AND (SELECT count(*) FROM shelves WHERE store = {:store}) = {:count}`,
    { ...at, ids: JSON.stringify(shelfIds), count: shelfIds.length },
    { expect: shelfIds.length, else: 'order' },
  );
  storeChanged(steps, at);
  return shelfRefusalOf(steps);
}

/** Codes of a store's coupons by the shelf they apply to. */
export async function couponCodesByShelf(pb: PocketBase, storeId: string): Promise<Map<string, string[]>> {
  const [found] = await ask(
    pb,
    select(
      COUPON,
      sql`SELECT ${COUPON} FROM coupons c WHERE c.store = {:storeId} AND c.scope = 'shelves' ORDER BY c.code`,
      { storeId },
    ),
  );
  const codes = new Map<string, string[]>();
  for (const { code, shelves } of found)
    for (const shelf of shelves) codes.set(shelf, [...(codes.get(shelf) ?? []), code]);
  return codes;
}

interface At {
  shelf: string;
  store: string;
  now: string;
}

/** Sets the products on a shelf and recounts it; refused if one of them cannot be on it. */
function fill(steps: Transaction, at: At, productIds: readonly string[]): void {
  const chosen = [...new Set(productIds)];
  const params = { ...at, chosen: JSON.stringify(chosen) };
  steps
    .exec(
      sql`UPDATE products SET updated = {:now},
          shelves = (SELECT json_group_array(value) FROM json_each(products.shelves) WHERE value <> {:shelf})
        WHERE store = {:store} AND ${IS_ON_SHELF} AND NOT ${CHOSEN}`,
      params,
    )
    .exec(
      sql`UPDATE products SET updated = {:now}, shelves = json_insert(shelves, '$[#]', {:shelf})
        WHERE store = {:store} AND ${CHOSEN} AND NOT ${IS_ON_SHELF} AND json_array_length(shelves) < {:most}`,
      { ...params, most: SHELVES_OF_PRODUCT_MAX },
    )
    .exec(
      sql`UPDATE shelves SET updated = {:now} WHERE id = {:shelf}
        AND (SELECT count(*) FROM products WHERE store = {:store} AND ${IS_ON_SHELF}) = {:count}`,
      { ...at, count: chosen.length },
      { expect: 1, else: 'products' },
    );
  countShelves(steps, at.store, [at.shelf]);
  storeChanged(steps, at);
}

/**
 * Adds a step that recounts the published products on these shelves of a store. If a product moves between shelves,
 * pass the old and the new ones.
 */
export function countShelves(steps: Transaction, storeId: string, shelfIds: readonly string[]): Transaction {
  return steps.exec(
    sql`UPDATE shelves SET productCount = (SELECT count(*) FROM products WHERE products.store = {:store}
        AND products.state = 'published'
        AND EXISTS (SELECT 1 FROM json_each(products.shelves) WHERE value = shelves.id))
      WHERE store = {:store} AND id IN (SELECT value FROM json_each({:shelves}))`,
    { store: storeId, shelves: JSON.stringify(shelfIds) },
  );
}

/** Store pages are cached by the store's id; a change of its row invalidates them. */
function storeChanged(steps: Transaction, at: Pick<At, 'store' | 'now'>): void {
  steps.exec(sql`UPDATE stores SET updated = {:now} WHERE id = {:store}`, { store: at.store, now: at.now });
}

async function shelfRefusalOf(steps: Transaction): Promise<ShelfRefusal | null> {
  const refusal = await refusalOf(steps, ['conflict', 'gone', 'too-many', 'products', 'order'] as const);
  return refusal === 'conflict' ? 'slug-taken' : refusal;
}
