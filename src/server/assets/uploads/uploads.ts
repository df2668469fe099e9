import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type PocketBase from 'pocketbase';
import {
  type BeginRefusal,
  beginUpload,
  deleteUpload,
  markArrived,
  type StoredUpload,
  uploadById,
  uploadsInState,
} from '../../../data/assets/uploads.ts';
import { newRecordId } from '../../../data/kernel/record-id.ts';
import {
  mayDiscard,
  PARTIAL_UPLOAD_TTL_MS,
  parseUploadRequest,
  type UploadRefusal,
  type UploadRequest,
} from '../../../domain/assets/upload.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { semaphore } from '../../../domain/kernel/semaphore.ts';
import type { PlanStorage } from '../../../domain/payments/seller-plan.ts';
import type { FileStore } from '../../adapters/files/file-store.ts';
import type { Leases } from '../../kernel/leases.ts';
import { openChecks } from './checks.ts';
import type { PartialUploads } from './partial-uploads.ts';

/** Why an upload cannot begin, and the wrong field of the request, if any. */
export interface BeginRefused {
  refusal: UploadRefusal;
  field: keyof UploadRequest | null;
}

/** What became of an upload whose last byte is there. */
export type Finished = { sha256: string } | { refusal: 'upload-hash' };

export interface Uploads {
  /** Files that are still uploading. */
  partial: PartialUploads;
  /** Begins an upload of this store and returns its id. */
  begin(storeId: string, request: UploadRequest): Promise<{ id: string } | BeginRefused>;
  /**
   * Call it when the last byte of an upload is there. Compares its SHA-256 with what the sender said before, marks it as
   * received and queues its check. One with another SHA-256 is deleted. Asked twice at once, it is done once.
   */
  finish(uploadId: string): Promise<Finished>;
  /** Finishes an upload if its last byte is there and nobody has finished it; null if there is nothing to do. */
  finishWhole(upload: StoredUpload): Promise<Finished | null>;
  /** Marks an upload as fully received and queues its check. */
  arrived(uploadId: string): Promise<void>;
  /** Deletes an upload. Its stored bytes follow if nothing else names them. */
  discard(upload: StoredUpload): Promise<'state' | null>;
  /** Resolves when every received upload is checked or refused. */
  settled(): Promise<void>;
  /** Resumes checks interrupted by a restart, and deletes abandoned uploads. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export interface UploadParts {
  pb: PocketBase;
  files: FileStore;
  /** Where files are while they upload. */
  partial: PartialUploads;
  leases: Leases;
  /** Maximum total size of one store's uploads and product files, in bytes, by plan. */
  storage: () => PlanStorage;
  now: () => Instant;
  onError: (reason: unknown) => void;
}

/** More would only compete for the same disk. */
const CONCURRENT_CHECKS = 2;
/** How soon a check that another process was doing is looked at again, in case that process was killed. In ms. */
const TAKEN_RETRY_MS = 5_000;
/** How soon a check that failed is tried again, such as while the bucket is away; doubled with each failure in a row. In ms. */
const FAILED_RETRY_MS = 1_000;
const SWEEP_EVERY_MS = 10 * 60 * 1000;
/** A younger file without a record may belong to an upload that just began or was just checked. In ms. */
const ORPHANED_PART_AGE_MS = 60 * 60 * 1000;

/** How long sellers can see a refused upload and its reason. In ms. */
const REFUSED_UPLOAD_TTL_MS = 7 * 24 * 60 * 60 * 1000;

