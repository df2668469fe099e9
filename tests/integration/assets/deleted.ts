import type PocketBase from 'pocketbase';
import { expect } from 'vitest';
import { ask } from '../../../src/data/kernel/query.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import type { FileStore } from '../../../src/server/adapters/files/file-store.ts';
import { deleteDueFiles } from '../../../src/server/assets/deleted-files.ts';
import { query } from '../../data/kernel/plain-query.ts';

/** Lets the time of all tombstones pass. */
export async function graceOver(pb: PocketBase): Promise<void> {
  await transaction(pb).exec(sql`UPDATE tombstones SET dueAt = 1 WHERE deleting = ''`, {}).run();
}

/** Deletes all bytes that no record names, as the job does once their time is over. Returns how many keys it deleted. */
export async function deleteLeftFiles(pb: PocketBase, files: FileStore): Promise<number> {
  await graceOver(pb);
  const onError = (reason: unknown) => {
    throw reason;
  };
  const deleted = await deleteDueFiles({ pb, files, onError });
  // The job of a running site may have taken some of them.
  const begun = query<{ keys: number }>(
    sql`SELECT count(*) AS keys FROM tombstones WHERE deleting <> ''`,
    {},
    ['keys'],
  );
  await expect.poll(async () => (await ask(pb, begun))[0]).toEqual([{ keys: 0 }]);
  return deleted;
}
