import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The folder where files lie while they arrive, each under its upload's id. */
export interface PartialUploads {
  /** How much of the file is there, in bytes; null where there is no file. */
  lengthOf(uploadId: string): Promise<number | null>;
  /** When something of it arrived last; null where there is no file. */
  touchedAt(uploadId: string): Promise<number | null>;
  begin(uploadId: string): Promise<void>;
  /** Adds bytes at the end of what is there and answers the new length; what is said to be there is on the disk. */
  append(uploadId: string, bytes: Readable, offset: number): Promise<number>;
  /** Writes the whole file anew. */
  write(uploadId: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** The first so many bytes, fewer where the file is shorter. */
  head(uploadId: string, bytes: number): Promise<Uint8Array>;
  pathOf(uploadId: string): string;
  remove(uploadId: string): Promise<void>;
  /** Every id with a file here. */
  all(): Promise<string[]>;
  /** Whether so many bytes fit on the disk, with something left for everybody else. */
  hasRoom(bytes: number): Promise<boolean>;
}

/** Uploads leave so much of the disk for the database and the rest of the house. In bytes. */
const RESERVE_BYTES = 256 * 1024 * 1024;

/** @param folder is made where it is missing; on the disk of the file store, files need not be copied. */
export async function openPartialUploads(folder: string): Promise<PartialUploads> {
  await mkdir(folder, { recursive: true });
  const pathOf = (uploadId: string) => {
    if (!/^[a-z0-9]{15}$/.test(uploadId)) throw new RangeError(`${uploadId} is no id`);
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
      // Where the line breaks, what came before stays, and the rest is sent after it.
      await pipeline(bytes, createWriteStream(path, { flags: 'r+', start: offset, flush: true }));
      return (await stat(path)).size;
    },

    async write(uploadId, bytes) {
      await pipeline(bytes, createWriteStream(pathOf(uploadId), { flags: 'w', flush: true }));
    },

    async head(uploadId, bytes) {
      const chunks: Buffer[] = [];
      const start: AsyncIterable<Buffer> = createReadStream(pathOf(uploadId), { end: bytes - 1 });
      for await (const chunk of start) chunks.push(chunk);
      return Buffer.concat(chunks);
    },

    remove: (uploadId) => rm(pathOf(uploadId), { force: true }),
    all: async () => (await readdir(folder)).filter((name) => /^[a-z0-9]{15}$/.test(name)),

    async hasRoom(bytes) {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize - bytes >= RESERVE_BYTES;
    },
  };
}

/** Whether a failure means that the disk, or the house's share of it, is full. */
export function isDiskFull(reason: unknown): boolean {
  const { code } = reason as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