/** Opens the uploads and resumes those interrupted by a restart. */
export async function openUploads(parts: UploadParts): Promise<Uploads> {
  const { pb, partial, now, onError } = parts;
  let closing = false;
  const checks = openChecks({ ...parts, closing: () => closing });
  const withPermit = semaphore(CONCURRENT_CHECKS);
  const running = new Map<string, Promise<void>>();
  const retries = new Map<string, NodeJS.Timeout>();
  /** How often in a row the check of an upload failed here. */
  const failures = new Map<string, number>();

  const checkSoon = (uploadId: string): void => {
    if (closing || running.has(uploadId)) return;
    const check = withPermit(async () => {
      if (closing) return;
      if ((await checks.check(uploadId)) === 'taken') retryLater(uploadId, TAKEN_RETRY_MS);
      failures.delete(uploadId);
    }).catch((reason) => {
      // The upload is still `arrived`.
      onError(reason);
      const failed = failures.get(uploadId) ?? 0;
      const pause = FAILED_RETRY_MS * 2 ** failed;
      // From then on the sweep is as soon.
      if (pause >= SWEEP_EVERY_MS) return;
      failures.set(uploadId, failed + 1);
      retryLater(uploadId, pause);
    });
    running.set(
      uploadId,
      check.finally(() => running.delete(uploadId)),
    );
  };

  /** A process that finishes the check leaves nothing to do; one that was killed has left its lease. */
  const retryLater = (uploadId: string, pauseMs: number): void => {
    clearTimeout(retries.get(uploadId));
    if (closing) return;
    const retry = setTimeout(() => {
      retries.delete(uploadId);
      checkSoon(uploadId);
    }, pauseMs);
    retries.set(uploadId, retry.unref());
  };

  const settled = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running.values());
  };

  async function arrived(uploadId: string): Promise<void> {
    await markArrived(pb, uploadId, now());
    checkSoon(uploadId);
  }

  /** Uploads that are being finished here. */
  const finishing = new Map<string, Promise<Finished>>();

  function finish(uploadId: string): Promise<Finished> {
    const begun = finishing.get(uploadId);
    if (begun) return begun;
    const finished = finishNow(uploadId).finally(() => finishing.delete(uploadId));
    finishing.set(uploadId, finished);
    return finished;
  }

  async function finishNow(uploadId: string): Promise<Finished> {
    // Nobody writes to what is read here and checked afterwards.
    await partial.seal(uploadId);
    const sha256 = await partial.withLocal(uploadId, hashOfFile);
    const upload = await uploadById(pb, uploadId);
    if (upload && upload.expectedSha256 !== null && upload.expectedSha256 !== sha256) {
      await remove(upload);
      return { refusal: 'upload-hash' };
    }
    await arrived(uploadId);
    return { sha256 };
  }

  async function finishWhole(upload: StoredUpload): Promise<Finished | null> {
    const { id, state, sizeBytes, archiveId } = upload;
    // Unpacking finishes the members of archives.
    if (state !== 'uploading' || archiveId !== null) return null;
    if ((await partial.lengthOf(id)) !== sizeBytes) return null;
    try {
      return await finish(id);
    } catch (reason) {
      // Another process finished it meanwhile, and its check may have taken the bytes away.
      const after = await uploadById(pb, id);
      if (after?.state === 'uploading') throw reason;
      return null;
    }
  }

  async function remove(upload: StoredUpload): Promise<'state' | null> {
    if (!(await deleteUpload(pb, upload.id))) return 'state';
    await partial.remove(upload.id);
    return null;
  }

  async function sweep(): Promise<void> {
    const at = now();
    for (const upload of await uploadsInState(pb, 'uploading')) {
      const { id, createdAt } = upload;
      // Complete, but the app stopped before marking it.
      if ((await finishWhole(upload)) !== null) continue;
      const touched = (await partial.touchedAt(id)) ?? createdAt;
      if (at - Math.max(touched, createdAt) > PARTIAL_UPLOAD_TTL_MS) await remove(upload);
    }
    for (const { id } of await uploadsInState(pb, 'arrived')) checkSoon(id);
    for (const upload of await uploadsInState(pb, 'refused', at - REFUSED_UPLOAD_TTL_MS))
      await remove(upload);
    await removeOrphans(at);
  }

  /** Deletes partial files without an open upload, such as those left by a crash. */
  async function removeOrphans(at: Instant): Promise<void> {
    const expected = new Set<string>();
    const files = await partial.all();
    for (const state of ['uploading', 'arrived'] as const)
      for (const { id } of await uploadsInState(pb, state)) expected.add(id);
    for (const id of files) {
      const touched = await partial.touchedAt(id);
      if (!expected.has(id) && touched !== null && at - touched > ORPHANED_PART_AGE_MS)
        await partial.remove(id);
    }
    await partial.removeUnfinished(at - ORPHANED_PART_AGE_MS);
  }

  // In the background: opening the app does not wait for it.
  let sweeping = sweep().catch(onError);
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch(onError);
  }, SWEEP_EVERY_MS);
  timer.unref();

  return {
    partial,
    settled,
    sweep,
    finish,
    finishWhole,
    arrived,

    async begin(storeId, request) {
      const parsed = parseUploadRequest(request);
      if ('refusal' in parsed) return parsed;
      if (!(await partial.hasLayer(parsed.upload.sizeBytes))) return { refusal: 'storage-full', field: null };
      const id = newRecordId();
      const refusal = await beginUpload(pb, { ...parsed.upload, id, storeId }, parts.storage(), now());
      return refusal ? { refusal, field: FIELD_OF[refusal] } : { id };
    },

    async discard(upload) {
      return mayDiscard(upload) ? remove(upload) : 'state';
    },

    async close() {
      closing = true;
      clearInterval(timer);
      for (const retry of retries.values()) clearTimeout(retry);
      await sweeping;
      await settled();
    },
  };
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

const FIELD_OF: Record<BeginRefusal, keyof UploadRequest | null> = {
  'too-many-open': null,
  'store-full': 'sizeBytes',
  'upload-product': 'productId',
};
