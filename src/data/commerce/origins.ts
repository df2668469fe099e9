import type PocketBase from 'pocketbase';
import { isOrigin, type ProductOrigin, type VisitOrigin } from '../../domain/commerce/origin.ts';
import type { OriginCount, OriginRow } from '../../domain/commerce/origin-figures.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import type { Transaction } from '../kernel/transaction.ts';

const w = tables.originWeeks.as('w');
const p = tables.products.as('p');

const COUNTS = { week: w.week, origin: w.origin, visits: w.visits, carts: w.carts, sales: w.sales };
const COUNT = shape(COUNTS);
const OF_PRODUCT = {
  productId: p.id,
  name: p.name,
  visits: value(sql`s.visits`, number),
  carts: value(sql`s.carts`, number),
  sales: value(sql`s.sales`, number),
};
const PRODUCT = shape(OF_PRODUCT);
const ROW = shape({ ...COUNTS, productId: w.product, name: p.name.orNull });

/** Where visits and sales came from; see domain/commerce/origin.ts. */

/** Notes where the buyer of an order that was just placed came from, for its own products. A trigger counts it when it is paid. */
export function withOrderOrigins(
  steps: Transaction,
  orderId: string,
  origins: readonly ProductOrigin[],
): Transaction {
  if (origins.length === 0) return steps;
  return steps.exec(
    sql`INSERT INTO order_origins (id, [[order]], product, store, origin)
      SELECT ${NEW_ID_SQL}, l.[[order]], l.product, l.store, r.value ->> '$.origin'
      FROM order_lines l JOIN json_each({:origins}) r ON r.value ->> '$.productId' = l.product
      WHERE l.[[order]] = {:order} AND l.store <> ''
      ON CONFLICT ([[order]], product) DO NOTHING`,
    { order: orderId, origins: JSON.stringify(origins) },
  );
}

/** Number of products to list. */
const MOST_PRODUCTS = 50;

/** Counts of one product over all weeks shown. */
export type ProductOrigins = RowOf<typeof OF_PRODUCT>;

/**
 * A store's counts by week and class, and its products with the most visits.
 * @param from the Monday of the first week: "2026-11-16".
 * @param productId a product of the store, or null for all.
 */
export async function originsOfStore(
  pb: PocketBase,
  storeId: string,
  from: string,
  productId: string | null,
): Promise<{ counts: ({ week: string; origin: VisitOrigin } & OriginCount)[]; products: ProductOrigins[] }> {
  const params = { store: storeId, from, product: productId ?? '', most: MOST_PRODUCTS };
  const [counts, products] = await ask(
    pb,
    select(
      COUNT,
      sql`SELECT ${COUNT} FROM origin_weeks w
        WHERE w.store = {:store} AND w.week >= {:from} AND w.product = {:product} ORDER BY w.week, w.origin`,
      params,
    ),
    select(
      PRODUCT,
      sql`SELECT ${PRODUCT}
        FROM (SELECT product, sum(visits) AS visits, sum(carts) AS carts, sum(sales) AS sales FROM origin_weeks
          WHERE store = {:store} AND week >= {:from} AND product <> '' GROUP BY product
          ORDER BY 2 DESC, 4 DESC, 1 LIMIT {:most}) s
        JOIN products p ON p.id = s.product ORDER BY s.visits DESC, s.sales DESC, p.id`,
      params,
    ),
  );
  return {
    counts: counts.flatMap(({ origin, ...count }) => (isOrigin(origin) ? [{ ...count, origin }] : [])),
    products,
  };
}

/** A place in the export: after this row. */
export interface OriginPlace {
  week: string;
  product: string;
  origin: string;
}

/** A store's rows from the week `from` on, in order, after a place. `next` is where to go on; null at the end. */
export async function originRowsAfter(
  pb: PocketBase,
  storeId: string,
  from: string,
  after: OriginPlace | null,
  limit: number,
): Promise<{ rows: OriginRow[]; next: OriginPlace | null }> {
  const [rows] = await ask(
    pb,
    select(
      ROW,
      sql`SELECT ${ROW}
        FROM origin_weeks w LEFT JOIN products p ON p.id = w.product
        WHERE w.store = {:store} AND w.week >= {:from} AND w.product <> ''
          AND (w.week, w.product, w.origin) > ({:week}, {:product}, {:origin})
        ORDER BY w.week, w.product, w.origin LIMIT {:limit}`,
      { store: storeId, from, limit, ...(after ?? { week: '', product: '', origin: '' }) },
    ),
  );
  const last = rows.at(-1);
  return {
    rows: rows.flatMap(({ origin, ...row }) => (isOrigin(origin) ? [{ ...row, origin }] : [])),
    next:
      last && rows.length === limit
        ? { week: last.week, product: last.productId, origin: last.origin }
        : null,
  };
}
