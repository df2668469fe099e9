import { createHash } from 'node:crypto';
import { setTimeout as passed } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import { isUnanswered } from '../../data/kernel/client.ts';
import {
  archiveById,
  type DownloadableFile,
  type ProductArchive,
  recordArchiveBuilt,
  recordArchiveFailed,
  recordArchiveProgress,
  requestArchive,
} from '../../data/library/downloads.ts';
import { archivePaths } from '../../domain/assets/variant.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { semaphore } from '../../domain/kernel/semaphore.ts';
import type { FileStore, StoredFile } from '../adapters/files/file-store.ts';
import type { Lease, Leases } from '../kernel/leases.ts';
import { type ArchiveBytes, type ArchiveEntry, archiveBytes, archiveSize } from './archive-entries.ts';
import { checksumsOf } from './checksums.ts';

/** Build progress of an archive. Sizes in bytes. */
export interface ArchiveProgress {
  state: ProductArchive['state'];
  doneBytes: number;
  sizeBytes: number;
}

export interface Archives {
  /** Progress of the archive. Starts the build if it does not exist yet. */
  progress(request: ArchiveRequest): Promise<ArchiveProgress>;
  /** The archive as a stored file. Builds it first if it does not exist yet. */
  ready(request: ArchiveRequest): Promise<StoredFile>;
}

export interface ArchiveRequest {
  productId: string;
  /** The part of the product: a variant's key, or "all". */
  part: string;
  files: DownloadableFile[];
}

/** Concurrent builds; more would only compete for the same disk. */
const BUILDS_AT_ONCE = 2;
/** How long a failure is reported before a retry, in ms: long enough for every client that polls the progress. */
const FAILURE_SHOWN_MS = 5_000;
/** How often the progress of a build is written to its record, and read from there by other processes, in ms. */
const PROGRESS_EVERY_MS = 1_000;

/** An archive that is being looked up or built, shared by concurrent requests. */
interface BuildTask {
  progress: ArchiveProgress;
  /** Settles when it is known whether the archive already exists. */
  lookedUp: Promise<void>;
  done: Promise<StoredFile>;
  failedAt: Instant | null;
}

export interface ArchiveParts {
  pb: PocketBase;
  files: FileStore;
  leases: Leases;
  now: () => Instant;
  /** Called once per failed build. */
  onError: (reason: unknown) => void;
}

/**
 * One archive per part and version of a product, built once and stored as a file, so that its download can resume like
 * any other. The same files give the same bytes; a build interrupted by a restart is started again. Where another process
 * builds it, this one follows its progress.
 */
export function openArchives({ pb, files: store, leases, now, onError }: ArchiveParts): Archives {
  const tasks = new Map<string, BuildTask>();
  const withPermit = semaphore(BUILDS_AT_ONCE);

  const startTask = (key: string, contents: string, request: ArchiveRequest): BuildTask => {
    const sizeBytes = archiveSize(entriesOf(request.files));
    const progress: ArchiveProgress = { state: 'waiting', doneBytes: 0, sizeBytes };
    const { productId, part } = request;
    const found = requestArchive(pb, { productId, part, contents, sizeBytes }, now()).then(
      async (archive) => {
        const ready = archive.state === 'ready' && (await store.has(archive.storageKey, archive.sizeBytes));
        // One that was packed by an earlier version may have another size.
        const { sizeBytes: doneBytes } = archive;
        if (ready) Object.assign(progress, { state: 'ready', doneBytes, sizeBytes: doneBytes });
        return { archive, ready };
      },
    );
    const done = found.then(({ archive, ready }) =>
      ready ? storedOf(archive) : built(archive.id, request.files, progress),
    );
    const task: BuildTask = { progress, lookedUp: found.then(() => undefined), done, failedAt: null };
    tasks.set(key, task);
    done.then(
      () => tasks.delete(key),
      (reason) => {
        progress.state = 'failed';
        task.failedAt = now();
        onError(reason);
      },
    );
    // The error is reported through `done`; this promise may have no listener.
    task.lookedUp.catch(() => undefined);
    return task;
  };

  // No await between the lookup and the start, so that a build cannot start twice.
  const taskOf = (request: ArchiveRequest): BuildTask => {
    const contents = contentsOf(request);
    const key = `${request.productId} ${contents}`;
    const known = tasks.get(key);
    const over = known && known.failedAt !== null && now() - known.failedAt > FAILURE_SHOWN_MS;
    return known && !over ? known : startTask(key, contents, request);
  };

  /** The finished archive if it is recorded and its bytes are there, else null. */
  async function finished(archiveId: string): Promise<StoredFile | null> {
    const archive = await archiveById(pb, archiveId);
    if (archive?.state !== 'ready') return null;
    return (await store.has(archive.storageKey, archive.sizeBytes)) ? storedOf(archive) : null;
  }

  /** Builds an archive, or waits until another process has built it. */
  async function built(
    archiveId: string,
    files: DownloadableFile[],
    progress: ArchiveProgress,
  ): Promise<StoredFile> {
    for (;;) {
      const stored = await withPermit(() =>
        leases.hold(
          `archive/${archiveId}`,
          // Another process may have finished it since it was looked up.
          async (lease) => (await finished(archiveId)) ?? build(archiveId, files, progress, lease),
          () => null,
        ),
      );
      if (stored) {
        progress.state = 'ready';
        return stored;
      }
      await passed(PROGRESS_EVERY_MS, undefined, { ref: false });
      const others = await archiveById(pb, archiveId);
      if (others?.state === 'building')
        Object.assign(progress, { state: 'building', doneBytes: others.doneBytes });
    }
  }

  /** Null if the lease was lost meanwhile, as after the process stood still: another one builds it now. */
  async function build(
    archiveId: string,
    files: DownloadableFile[],
    progress: ArchiveProgress,
    lease: Lease,
  ): Promise<StoredFile | null> {
    Object.assign(progress, { state: 'building', doneBytes: 0 });
    const told = progressWriter(() => recordArchiveProgress(pb, archiveId, progress.doneBytes, lease));
    let opened: ArchiveBytes | null = null;
    try {
      told.write();
      const checksums = await untilLost(lease.signal, checksumsOf(pb, store, files));
      opened = archiveBytes(store, entriesOf(files), checksums);
      const packed = counted(opened.bytes, progress, lease.signal, now, told.write);
      const stored = storedOf(await untilLost(lease.signal, store.put(packed)));
      // Written later, it would say that the archive is being built again.
      await told.written();
      await whileHeld(lease, () => recordArchiveBuilt(pb, archiveId, stored, lease));
      return stored;
    } catch (reason) {
      await told.written();
      if (lease.signal.aborted) return null;
      await recordArchiveFailed(pb, archiveId, String(reason), lease).catch(onError);
      throw reason;
    } finally {
      opened?.close();
    }
  }

  return {
    async progress(request) {
      const task = taskOf(request);
      await task.lookedUp;
      return { ...task.progress };
    },
    ready: (request) => taskOf(request).done,
  };
}

