import type PocketBase from 'pocketbase';
import {
  type ArchiveRecord,
  allArchives,
  deleteArchive,
  downloadableFiles,
} from '../../data/library/downloads.ts';
import { filesOfVariant } from '../../domain/assets/variant.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { archivesToClear, SUPERSEDED_RETENTION_MS } from '../../domain/library/archive.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { contentsOf } from './archives.ts';

const EVERY_MS = 6 * 60 * 60 * 1000;

export interface ArchiveCleanupParts {
  pb: PocketBase;
  /** Maximum total size of all archives, in bytes. */
  limitBytes: number;
  now: () => Instant;
  onError: (reason: unknown) => void;
}

/** Deletes expired archives and returns their number. A new request builds an archive again. */
export async function cleanUpArchives(parts: ArchiveCleanupParts): Promise<number> {
  const { pb, limitBytes } = parts;
  const now = parts.now();
  const records = await allArchives(pb);
  const isSuperseded = supersededIn(pb);
  const archives = [];
  for (const archive of records) {
    // Checked only for candidates, because it costs a query per product.
    const superseded = now - archive.requestedAt >= SUPERSEDED_RETENTION_MS && (await isSuperseded(archive));
    archives.push({ ...archive, superseded });
  }
  let cleared = 0;
  for (const archive of archivesToClear(archives, limitBytes, now)) {
    if (await deleteArchive(pb, archive)) cleared++;
  }
  return cleared;
}

/** Returns a check whether the files of an archive's product have changed; queries each product once. */
function supersededIn(pb: PocketBase) {
  const known = new Map<string, ReturnType<typeof downloadableFiles>>();
  return async ({ productId, part, contents }: ArchiveRecord): Promise<boolean> => {
    const request = known.get(productId) ?? downloadableFiles(pb, productId);
    known.set(productId, request);
    const files = filesOfVariant(await request, part);
    return files === null || contentsOf({ part, files }) !== contents;
  };
}

/** Cleans up archives now and every six hours. */
export function openArchiveCleanup(parts: ArchiveCleanupParts): PeriodicJob {
  return openPeriodicJob(() => cleanUpArchives(parts), EVERY_MS, parts.onError);
}
