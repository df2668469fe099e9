import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';
import { type Occasion, withNotification } from '../notifications/notifications.ts';

/** Changes of products that their owners have not been told of. */

export interface ProductUpdate {
  id: string;
  productId: string;
  version: number;
  /** The seller's words. */
  note: string;
  name: string;
  store: { id: string; name: string };
  changedAt: Instant;
}

/** Changes from until `before` that were not told yet, oldest first, at most `most`. */
export async function waitingUpdates(
  pb: PocketBase,
  before: Instant,
  most: number,
): Promise<ProductUpdate[]> {
  const [rows] = await ask(
    pb,
    query<{
      id: string;
      product: string;
      version: number;
      note: string;
      created: string;
      name: string;
      store: string;
      storeName: string;
    }>(
      sql`SELECT c.id, c.product, c.version, c.note, c.created, p.name, s.id AS store, s.name AS storeName
        FROM product_changes c CROSS JOIN products p ON p.id = c.product CROSS JOIN stores s ON s.id = p.store
        WHERE c.toldAt = '' AND c.created <= {:before} ORDER BY c.created, c.id LIMIT {:most}`,
      { before: dateOf(before), most },
      ['id', 'product', 'version', 'note', 'created', 'name', 'store', 'storeName'],
    ),
  );
  return rows.map(({ id, product, version, note, created, name, store, storeName }) => ({
    ...{ id, productId: product, version, note, name },
    store: { id: store, name: storeName },
    changedAt: instantOf(created) ?? 0,
  }));
}

/**
 * Tells the next `most` people who owned the product before it changed, except those who archived it. Each is told once.
 * @returns the number of people who were told.
 */
export async function tellOwners(
  pb: PocketBase,
  { productId, changedAt }: ProductUpdate,
  occasion: Occasion,
  at: Instant,
  most: number,
): Promise<number> {
  const audience = {
    sql: sql`SELECT e.[[user]] FROM entitlements e WHERE e.product = {:product} AND e.revokedAt = ''
      AND e.grantedAt < {:changedAt} AND NOT EXISTS (SELECT 1 FROM library_marks l
        WHERE l.[[user]] = e.[[user]] AND l.product = e.product AND l.archived = TRUE)`,
    params: { product: productId, changedAt: dateOf(changedAt) },
  };
  const steps = transaction(pb);
  const told = withNotification(steps, audience, occasion, at, most);
  await steps.run();
  return told.rows;
}

/** Marks a change as told. */
export async function closeUpdate(pb: PocketBase, id: string, at: Instant): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE product_changes SET toldAt = {:at} WHERE id = {:id} AND toldAt = ''`, {
      id,
      at: dateOf(at),
    })
    .run();
}
