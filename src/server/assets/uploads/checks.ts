import { open } from 'node:fs/promises';
import type PocketBase from 'pocketbase';
import { beginMember, membersOf, recordRefusedMember } from '../../../data/assets/archive-members.ts';
import {
  markArrived,
  markChecked,
  markUnpacked,
  markUploadRefused,
  type StoredUpload,
  sameContent,
  uploadById,
} from '../../../data/assets/uploads.ts';
import { newRecordId } from '../../../data/kernel/record-id.ts';
import {
  baseName,
  CONTENT_HEAD_BYTES,
  contentRefusal,
  fileKind,
  isLeftover,
  nameRefusal,
} from '../../../domain/assets/file-kind.ts';
import type { InspectedModel } from '../../../domain/assets/mesh-report.ts';
import {
  parseUploadRequest,
  UPLOAD_NAME_MAX,
  UPLOAD_PATH_MAX,
  type UploadRefusal,
} from '../../../domain/assets/upload.ts';
import type { PlanStorage } from '../../../domain/payments/seller-plan.ts';
import { modelKindOf } from '../../../mesh/read.ts';
import type { FileStore } from '../../adapters/files/file-store.ts';
import { meshFactsOf } from '../../adapters/mesh/mesh-facts.ts';
import { keyedMutex } from '../../kernel/keyed-mutex.ts';
import type { Lease, Leases } from '../../kernel/leases.ts';
import { isDiskFull, type PartialUploads } from './partial-uploads.ts';
import { type ListedFile, listZip } from './zip-directory.ts';
import { memberBytes } from './zip-members.ts';

export interface CheckParts {
  pb: PocketBase;
  files: FileStore;
  partial: PartialUploads;
  leases: Leases;
  /** Maximum total size of one store's files, in bytes, by plan. */
  storage: () => PlanStorage;
  now: () => number;
  onError: (reason: unknown) => void;
  /** Whether the app is closing, so that long work stops where it can resume. */
  closing: () => boolean;
}

/** Checks of received files. Each can be interrupted at any point and started again. */
export interface UploadChecks {
  /**
   * Checks one received upload: it becomes `checked` or `refused`, or is unpacked if it is an archive. "taken" while
   * another process does it.
   */
  check(uploadId: string): Promise<'done' | 'taken'>;
}

