import { setTimeout as passed } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import { beginDeletion, claimKey, dueKeys, endDeletion } from '../../data/assets/tombstones.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import { type ClaimKey, type FileStore, StorageRefused } from '../adapters/files/file-store.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';

/** How long stored bytes wait for the record that names them. Longer than any copy within a store takes. In ms. */
const CLAIM_MS = 60 * 60_000;
/** How often a claim asks again while the same bytes are being deleted, which takes a moment. */
const CLAIM_TRIES = 20;
const CLAIM_AGAIN_MS = 250;

/**
 * When another process deletes what a killed one began, in ms. More than the 15 minutes for which an S3 server accepts a
 * signed request, so that a late one does no harm.
 */
const TAKEN_OVER_AFTER_MS = 20 * 60_000;
/** A process that stood still for longer between asking and deleting leaves the bytes to the next one. In ms. */
const DELETE_WITHIN_MS = 60_000;
const KEYS_AT_ONCE = 100;
const EVERY_MS = 60_000;

/** Keeps bytes from being deleted between their storing and the record that names them. */
export function claimsIn(pb: PocketBase): ClaimKey {
  return async (storageKey) => {
    for (let tries = 0; tries < CLAIM_TRIES; tries++) {
      if (await claimKey(pb, storageKey, CLAIM_MS)) return;
      await passed(CLAIM_AGAIN_MS);
    }
    throw new StorageRefused('storage-failed');
  };
}

export interface DeletionParts {
  pb: PocketBase;
  files: FileStore;
  onError: (reason: unknown) => void;
}

/** Deletes the bytes that are due and that no record names. Returns how many keys were deleted. */
export async function deleteDueFiles({ pb, files, onError }: DeletionParts): Promise<number> {
  let deleted = 0;
  for (;;) {
    const due = await dueKeys(pb, KEYS_AT_ONCE);
    for (const storageKey of due) {
      const holder = newRecordId();
      const askedAt = performance.now();
      if (!(await beginDeletion(pb, storageKey, holder, TAKEN_OVER_AFTER_MS))) continue;
      if (performance.now() - askedAt > DELETE_WITHIN_MS) continue;
      try {
        await files.delete(storageKey);
      } catch (reason) {
        // Whether the bytes are gone is not known: the key stays taken until somebody has deleted them for certain.
        onError(reason);
        continue;
      }
      await endDeletion(pb, storageKey, holder);
      deleted++;
    }
    if (due.length < KEYS_AT_ONCE) return deleted;
  }
}

/** Deletes due bytes once a minute. */
export function openDeletedFiles(parts: DeletionParts): PeriodicJob {
  return openPeriodicJob(() => deleteDueFiles(parts), EVERY_MS, parts.onError);
}
