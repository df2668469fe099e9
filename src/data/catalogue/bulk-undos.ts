import type PocketBase from 'pocketbase';
import { BULK_UNDO_MS, type BulkUndo } from '../../domain/catalogue/product-bulk.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import type { BulkUndosRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

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
  const kept = await orNull(pb.collection('bulk_undos').getOne<BulkUndosRecord>(id));
  if (!kept || kept.user !== userId || kept.store !== storeId) return null;
  return (instantOf(kept.expiresAt) ?? 0) > now ? (kept.products as UndoneProducts) : null;
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
