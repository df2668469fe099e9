import type PocketBase from 'pocketbase';
import { endComparison, type FoundMatch, licensedWith } from '../../data/assets/model-matches.ts';
import {
  type DueShape,
  dueShapes,
  type FileShape,
  putOffShape,
  saveShape,
  shapeOfBytes,
  shapeWithCandidates,
} from '../../data/assets/model-shapes.ts';
import { matchKind, shapeDistance } from '../../domain/assets/model-match.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { modelKindOf } from '../../mesh/read.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { measureStored } from '../adapters/files/stored-model.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { Leases } from '../kernel/leases.ts';
import { openWorkFolder } from '../kernel/work-folder.ts';

export interface ModelMatchParts {
  pb: PocketBase;
  files: FileStore;
  leases: Leases;
  /** Temporary files, of other processes too. */
  folder: string;
  now: () => Instant;
  onError: (reason: unknown) => void;
}

const EVERY_MS = 30_000;
/** Models of a run: a site with many older files goes through them in small steps, beside everything else. */
const AT_ONCE = 8;
const TRIES_MOST = 3;
/** Before the second try; four times longer before the third. In ms. */
const RETRY_MS = 10 * 60_000;
/** One file makes at most this many matches: a part that hundreds of stores have is one decision. */
const MATCHES_MOST = 3;

/**
 * Measures the shapes of new model files and compares them with those of other stores. What it finds waits in the queue of the
 * desk. A shape is saved before it is compared, so of two copies that come at once the later comparison sees the other one.
 */
export function openModelMatches(parts: ModelMatchParts): PeriodicJob {
  const closing = new AbortController();
  const job = openPeriodicJob(() => compareDue(parts, closing.signal), EVERY_MS, parts.onError);
  return {
    ...job,
    // Files do not wait for the clock of the demo world.
    wake: async () => undefined,
    close() {
      closing.abort(new Error('the app is closing'));
      return job.close();
    },
  };
}

/** Compares the files that are due, AT_ONCE at most, unless another process does. */
export async function compareDue(parts: ModelMatchParts, signal: AbortSignal): Promise<void> {
  const due = await dueShapes(parts.pb, parts.now(), AT_ONCE);
  if (due.length === 0 || signal.aborted) return;
  await parts.leases.hold(
    'model-matches',
    async (lease) => {
      for (const file of due) {
        if (signal.aborted || lease.signal.aborted) return;
        await compare(parts, file, signal);
      }
    },
    () => undefined,
  );
}

async function compare(parts: ModelMatchParts, file: DueShape, signal: AbortSignal): Promise<void> {
  const { pb, now } = parts;
  try {
    await measure(parts, file, signal);
    const known = await shapeWithCandidates(pb, file.fileId);
    if (known) await endComparison(pb, file.fileId, await matchesOf(pb, known), now());
  } catch (reason) {
    if (signal.aborted) return;
    parts.onError(reason);
    const tryAfter = file.tries + 1 < TRIES_MOST ? now() + RETRY_MS * 4 ** file.tries : null;
    await putOffShape(pb, file.fileId, tryAfter, now());
  }
}

/** Equal bytes have equal shapes, so each content is measured once. */
async function measure(parts: ModelMatchParts, file: DueShape, signal: AbortSignal): Promise<void> {
  const { pb, files, now } = parts;
  const known = await shapeOfBytes(pb, file.sha256);
  if (known) return saveShape(pb, file.fileId, known, now());
  const kind = modelKindOf(file.name);
  if (!kind) return;
  const work = await openWorkFolder(parts.folder);
  try {
    const { storageKey, sizeBytes } = file;
    const answer = await measureStored({ files, work, storageKey, sizeBytes, kind }, signal, 'signature');
    const signature = typeof answer === 'string' ? null : answer.signature;
    await saveShape(
      pb,
      file.fileId,
      signature && { ...signature, histogram: Array.from(signature.histogram) },
      now(),
    );
  } finally {
    await work.close();
  }
}

/** The strongest matches of a shape, one for each product; none for a common part, nor between stores that share models. */
async function matchesOf(
  pb: PocketBase,
  { shape, candidates }: { shape: FileShape; candidates: readonly FileShape[] },
): Promise<FoundMatch[]> {
  const alike = candidates.flatMap((other) => {
    const kind = matchKind(shape, other);
    if (kind === null) return [];
    // Of equal files one may not be measured yet.
    return [{ other, kind, distance: kind === 'file' ? 0 : shapeDistance(shape, other) }];
  });
  if (shape.common || alike.some(({ other }) => other.common) || alike.length === 0) return [];
  const licensed = await licensedWith(pb, shape.storeId, [
    ...new Set(alike.map(({ other }) => other.storeId)),
  ]);
  const products = new Set<string>();
  return alike
    .filter(({ other }) => !licensed.has(other.storeId))
    .sort((one, other) => one.distance - other.distance || one.other.since - other.other.since)
    .filter(({ other }) => !products.has(other.productId) && products.add(other.productId))
    .slice(0, MATCHES_MOST)
    .map(({ other, kind, distance }) => ({ ...inOrder(shape, other), kind, distance }));
}

function inOrder(one: FileShape, other: FileShape): { older: FileShape; newer: FileShape } {
  const isOlder = one.since - other.since || (one.fileId < other.fileId ? -1 : 1);
  return isOlder < 0 ? { older: one, newer: other } : { older: other, newer: one };
}
