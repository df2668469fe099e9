import type PocketBase from 'pocketbase';
import { BULK_UNDO_MS, type BulkUndo } from '../../domain/catalogue/product-bulk.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { first, select } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const u = tables.bulkUndos.as('u');
const KEPT = shape({ products: u.products.as((kept) => kept as UndoneProducts) });

/** What undoing a bulk action needs, kept on the server: the browser knows its id alone. */

/** Whose undo it is: the person who acted, in the store that they acted for. */
export interface UndoOf {
  userId: string;
  storeId: string;
}

export type UndoneProducts = { id: string; way: BulkUndo }[];

/** Keeps what undoing needs for a day, and answers the id by which it can be undone once. Removes what is older. */
export async function keepUndo(
  pb: PocketBase,
  { userId, storeId }: UndoOf,
  products: UndoneProducts,
  now: Instant,
): Promise<string> {
  const id = newRecordId();
  await transaction(pb)
    .exec(sql`DELETE FROM bulk_undos WHERE expiresAt < {:now}`, { now: dateOf(now) })
    .create('bulk_undos', {
      id,
      user: userId,
      store: storeId,
      products,
      expiresAt: dateOf(now + BULK_UNDO_MS),
    })
    .run();
  return id;
}

/** What this person can undo in this store under this id; null where there is nothing, or not any more. */
export async function undoOf(
  pb: PocketBase,
  { userId, storeId }: UndoOf,
  id: string,
  now: Instant,
): Promise<UndoneProducts | null> {
  if (!isRecordId(id)) return null;
  const kept = await first(
    pb,
    select(
      KEPT,
      sql`SELECT ${KEPT} FROM bulk_undos u WHERE u.id = {:id} AND u.[[user]] = {:userId} AND u.store = {:storeId}
        AND u.expiresAt > {:now}`,
      { id, userId, storeId, now: dateOf(now) },
    ),
  );
  return kept?.products ?? null;
}

/** Uses up an undo. False where somebody was first. */
export async function spendUndo(pb: PocketBase, id: string): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`DELETE FROM bulk_undos WHERE id = {:id}`,
    { id },
    { expect: 1, else: 'spent' },
  );
  return (await refusalOf(steps, ['spent'])) === null;
}
