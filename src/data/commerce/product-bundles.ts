import type PocketBase from 'pocketbase';
import {
  BUNDLE_LIMITS,
  type BundleDraft,
  type BundleRefusal,
  type ProductBundle,
} from '../../domain/commerce/product-bundle.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { json } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

/** Bundles of products of one store. A store has few, so those of a product are found among its store's. */

const b = tables.productBundles.as('b');

const OF_BUNDLE = {
  id: b.id,
  title: b.title,
  cents: b.priceCents,
  /** Null where one of its products was deleted, so that not all parts are known. */
  parts: from(
    {
      ids: b.products,
      /** What each of its products costs. */
      prices: value(
        sql`(SELECT json_group_object(q.id, iif(q.free, 0, q.priceCents)) FROM json_each(b.products) m
          CROSS JOIN products q ON q.id = m.value)`,
        json,
      ).as((prices) => prices as Readonly<Record<string, number>>),
    },
    ({ ids, prices }) =>
      ids.some((id) => prices[id] === undefined)
        ? null
        : ids.map((id) => ({ id, listCents: prices[id] ?? 0 })),
  ),
};
const BUNDLE = shape(OF_BUNDLE);

/** The bundle, unless one of its products was deleted. */
const whole = ({ parts, ...bundle }: RowOf<typeof OF_BUNDLE>): ProductBundle[] =>
  parts === null ? [] : [{ ...bundle, parts }];

/** The bundles that contain one of these products, the newest first. */
export async function bundlesWith(pb: PocketBase, productIds: readonly string[]): Promise<ProductBundle[]> {
  const [rows] = await ask(
    pb,
    select(
      BUNDLE,
      sql`SELECT ${BUNDLE} FROM (SELECT DISTINCT p.store AS store FROM json_each({:ids}) i
            CROSS JOIN products p ON p.id = i.value) s CROSS JOIN product_bundles b ON b.store = s.store
        WHERE EXISTS (SELECT 1 FROM json_each(b.products) m WHERE m.value IN (SELECT value FROM json_each({:ids})))
        ORDER BY b.created DESC, b.id`,
      { ids: productIds },
    ),
  );
  return rows.flatMap(whole);
}

/** A store's bundles, the newest first. */
export async function bundlesOfStore(pb: PocketBase, storeId: string): Promise<ProductBundle[]> {
  const [rows] = await ask(
    pb,
    select(
      BUNDLE,
      sql`SELECT ${BUNDLE} FROM product_bundles b WHERE b.store = {:storeId} ORDER BY b.created DESC, b.id`,
      { storeId },
    ),
  );
  return rows.flatMap(whole);
}

/** Saves a bundle; without an id a new one. */
export async function saveBundle(
  pb: PocketBase,
  storeId: string,
  { id, title, priceCents, productIds }: BundleDraft & { id: string | null },
  now: Instant,
): Promise<BundleRefusal | null> {
  const ids = [...new Set(productIds)];
  const bound = {
    ...{ store: storeId, title, cents: priceCents, products: JSON.stringify(ids), count: ids.length },
    ...{ id: id ?? newRecordId(), most: BUNDLE_LIMITS.ofStore, now: dateOf(now) },
  };
  const steps = transaction(pb)
    .exec(
      sql`UPDATE stores SET id = id WHERE id = {:store} AND {:count} = (SELECT count(*) FROM json_each({:products}) i
        CROSS JOIN products p ON p.id = i.value WHERE p.store = {:store})`,
      bound,
      { expect: 1, else: 'not-own' },
    )
    .exec(
      sql`UPDATE stores SET id = id WHERE id = {:store} AND NOT EXISTS (SELECT 1 FROM json_each({:products}) i
        CROSS JOIN products p ON p.id = i.value WHERE p.free OR p.openPrice OR p.priceCents = 0)`,
      bound,
      { expect: 1, else: 'not-priced' },
    );
  if (id === null)
    steps.exec(
      sql`INSERT INTO product_bundles (id, store, title, priceCents, products, created, updated)
        SELECT {:id}, {:store}, {:title}, {:cents}, {:products}, {:now}, {:now}
        WHERE (SELECT count(*) FROM product_bundles WHERE store = {:store}) < {:most}`,
      bound,
      { expect: 1, else: 'too-many' },
    );
  else
    steps.exec(
      sql`UPDATE product_bundles SET title = {:title}, priceCents = {:cents}, products = {:products}, updated = {:now}
        WHERE id = {:id} AND store = {:store}`,
      bound,
      { expect: 1, else: 'gone' },
    );
  return refusalOf(steps, ['gone', 'too-many', 'not-own', 'not-priced']);
}

/** Removes a bundle; its products stay. */
export async function removeBundle(
  pb: PocketBase,
  storeId: string,
  id: string,
): Promise<BundleRefusal | null> {
  const steps = transaction(pb).exec(
    sql`DELETE FROM product_bundles WHERE id = {:id} AND store = {:storeId}`,
    { id, storeId },
    { expect: 1, else: 'gone' },
  );
  return refusalOf(steps, ['gone']);
}
