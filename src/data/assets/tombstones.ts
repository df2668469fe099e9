import type PocketBase from 'pocketbase';
import { NOW_SQL } from '../kernel/leases.ts';
import { ask, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

/**
 * Bytes of the file store that no record names any more. Triggers write a row when the last record leaves its key, and
 * delete it when a record names the key again (migration 0011).
 */

const t = tables.tombstones.as('t');
const KEY = shape({ storageKey: t.storageKey });

/** Whether a record names the key of a tombstone `t`. */
const IS_NAMED_SQL = sql`(EXISTS (SELECT 1 FROM uploads r WHERE r.storageKey = t.storageKey)
  OR EXISTS (SELECT 1 FROM product_files r WHERE r.storageKey = t.storageKey)
  OR EXISTS (SELECT 1 FROM product_zips r WHERE r.storageKey = t.storageKey)
  OR EXISTS (SELECT 1 FROM previews r WHERE r.storageKey = t.storageKey)
  OR EXISTS (SELECT 1 FROM message_attachments r WHERE r.storageKey = t.storageKey))`;

/**
 * Keeps the bytes of a key for a while although no record names them, because one is about to.
 * @returns false while they are being deleted.
 */
export async function claimKey(pb: PocketBase, storageKey: string, forMs: number): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`INSERT INTO tombstones (storageKey, dueAt, deleting) VALUES ({:storageKey}, ${NOW_SQL} + {:forMs}, '')
      ON CONFLICT (storageKey) DO UPDATE SET dueAt = max(dueAt, excluded.dueAt) WHERE deleting = ''`,
    { storageKey, forMs },
    { expect: 1, else: 'deleting' },
  );
  return (await refusalOf(steps, ['deleting'])) === null;
}

/** Marks keys that no record names to be deleted in a while, where they are not marked yet. At most 500. */
export async function buryKeys(
  pb: PocketBase,
  storageKeys: readonly string[],
  afterMs: number,
): Promise<void> {
  const steps = transaction(pb);
  for (const storageKey of storageKeys)
    steps.exec(
      sql`INSERT INTO tombstones (storageKey, dueAt, deleting) VALUES ({:storageKey}, ${NOW_SQL} + {:afterMs}, '')
        ON CONFLICT (storageKey) DO NOTHING`,
      { storageKey, afterMs },
    );
  if (storageKeys.length > 0) await steps.run();
}

/** The keys whose bytes may be deleted now, the longest due first. */
export async function dueKeys(pb: PocketBase, limit: number): Promise<string[]> {
  const [due] = await ask(
    pb,
    select(
      KEY,
      sql`SELECT ${KEY} FROM tombstones t WHERE t.dueAt <= ${NOW_SQL} ORDER BY t.dueAt LIMIT {:limit}`,
      { limit },
    ),
  );
  return due.map(({ storageKey }) => storageKey);
}

/**
 * Takes the right to delete the bytes of a due key, unless a record names it: then its tombstone goes. From then on no
 * record can name it until `endDeletion`.
 * @param holder a record id that nobody else uses.
 * @param forMs when another may take over, because this process was killed.
 */
export async function beginDeletion(
  pb: PocketBase,
  storageKey: string,
  holder: string,
  forMs: number,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`DELETE FROM tombstones WHERE storageKey IN (
      SELECT t.storageKey FROM tombstones t WHERE t.storageKey = {:storageKey} AND t.dueAt <= ${NOW_SQL} AND ${IS_NAMED_SQL})`,
    { storageKey },
  );
  const taken = steps.count(
    sql`UPDATE tombstones SET deleting = {:holder}, dueAt = ${NOW_SQL} + {:forMs}
      WHERE storageKey = {:storageKey} AND dueAt <= ${NOW_SQL}`,
    { storageKey, holder, forMs },
  );
  await steps.run();
  return taken.rows === 1;
}

/** The bytes are gone; a record may name the key again as soon as they are stored again. */
export async function endDeletion(pb: PocketBase, storageKey: string, holder: string): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM tombstones WHERE storageKey = {:storageKey} AND deleting = {:holder}`, {
      storageKey,
      holder,
    })
    .run();
}