export function openChecks(parts: CheckParts): UploadChecks {
  const { pb, files, partial, leases, now } = parts;
  /** One decision at a time per content, so that duplicates find each other. */
  const withLock = keyedMutex();
  const check = (uploadId: string): Promise<'done' | 'taken'> =>
    withLock(uploadId, () =>
      leases.hold<'done' | 'taken'>(
        `upload/${uploadId}`,
        async (lease) => {
          await checkNow(uploadId, lease);
          return 'done';
        },
        () => 'taken',
      ),
    );

  async function checkNow(uploadId: string, lease: Lease): Promise<void> {
    const upload = await uploadById(pb, uploadId);
    if (upload?.state !== 'arrived') return;
    // Members of archives are written by us, whole.
    if (upload.archiveId === null) await partial.seal(uploadId);
    // Everything is decided by the same local bytes.
    await partial.withLocal(uploadId, () => decide(upload, lease));
  }

  async function decide(upload: StoredUpload, lease: Lease): Promise<void> {
    const refusal = await refusalOf(upload);
    if (refusal) return refuse(upload, refusal, lease);
    if (fileKind(upload.name) === 'zip') return unpack(upload, lease);
    const mesh = await measured(upload);
    if (typeof mesh === 'string') return refuse(upload, mesh, lease);
    await store(upload, mesh, lease);
  }

  async function refusalOf(upload: StoredUpload): Promise<UploadRefusal | null> {
    const { id, name, sizeBytes } = upload;
    if ((await partial.lengthOf(id)) !== sizeBytes) return 'upload-lost';
    const kind = fileKind(name);
    const refusal = nameRefusal(name, sizeBytes);
    if (refusal || !kind) return refusal ?? 'file-kind';
    return contentRefusal(kind, await partial.head(id, CONTENT_HEAD_BYTES));
  }

  async function measured({ id, name }: StoredUpload): Promise<InspectedModel | UploadRefusal | null> {
    const kind = modelKindOf(name);
    if (!kind) return null;
    try {
      const answer = await partial.withLocal(id, (path) => meshFactsOf(path, kind));
      // A slicer project can be large for other reasons than its mesh; it is accepted unmeasured.
      return answer === 'mesh-too-large' ? null : answer;
    } catch (reason) {
      // A model that crashes the measuring thread would do so every time.
      parts.onError(reason);
      return 'mesh-too-long';
    }
  }

  /** A process that has lost its lease decides nothing and leaves the partial file to the one that has it. */
  async function store(upload: StoredUpload, mesh: InspectedModel | null, lease: Lease): Promise<void> {
    const { id, storeId } = upload;
    const { sha256, crc32, storageKey } = await partial.withLocal(id, (path) => files.storeFile(path));
    const isChecked = await withLock(storageKey, async () => {
      const sameAs = await sameContent(pb, storeId, sha256, id);
      return markChecked(pb, id, { sha256, crc32, storageKey, mesh, sameAs }, now(), lease);
    });
    if (isChecked) await partial.remove(id);
  }

  async function refuse(upload: StoredUpload, reason: UploadRefusal, lease: Lease): Promise<void> {
    if (await markUploadRefused(pb, upload.id, reason, now(), lease)) await partial.remove(upload.id);
  }

  /** Unpacks the files of an archive one by one; files unpacked before a restart are skipped. */
  async function unpack(archive: StoredUpload, lease: Lease): Promise<void> {
    if (!(await partial.withLocal(archive.id, (path) => unpackFrom(path, archive, lease)))) return;
    if (await markUnpacked(pb, archive.id, now(), lease)) await partial.remove(archive.id);
  }

  /** False where the archive is refused, or where its unpacking stops to be continued later. */
  async function unpackFrom(path: string, archive: StoredUpload, lease: Lease): Promise<boolean> {
    const file = await open(path);
    const refused = async (reason: UploadRefusal) => {
      await refuse(archive, reason, lease);
      return false;
    };
    try {
      const entries = await listZip(file, archive.sizeBytes);
      if (typeof entries === 'string') return await refused(entries);
      const known = new Map((await membersOf(pb, archive.id)).map((member) => [member.path, member]));
      /** Paths that are too long may be equal once they are cut. */
      const taken = new Set<string>();
      for (const entry of entries) {
        if (parts.closing() || lease.signal.aborted) return false;
        const at = memberPath(archive, entry);
        if (isLeftover(entry.path) || taken.has(shortPath(at))) continue;
        taken.add(shortPath(at));
        const member = known.get(shortPath(at));
        const refusal =
          !member || member.state === 'uploading'
            ? await takeMember({ archive, lease }, entry, at, member?.id ?? null, () =>
                memberBytes(file, entry),
              )
            : null;
        if (member?.state === 'arrived') await check(member.id);
        if (refusal === 'lease-lost') return false;
        if (refusal) return await refused(refusal);
      }
      return true;
    } finally {
      await file.close();
    }
  }

  /**
   * Handles one file of an archive like a single upload. Returns a refusal of the whole archive, `lease-lost` where another
   * process unpacks it by now, or null.
   */
  async function takeMember(
    { archive, lease }: { archive: StoredUpload; lease: Lease },
    entry: ListedFile,
    path: string,
    existingId: string | null,
    bytes: () => AsyncIterable<Uint8Array>,
  ): Promise<UploadRefusal | 'lease-lost' | null> {
    const { id: archiveId, storeId, productId } = archive;
    const { sizeBytes } = entry;
    const name = baseName(path);
    const parsed = parseUploadRequest({ name, path, sizeBytes, productId });
    if ('refusal' in parsed) {
      const short = { name: name.slice(-UPLOAD_NAME_MAX), path: shortPath(path) };
      const member = { ...short, sizeBytes, storeId, archiveId, reason: parsed.refusal };
      return recordRefusedMember(pb, member, lease);
    }
    if (!(await partial.hasLayer(sizeBytes))) return 'storage-full';
    const id = existingId ?? newRecordId();
    if (existingId === null) {
      const upload = { ...parsed.upload, id, storeId, archiveId };
      const refusal = await beginMember(pb, upload, parts.storage(), now(), lease);
      if (refusal) return refusal;
    }
    try {
      await partial.write(id, bytes());
    } catch (failure) {
      if (isDiskFull(failure)) return 'storage-full';
      if (!(failure instanceof Error && failure.name === 'ZipDamaged')) throw failure;
      await markUploadRefused(pb, id, 'upload-lost', now(), lease);
      return null;
    }
    await markArrived(pb, id, now());
    await check(id);
    return null;
  }

  return { check };
}

/** The part of a path that fits its record. */
const shortPath = (path: string) => path.slice(-UPLOAD_PATH_MAX);

/** "March/Orc.zip" with "body.stl" in it → "March/Orc/body.stl". */
function memberPath(archive: StoredUpload, entry: ListedFile): string {
  const folder = archive.path.replace(/\.zip$/i, '');
  const inside = entry.path.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
  return `${folder}/${inside}`;
}
