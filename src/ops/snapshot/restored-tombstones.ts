import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Instant } from '../../domain/kernel/instant.ts';

/** How long bytes without a record stay after a restore at least, in ms. */
const STAY_MS = 86_400_000;

/**
 * Gives the tombstones of a restored database a day more. Their bytes were due long ago, so the first run of the job would
 * delete them while the operator still decides whether this was the right snapshot; and who was deleting some when it was
 * taken is gone, so nobody else could store the same bytes again.
 */
export function delayDeletions(dataDir: string, now: Instant): void {
  const database = new DatabaseSync(join(dataDir, 'data', 'data.db'));
  try {
    database
      .prepare(`UPDATE tombstones SET dueAt = max(dueAt, :due), deleting = ''`)
      .run({ due: now + STAY_MS });
  } finally {
    database.close();
  }
}
