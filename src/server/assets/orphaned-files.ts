import type PocketBase from 'pocketbase';
import { backendCreatedAt, unreferencedKeys } from '../../data/assets/uploads.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';

/**
 * Bytes stay so long after they were brought, though no record names them, in ms. Longer than anybody restores an older
 * state of the backend and finds that it was the wrong one: what the right one names must still be there.
 */
export const ORPHAN_GRACE_MS = 30 * 86_400_000;
/** All shelves are looked through in two days. */
const EVERY_MS = 600_000;
const SHELVES = 256;

export interface OrphanParts {
  pb: PocketBase;
  files: FileStore;
  /** Forgets bytes of the file store that no record names any more. */
  release(storageKey: string): Promise<void>;
  now(): Instant;
  onError(reason: unknown): void;
}

/**
 * Forgets the bytes of a shelf that no record names: those whose record an operator deleted in the dashboard, alone or
 * with what it belonged to, and those whose record was never written. What is older than the backend itself is let be, for
 * somebody may have started it with an empty folder by mistake. Answers how many.
 */
export async function sweepOrphans(
  { pb, files, release, now }: Omit<OrphanParts, 'onError'>,
  shelf: string,
): Promise<number> {
  const old = await files.storedBetween(shelf, await backendCreatedAt(pb), now() - ORPHAN_GRACE_MS);
  const strays = await unreferencedKeys(pb, old);
  for (const storageKey of strays) await release(storageKey);
  return strays.length;
}

/** Looks through one shelf after the other. */
export function openOrphanSweep(parts: OrphanParts): PeriodicJob {
  // Begun anywhere, so that a house that is restarted every day comes round all the same.
  let next = Math.floor(Math.random() * SHELVES);
  const sweepNext = () => {
    next = (next + 1) % SHELVES;
    return sweepOrphans(parts, next.toString(16).padStart(2, '0'));
  };
  return openPeriodicJob(sweepNext, EVERY_MS, parts.onError);
}
