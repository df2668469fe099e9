import type PocketBase from 'pocketbase';
import { downloadableFiles, forgetZip, type KeptZip, keptZips } from '../../data/library/downloads.ts';
import { filesOfVariant } from '../../domain/assets/variant.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { archivesToClear, SUPERSEDED_STAYS_MS } from '../../domain/library/archive.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { contentsOf } from './zips.ts';

const EVERY_MS = 6 * 60 * 60 * 1000;

export interface ZipClearingParts {
  pb: PocketBase;
  /** What all archives may weigh together, in bytes. */
  limitBytes: number;
  /** Forgets bytes of the file store that no record names any more. */
  release(storageKey: string): Promise<void>;
  now: () => Instant;
  onError: (reason: unknown) => void;
}

/** Clears the archives that need not stay, and answers how many. Whoever asks for one of them has it packed again. */
export async function clearZips(parts: ZipClearingParts): Promise<number> {
  const { pb, limitBytes } = parts;
  const now = parts.now();
  const zips = await keptZips(pb);
  const isSuperseded = supersededIn(pb);
  const archives = [];
  for (const zip of zips) {
    // Only of those that could go is it asked, which costs a question for each product.
    const superseded = now - zip.askedAt >= SUPERSEDED_STAYS_MS && (await isSuperseded(zip));
    archives.push({ ...zip, superseded });
  }
  let cleared = 0;
  for (const zip of archivesToClear(archives, limitBytes, now)) {
    if (!(await forgetZip(pb, zip))) continue;
    if (zip.storageKey !== '') await parts.release(zip.storageKey);
    cleared++;
  }
  return cleared;
}

/** Says of archives whether the files of their product are others by now; asks once for each product. */
function supersededIn(pb: PocketBase) {
  const known = new Map<string, ReturnType<typeof downloadableFiles>>();
  return async ({ productId, part, contents }: KeptZip): Promise<boolean> => {
    const asked = known.get(productId) ?? downloadableFiles(pb, productId);
    known.set(productId, asked);
    const files = filesOfVariant(await asked, part);
    return files === null || contentsOf({ part, files }) !== contents;
  };
}

/** Clears archives now and every six hours. */
export function openZipClearing(parts: ZipClearingParts): PeriodicJob {
  return openPeriodicJob(() => clearZips(parts), EVERY_MS, parts.onError);
}
