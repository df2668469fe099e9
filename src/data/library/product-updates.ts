import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { type Occasion, withNotification } from '../notifications/notifications.ts';

/** Changes of products that their owners have not been told of. */

const c = tables.productChanges.as('c');
const p = tables.products.as('p');
const s = tables.stores.as('s');

const UPDATE = {
  id: c.id,
  productId: c.product,
  version: c.version,
  /** The seller's words. */
  note: c.note,
  name: p.name,
  store: { id: s.id, name: s.name },
  changedAt: c.created,
};
const UPDATE_ROW = shape(UPDATE);

export type ProductUpdate = RowOf<typeof UPDATE>;

/** Changes from until `before` that were not told yet, oldest first, at most `most`. */
export async function waitingUpdates(
  pb: PocketBase,
  before: Instant,
  most: number,
): Promise<ProductUpdate[]> {
  const [updates] = await ask(
    pb,
    select(
      UPDATE_ROW,
      sql`SELECT ${UPDATE_ROW}
        FROM product_changes c CROSS JOIN products p ON p.id = c.product CROSS JOIN stores s ON s.id = p.store
        WHERE c.toldAt = '' AND c.created <= {:before} ORDER BY c.created, c.id LIMIT {:most}`,
      { before: dateOf(before), most },
    ),
  );
  return updates;
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
