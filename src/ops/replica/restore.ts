import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Instant } from '../../domain/kernel/instant.ts';
import { openBucket } from '../../server/adapters/files/bucket.ts';
import { BadSetting } from '../../server/app/settings.ts';
import { movedAside, RestoreFailed, refuseDamaged } from '../snapshot/restore.ts';
import { litestreamKeys, writeLitestreamConfig } from './replica.ts';
import type { ReplicaSettings } from './settings.ts';

/** Below a replica's folder: what Litestream has copied. */
const COPIES = 'generations';
/** The payment provider knows its events for so long, in ms. */
const KNOWN_MS = 30 * 86_400_000;
/** Sites write once a minute that they live; what happened shortly before is asked for once more. In ms. */
const MARGIN_MS = 5 * 60_000;

/**
 * Refuses to begin a new database in front of a replica that has another one: its copies would count as the newest.
 * @throws BadSetting with one sentence.
 */
export async function refuseEmptyBefore({ to, address }: ReplicaSettings, dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'data', 'data.db')) || !(await hasCopies(to))) return;
  throw new BadSetting(
    `${address} holds the replica of a database, and ${dataDir} holds none. Run npm run restore -- replica first, or let REPLICA_TO name an empty place.`,
  );
}

async function hasCopies(to: ReplicaSettings['to']): Promise<boolean> {
  if (!('bucket' in to)) return existsSync(join(to.folder, COPIES));
  for await (const _ of openBucket(to.bucket).list(`${to.folder}/${COPIES}/`)) return true;
  return false;
}

/**
 * Makes an empty data folder what the replica has: its newest state, or that of a moment.
 * @param replace whether a database that is there is moved aside; otherwise it is refused
 * @returns since when the payment provider has to be asked what happened, in ms.
 * @throws RestoreFailed with one sentence.
 */
export async function restoreReplica(
  settings: ReplicaSettings,
  dataDir: string,
  { until, replace, now }: { until: Instant | null; replace: boolean; now: Instant },
): Promise<Instant> {
  const database = join(dataDir, 'data', 'data.db');
  const isThere = existsSync(database);
  if (isThere && !replace)
    throw new RestoreFailed(
      `${dataDir} holds a database already. Set DATA_DIR to an empty folder, or add --replace, which moves it aside first.`,
    );
  await mkdir(join(dataDir, 'data'), { recursive: true, mode: 0o700 });
  const config = await writeLitestreamConfig(dataDir, settings, 0);
  const arriving = `${database}.arriving`;
  await rm(arriving, { force: true });
  const moment = until === null ? [] : ['-timestamp', new Date(until).toISOString()];
  const said = spawnSync(
    settings.program,
    ['restore', '-config', config, '-o', arriving, ...moment, database],
    { env: { ...process.env, ...litestreamKeys(settings) }, encoding: 'utf8' },
  );
  if (said.status !== 0)
    throw new RestoreFailed(
      `The replica in ${settings.address} could not be restored: ${(said.stderr || String(said.error)).trim()}`,
    );
  refuseDamaged(arriving);
  if (isThere) await movedAside(dataDir);
  await rename(arriving, database);
  return until ?? lastHeardIn(database, now);
}

/** When a process was last heard of in a database, and a little before; as long as the provider knows where none ever was. */
function lastHeardIn(file: string, now: Instant): Instant {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const row = database.prepare('SELECT max(seenAt) AS at FROM site_processes').get();
    const at = Date.parse(String(row?.['at'] ?? ''));
    return Number.isNaN(at) ? now - KNOWN_MS : at - MARGIN_MS;
  } catch {
    // A database of an earlier version.
    return now - KNOWN_MS;
  } finally {
    database.close();
  }
}
