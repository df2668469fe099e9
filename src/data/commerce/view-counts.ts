import type PocketBase from 'pocketbase';
import { weekOf } from '../../domain/commerce/origin-figures.ts';
import type { ViewCount } from '../../domain/commerce/view-count.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { NEW_ID_SQL, newRecordId } from '../kernel/record-id.ts';
import type { ViewCountsRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

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
  const any = (field: string) => ids.map((id) => pb.filter(`${field} = {:id}`, { id })).join(' || ');
  const [stores, products] = await Promise.all([
    pb.collection('stores').getList<{ id: string }>(1, ids.length, {
      filter: `${pb.filter('owner = {:ownerId}', { ownerId })} && (${any('id')})`,
      fields: 'id',
      skipTotal: true,
    }),
    pb.collection('products').getList<{ id: string }>(1, ids.length, {
      filter: `${pb.filter('store.owner = {:ownerId}', { ownerId })} && (${any('id')})`,
      fields: 'id',
      skipTotal: true,
    }),
  ]);
  return new Set([...stores.items, ...products.items].map(({ id }) => id));
}

/** One page's counts of one day; `productId` is null for the store page. `day` is its start in UTC. */
export interface DayViews extends ViewCount {
  productId: string | null;
  day: Instant;
}

const ROWS_A_QUERY = 1000;

/**
 * A store's page views by day, oldest first. Null if there are more than `limit` rows.
 * @param span from (inclusive) and to (exclusive), null if open; `productId` null for all pages.
 * @param limit a multiple of 1000.
 */
export async function viewsOfStore(
  pb: PocketBase,
  storeId: string,
  { productId, from, to }: { productId: string | null; from: Instant | null; to: Instant | null },
  limit: number,
): Promise<DayViews[] | null> {
  const filter = [
    pb.filter('store = {:storeId}', { storeId }),
    ...(productId === null ? [] : [pb.filter('product = {:productId}', { productId })]),
    ...(from === null ? [] : [pb.filter('day >= {:from}', { from: dayText(from) })]),
    // `to` is exclusive, so an end at midnight leaves out the day that begins then.
    ...(to === null ? [] : [pb.filter('day <= {:last}', { last: dayText(to - 1) })]),
  ].join(' && ');
  const rows: DayViews[] = [];
  for (let page = 1; ; page++) {
    const { items } = await pb.collection('view_counts').getList<ViewCountsRecord>(page, ROWS_A_QUERY, {
      filter,
      sort: 'day,product',
      fields: 'product,day,views,visits,carts',
      skipTotal: true,
    });
    if (page * ROWS_A_QUERY > limit && items.length > 0) return null;
    for (const { product, day, views, visits, carts } of items)
      rows.push({
        productId: product === '' ? null : product,
        day: Date.parse(`${day}T00:00:00Z`),
        views,
        visits,
        carts,
      });
    if (items.length < ROWS_A_QUERY) return rows;
  }
}

const dayText = (at: Instant) => new Date(at).toISOString().slice(0, 10);
