import type PocketBase from 'pocketbase';
import { weekOf } from '../../domain/commerce/origin-figures.ts';
import type { ViewCount } from '../../domain/commerce/view-count.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL, newRecordId } from '../kernel/record-id.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const s = tables.stores.as('s');
const v = tables.viewCounts.as('v');

const OWN_ID = shape({ id: s.id });
const OF_DAY = {
  /** Null for the store page. */
  productId: v.product.orNull,
  /** Its start in UTC. */
  day: v.day.as((day): Instant => Date.parse(`${day}T00:00:00Z`)),
  views: v.views,
  visits: v.visits,
  carts: v.carts,
};
const DAY = shape(OF_DAY);

/** One page's counts of one day. */
export type DayViews = RowOf<typeof OF_DAY>;

const ADDED = sql`ON CONFLICT (store, day, product) DO UPDATE SET views = views + excluded.views,
  visits = visits + excluded.visits, carts = carts + excluded.carts`;
const VALUES = sql`{:day}, {:views}, {:visits}, {:carts}`;

const STORE_IS_VISIBLE = sql`state IN ('open', 'vacation')`;

/** Adds to a product's row if its page is public. */
const PRODUCT = sql`INSERT INTO view_counts (id, store, product, day, views, visits, carts)
  SELECT {:rowId}, store, id, ${VALUES} FROM products
  WHERE id = {:id} AND state IN ('published', 'unlisted')
    AND store IN (SELECT id FROM stores WHERE ${STORE_IS_VISIBLE}) ${ADDED}`;
const STORE = sql`INSERT INTO view_counts (id, store, product, day, views, visits, carts)
  SELECT {:rowId}, id, '', ${VALUES} FROM stores WHERE id = {:id} AND ${STORE_IS_VISIBLE} ${ADDED}`;

/** Adds to a product's week and to that of all products of its store, if its page is public. */
const ORIGIN = sql`INSERT INTO origin_weeks (id, store, product, week, origin, visits, carts, sales)
  SELECT ${NEW_ID_SQL}, p.store, k.product, {:week}, {:origin}, {:visits}, {:carts}, 0
  FROM products p, (SELECT {:id} AS product UNION ALL SELECT '') k
  WHERE p.id = {:id} AND p.state IN ('published', 'unlisted')
    AND p.store IN (SELECT id FROM stores WHERE ${STORE_IS_VISIBLE})
  ON CONFLICT (store, week, product, origin) DO UPDATE SET visits = visits + excluded.visits,
    carts = carts + excluded.carts`;

/**
 * Adds to the rows of a day in one transaction. Pages that are not public are skipped.
 * @param counts by "product/{id}", "product/{id}/{origin}" or "store/{id}".
 */
export async function addViewCounts(
  pb: PocketBase,
  at: Instant,
  counts: ReadonlyMap<string, ViewCount>,
): Promise<void> {
  if (counts.size === 0) return;
  const steps = transaction(pb);
  for (const [key, { views, visits, carts }] of counts) {
    const [kind, id, origin] = key.split('/');
    if (origin !== undefined) {
      steps.exec(ORIGIN, { id, week: weekOf(at), origin, visits, carts });
      continue;
    }
    const row = { rowId: newRecordId(), id, day: dayText(at), views, visits, carts };
    steps.exec(kind === 'store' ? STORE : PRODUCT, row);
  }
  await steps.run();
}

/** Which of these ids are the user's own store or its products. */
export async function idsOwnedBy(
  pb: PocketBase,
  ownerId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const [own] = await ask(
    pb,
    select(
      OWN_ID,
      sql`SELECT ${OWN_ID} FROM stores s WHERE s.owner = {:ownerId} AND s.id IN (SELECT value FROM json_each({:ids}))
        UNION ALL SELECT p.id FROM products p JOIN stores s ON s.id = p.store
        WHERE s.owner = {:ownerId} AND p.id IN (SELECT value FROM json_each({:ids}))`,
      { ownerId, ids },
    ),
  );
  return new Set(own.map(({ id }) => id));
}

/**
 * A store's page views by day, oldest first. Null if there are more than `limit` rows.
 * @param span from (inclusive) and to (exclusive), null if open; `productId` null for all pages.
 */
export async function viewsOfStore(
  pb: PocketBase,
  storeId: string,
  { productId, from, to }: { productId: string | null; from: Instant | null; to: Instant | null },
  limit: number,
): Promise<DayViews[] | null> {
  const [rows] = await ask(
    pb,
    select(
      DAY,
      sql`SELECT ${DAY} FROM view_counts v WHERE v.store = {:storeId} AND v.day >= {:first} AND v.day <= {:last}
          AND ({:isAll} OR v.product = {:productId}) ORDER BY v.day, v.product LIMIT {:most}`,
      {
        storeId,
        isAll: productId === null,
        productId: productId ?? '',
        first: from === null ? '' : dayText(from),
        // `to` is exclusive, so an end at midnight leaves out the day that begins then.
        last: to === null ? '9999-12-31' : dayText(to - 1),
        most: limit + 1,
      },
    ),
  );
  return rows.length > limit ? null : rows;
}

const dayText = (at: Instant) => new Date(at).toISOString().slice(0, 10);
