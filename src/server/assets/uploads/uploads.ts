import type PocketBase from 'pocketbase';
import {
  type BeginRefusal,
  beginUpload,
  deleteUpload,
  markArrived,
  type StoredUpload,
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
import type { PlanStorage } from '../../../domain/payments/seller-plan.ts';
import type { FileStore } from '../../adapters/files/file-store.ts';
import { semaphore } from '../../kernel/semaphore.ts';
import { openChecks } from './checks.ts';
import { openPartialUploads, type PartialUploads } from './partial-uploads.ts';

/** Why an upload cannot begin, and the field of what was asked that is at fault, where one is. */
export interface BeginRefused {
  refusal: UploadRefusal;
  field: keyof UploadRequest | null;
}

export interface Uploads {
  /** Where files lie while they arrive. */
  half: PartialUploads;
  /** Begins an upload of this store and answers its id. */
  begin(storeId: string, asked: UploadRequest): Promise<{ id: string } | BeginRefused>;
  /** Says that the last byte of an upload is there; it is checked soon. */
  arrived(uploadId: string): Promise<void>;
  /** Takes an upload back, with its bytes where nothing else has them. */
  discard(upload: StoredUpload): Promise<'state' | null>;
  /** Forgets bytes of the file store that no record names any more. */
  release(storageKey: string): Promise<void>;
  /** Resolves when everything that has arrived until now is checked or refused. */
  settled(): Promise<void>;
  /** Goes on with what a restart cut off, and forgets what nobody goes on with. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export interface UploadParts {
  pb: PocketBase;
  files: FileStore;
  /** Where files lie while they arrive; best on the disk of the file store. */
  folder: string;
  /** The most one store's uploads and product files may weigh together, in bytes. */
  storage: PlanStorage;
  now: () => Instant;
  onError: (reason: unknown) => void;
}

/** More at once would only share the same disk. */
const CHECKS_AT_ONCE = 2;
const SWEEP_EVERY_MS = 10 * 60 * 1000;
/** A file without a record may belong to an upload that is just beginning or just checked. In ms. */
const ORPHANED_PART_AGE_MS = 60 * 60 * 1000;

/** A seller may read this long why a file was not taken. In ms. */
const REFUSED_UPLOAD_TTL_MS = 7 * 24 * 60 * 60 * 1000;

/** Opens the uploads and goes on with those a restart cut off. */
export async function openUploads(parts: UploadParts): Promise<Uploads> {
  const { pb, now, onError } = parts;
  const half = await openPartialUploads(parts.folder);
  let closing = false;
  const checks = openChecks({ ...parts, half, closing: () => closing });
  const withPermit = semaphore(CHECKS_AT_ONCE);
  const running = new Map<string, Promise<void>>();

  const checkSoon = (uploadId: string): void => {
    if (closing || running.has(uploadId)) return;
    const check = withPermit(async () => {
      if (!closing) await checks.check(uploadId);
    });
    // What could not be checked stays as it has arrived, and is tried again with the next sweep.
    running.set(uploadId, check.catch(onError).finally(() => running.delete(uploadId))); // biome-ignore format: one line
  };

  const settled = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running.values());
  };

  async function arrived(uploadId: string): Promise<void> {
    await markArrived(pb, uploadId, now());
    checkSoon(uploadId);
  }

  async function forget(upload: StoredUpload): Promise<'state' | null> {
    if (!(await deleteUpload(pb, upload.id))) return 'state';
    await half.remove(upload.id);
    if (upload.storageKey !== null) await checks.release(upload.storageKey);
    return null;
  }

  async function sweep(): Promise<void> {
    const at = now();
    for (const upload of await uploadsInState(pb, 'uploading')) {
      const { id, sizeBytes, archiveId, createdAt } = upload;
      const length = await half.lengthOf(id);
      const touched = (await half.touchedAt(id)) ?? createdAt;
      // All of it is there and nobody was left to say so; what is in an archive is told by unpacking that.
      if (length === sizeBytes && archiveId === null) await arrived(id);
      else if (at - Math.max(touched, createdAt) > PARTIAL_UPLOAD_TTL_MS) await forget(upload);
    }
    for (const { id } of await uploadsInState(pb, 'arrived')) checkSoon(id);
    for (const upload of await uploadsInState(pb, 'refused', at - REFUSED_UPLOAD_TTL_MS))
      await forget(upload);
    await removeOrphans(at);
  }

  /** Files of uploads that are no longer on their way, such as those a crash left behind. */
  async function removeOrphans(at: Instant): Promise<void> {
    const expected = new Set<string>();
    const files = await half.all();
    for (const state of ['uploading', 'arrived'] as const)
      for (const { id } of await uploadsInState(pb, state)) expected.add(id);
    for (const id of files) {
      const touched = await half.touchedAt(id);
      if (!expected.has(id) && touched !== null && at - touched > ORPHANED_PART_AGE_MS) await half.remove(id);
    }
  }

  // In the background: the house opens whatever became of uploads.
  let sweeping = sweep().catch(onError);
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch(onError);
  }, SWEEP_EVERY_MS);
  timer.unref();

  return {
    half,
    settled,
    sweep,
    arrived,
    release: checks.release,

    async begin(storeId, asked) {
      const answer = parseUploadRequest(asked);
      if ('refusal' in answer) return answer;
      if (!(await half.hasRoom(answer.begun.sizeBytes))) return { refusal: 'storage-full', field: null };
      const id = newRecordId();
      const refusal = await beginUpload(pb, { ...answer.begun, id, storeId }, parts.storage, now());
      return refusal ? { refusal, field: FIELD_OF[refusal] } : { id };
    },

    async discard(upload) {
      return mayDiscard(upload) ? forget(upload) : 'state';
    },

    async close() {
      closing = true;
      clearInterval(timer);
      await sweeping;
      await settled();
    },
  };
}

const FIELD_OF: Record<BeginRefusal, keyof UploadRequest | null> = {
  'too-many-open': null,
  'store-full': 'sizeBytes',
  'upload-product': 'productId',
};
