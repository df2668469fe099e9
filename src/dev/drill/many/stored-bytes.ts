import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type PocketBase from 'pocketbase';
import { uploadsOfStore } from '../../../data/assets/uploads.ts';
import { namedKeys } from '../../../ops/snapshot/named-files.ts';
import { MODELS_PREFIX } from '../../../server/adapters/files/s3-store.ts';
import type { DrillParts } from './parts.ts';
import type { FigureRow } from './row.ts';

/** Reads every file of the bucket: each is what its name says, and what the database names is there. @param sent hashes of uploads */
export async function storedBytesRow(
  { bucket, stack }: DrillParts,
  pb: PocketBase,
  storeId: string,
  sent: readonly string[],
): Promise<FigureRow> {
  const uploads = await uploadsOfStore(pb, storeId);
  const checked = uploads.filter(({ state, sha256 }) => state === 'checked' && sent.includes(sha256 ?? ''));
  const database = new DatabaseSync(join(stack.dataDir, 'data', 'data.db'), { readOnly: true });
  const named = namedKeys(database);
  database.close();
  const stored: string[] = [];
  const wrong: string[] = [];
  for await (const { key } of bucket.list(MODELS_PREFIX)) {
    stored.push(key.slice(MODELS_PREFIX.length));
    const hash = createHash('sha256');
    const answer = await bucket.get(key);
    for await (const chunk of answer?.body ?? []) hash.update(chunk);
    if (!key.endsWith(hash.digest('hex'))) wrong.push(key);
  }
  const missing = named.filter((key) => !stored.includes(key));
  return {
    what: 'files equal their hash, none missing, none twice',
    goal: `${sent.length} uploads, all files`,
    is: `${checked.length} uploads checked; ${stored.length} stored, ${wrong.length} wrong, ${missing.length} missing`,
    isHeld:
      checked.length === sent.length &&
      new Set(sent).size === sent.length &&
      wrong.length === 0 &&
      missing.length === 0,
  };
}
