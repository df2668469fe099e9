import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, constants, copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Files that are still uploading, each named by its upload's id: in a folder, or in a bucket (`bucket-uploads.ts`). */
export interface PartialUploads {
  /** Bytes received so far; null if there is no file. */
  lengthOf(uploadId: string): Promise<number | null>;
  /** When the last bytes arrived; null if there is no file. */
  touchedAt(uploadId: string): Promise<number | null>;
  begin(uploadId: string): Promise<void>;
  /** Appends bytes at `offset` and returns the new length, once flushed to disk. */
  append(uploadId: string, bytes: Readable, offset: number): Promise<number>;
  /**
   * Replaces the whole file at once. The bytes are written under a name of their own first, so that two processes that
   * write the same upload never mix their bytes.
   */
  write(uploadId: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Puts a copy in the file's place that nobody has open: a request that was given up may still write to the old one. Does
   * nothing where it is such a copy already, or where there is no file.
   */
  seal(uploadId: string): Promise<void>;
  /** The first `bytes` bytes, fewer if the file is shorter. */
  head(uploadId: string, bytes: number): Promise<Uint8Array>;
  /** Calls `work` with a path where the bytes of a complete file lie on this machine; it must not change them. */
  withLocal<T>(uploadId: string, work: (path: string) => Promise<T>): Promise<T>;
  remove(uploadId: string): Promise<void>;
  /** The ids of all files. */
  all(): Promise<string[]>;
  /** Removes what a killed process left of `write`, where the last bytes came before this moment, in ms. */
  removeUnfinished(before: number): Promise<void>;
  /** Whether this many bytes fit on the disk, with a reserve left. */
  hasLayer(bytes: number): Promise<boolean>;
}

/** The bits of a file's mode that let anybody write it. */
const WRITABLE = 0o222;

/** Files that are still uploading, in a folder of this machine. */
export interface LocalUploads extends PartialUploads {
  pathOf(uploadId: string): string;
}

/** Disk space that uploads leave for the database and the rest of the app. In bytes. */
const RESERVE_BYTES = 256 * 1024 * 1024;

/** @param folder is created if missing; on the file store's disk, files are moved instead of copied. */
export async function openPartialUploads(folder: string): Promise<LocalUploads> {
  await mkdir(folder, { recursive: true });
  const pathOf = (uploadId: string) => {
    if (!/^[a-z0-9]{15}$/.test(uploadId)) throw new RangeError(`${uploadId} is not an id`);
    return join(folder, uploadId);
  };
  const statOf = async (uploadId: string) => {
    try {
      return await stat(pathOf(uploadId));
    } catch (reason) {
      if ((reason as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw reason;
    }
  };
  return {
    pathOf,
    lengthOf: async (uploadId) => (await statOf(uploadId))?.size ?? null,
    touchedAt: async (uploadId) => (await statOf(uploadId))?.mtimeMs ?? null,

    async begin(uploadId) {
      await (await open(pathOf(uploadId), 'wx')).close();
    },

    async append(uploadId, bytes, offset) {
      const path = pathOf(uploadId);
      // If the connection breaks, the bytes so far stay and the client resumes after them.
      await pipeline(bytes, createWriteStream(path, { flags: 'r+', start: offset, flush: true }));
      return (await stat(path)).size;
    },

    async write(uploadId, bytes) {
      const path = pathOf(uploadId);
      const own = `${path}.${randomUUID()}`;
      try {
        await pipeline(bytes, createWriteStream(own, { flags: 'wx', flush: true }));
        await rename(own, path);
      } catch (reason) {
        await rm(own, { force: true });
        throw reason;
      }
    },

    async seal(uploadId) {
      const path = pathOf(uploadId);
      const found = await statOf(uploadId);
      if (!found || (found.mode & WRITABLE) === 0) return;
      const own = `${path}.${randomUUID()}`;
      try {
        // Disks that can share the blocks of two files copy nothing.
        await copyFile(path, own, constants.COPYFILE_FICLONE);
        await flushFile(own);
        await chmod(own, found.mode & ~WRITABLE);
        await rename(own, path);
      } catch (reason) {
        await rm(own, { force: true });
        throw reason;
      }
    },

    async head(uploadId, bytes) {
      const chunks: Buffer[] = [];
      const start: AsyncIterable<Buffer> = createReadStream(pathOf(uploadId), { end: bytes - 1 });
      for await (const chunk of start) chunks.push(chunk);
      return Buffer.concat(chunks);
    },

    withLocal: async (uploadId, work) => work(pathOf(uploadId)),
    remove: (uploadId) => rm(pathOf(uploadId), { force: true }),
    all: async () => (await readdir(folder)).filter((name) => /^[a-z0-9]{15}$/.test(name)),

    async removeUnfinished(before) {
      for (const name of await readdir(folder)) {
        if (!/^[a-z0-9]{15}\.[0-9a-f-]{36}$/.test(name)) continue;
        const path = join(folder, name);
        const touched = await stat(path).catch(() => null);
        if (touched && touched.mtimeMs < before) await rm(path, { force: true });
      }
    },

    async hasLayer(bytes) {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize - bytes >= RESERVE_BYTES;
    },
  };
}

async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Whether a failure means that the disk or the quota is full. */
export function isDiskFull(reason: unknown): boolean {
  const { code } = reason as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
