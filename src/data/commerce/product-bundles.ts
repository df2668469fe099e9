import type PocketBase from 'pocketbase';
import {
  BUNDLE_LIMITS,
  type BundleDraft,
  type BundleRefusal,
  type ProductBundle,
} from '../../domain/commerce/product-bundle.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, textsIn } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** Bundles of products of one store. A store has few, so those of a product are found among its store's. */

interface Row {
  id: string;
  title: string;
  priceCents: number;
  products: string;
  lists: string;
}
const COLUMNS = ['id', 'title', 'priceCents', 'products', 'lists'] as const;

/** The columns of a bundle `b`, with what each of its products costs. */
const BUNDLE = sql`b.id, b.title, b.priceCents, b.products,
  (SELECT json_group_object(q.id, iif(q.free, 0, q.priceCents)) FROM json_each(b.products) m
    CROSS JOIN products q ON q.id = m.value) AS lists`;

/** A bundle one of whose products was deleted has parts that are not known, so it is left out. */
function bundleOf({ id, title, priceCents, products, lists }: Row): ProductBundle[] {
  const prices = JSON.parse(lists) as Record<string, number>;
  const ids = textsIn(products);
  if (ids.some((product) => prices[product] === undefined)) return [];
  return [
    { id, title, cents: priceCents, parts: ids.map((part) => ({ id: part, listCents: prices[part] ?? 0 })) },
  ];
}

/** The bundles that contain one of these products, the newest first. */
export async function bundlesWith(pb: PocketBase, productIds: readonly string[]): Promise<ProductBundle[]> {
  const [rows] = await ask(
    pb,
    query<Row>(
      sql`SELECT ${BUNDLE} FROM (SELECT DISTINCT p.store AS store FROM json_each({:ids}) i
            CROSS JOIN products p ON p.id = i.value) s CROSS JOIN product_bundles b ON b.store = s.store
        WHERE EXISTS (SELECT 1 FROM json_each(b.products) m WHERE m.value IN (SELECT value FROM json_each({:ids})))
        ORDER BY b.created DESC, b.id`,
      { ids: productIds },
      COLUMNS,
    ),
  );
  return rows.flatMap(bundleOf);
}

/** A store's bundles, the newest first. */
export async function bundlesOfStore(pb: PocketBase, storeId: string): Promise<ProductBundle[]> {
  const [rows] = await ask(
    pb,
    query<Row>(
      sql`SELECT ${BUNDLE} FROM product_bundles b WHERE b.store = {:storeId} ORDER BY b.created DESC, b.id`,
      { storeId },
      COLUMNS,
    ),
  );
  return rows.flatMap(bundleOf);
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