/**
 * Writes the progress of a build without holding it up, one write at a time; what came meanwhile is written by one more. A
 * write that fails is no failure of the build: the backend may be restarting, and the next one says more.
 */
function progressWriter(record: () => Promise<void>) {
  let writing: Promise<void> | null = null;
  let isNewer = false;
  const writeAll = async () => {
    do {
      isNewer = false;
      await record().catch(() => undefined);
    } while (isNewer);
    writing = null;
  };
  return {
    write() {
      isNewer = true;
      writing ??= writeAll();
    },
    async written() {
      await writing;
    },
  };
}

/** Tries again while the backend is away and the lease lasts: otherwise all that was built would be built again. */
async function whileHeld(lease: Lease, record: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await record();
    } catch (reason) {
      if (lease.signal.aborted || !isUnanswered(reason)) throw reason;
    }
    await passed(PROGRESS_EVERY_MS, undefined, { ref: false });
  }
}

/**
 * The result of work for which a lease is held. Work that stands still, as where a store stops answering, notices by itself
 * neither that the lease is lost nor that somebody else has done it.
 * @throws the signal's reason
 */
function untilLost<T>(lost: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(lost.reason);
    lost.addEventListener('abort', end, { once: true });
    if (lost.aborted) end();
    work.then(resolve, reject).finally(() => lost.removeEventListener('abort', end));
  });
}

/** Counts the bytes into `progress`, which it has recorded now and then. @throws the signal's reason */
async function* counted(
  stream: AsyncIterable<Uint8Array>,
  progress: ArchiveProgress,
  lost: AbortSignal,
  now: () => Instant,
  record: () => void,
) {
  let recordedAt = now();
  for await (const chunk of stream) {
    lost.throwIfAborted();
    progress.doneBytes += chunk.length;
    yield chunk;
    if (now() - recordedAt < PROGRESS_EVERY_MS) continue;
    recordedAt = now();
    record();
  }
}

function storedOf({ storageKey, sha256, sizeBytes }: StoredFile): StoredFile {
  return { storageKey, sha256, sizeBytes };
}

function entriesOf(files: readonly DownloadableFile[]): ArchiveEntry[] {
  const names = archivePaths(files);
  return files.map((file, at) => ({ file, name: names[at] ?? file.id }));
}

/** One hash over the entries of an archive: their files, names and order. */
export function contentsOf({ part, files }: Pick<ArchiveRequest, 'part' | 'files'>): string {
  const rows = entriesOf(files).map(({ name, file }) => [name, file.sha256]);
  return createHash('sha256')
    .update(JSON.stringify([part, rows]))
    .digest('hex');
}
