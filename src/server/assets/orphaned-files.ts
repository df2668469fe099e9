import type PocketBase from 'pocketbase';
import { backendCreatedAt, unreferencedKeys } from '../../data/assets/stored-keys.ts';
import { buryKeys } from '../../data/assets/tombstones.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';

/**
 * How long a file stays although no record references it, in ms. Longer than it takes to notice that the wrong backup of
 * the backend was restored: the files of the right one must still exist.
 */
export const ORPHAN_GRACE_MS = 30 * 86_400_000;
/** A full pass over all shards takes two days. */
const EVERY_MS = 600_000;
const SHARDS = 256;
const KEYS_AT_ONCE = 100;
/** Found orphans wait as briefly as what was left just now; they are asked for again before they are deleted. In ms. */
const DELETE_AFTER_MS = 10 * 60_000;

export interface OrphanParts {
  pb: PocketBase;
  files: FileStore;
  now(): Instant;
  onError(reason: unknown): void;
}

/**
 * Marks the files of a shard that no record references to be deleted: nobody knew that they were there.
 * Files older than the backend itself stay, in case it was started with an empty data folder by mistake.
 * @returns the number of marked files.
 */
export async function sweepOrphans(
  { pb, files, now }: Omit<OrphanParts, 'onError'>,
  shard: string,
): Promise<number> {
  const old = await files.storedBetween(shard, await backendCreatedAt(pb), now() - ORPHAN_GRACE_MS);
  const orphans = await unreferencedKeys(pb, old);
  for (let at = 0; at < orphans.length; at += KEYS_AT_ONCE)
    await buryKeys(pb, orphans.slice(at, at + KEYS_AT_ONCE), DELETE_AFTER_MS);
  return orphans.length;
}

/** Sweeps one shard after the other. */
export function openOrphanSweep(parts: OrphanParts): PeriodicJob {
  // A random start, so that an app restarted every day still covers all shards.
  let next = Math.floor(Math.random() * SHARDS);
  const sweepNext = () => {
    next = (next + 1) % SHARDS;
    return sweepOrphans(parts, next.toString(16).padStart(2, '0'));
  };
  return openPeriodicJob(sweepNext, EVERY_MS, parts.onError);
}
