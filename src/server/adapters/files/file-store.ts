import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** A file as the store keeps it. The key is all that is needed to find it again; it never leaves the server. */
export interface StoredFile {
  storageKey: string;
  /** Of the bytes, 64 hexadecimal digits. */
  sha256: string;
  sizeBytes: number;
}

/** First and last byte, counted from 0, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** Bytes of the store as a stream, to be read or to be sent whole; not both. Whoever opened them destroys them. */
export interface StoredBytes extends Readable {
  /**
   * Sends the bytes and resolves when the last one has been handed over; ends nothing. A store that can do so keeps one
   * piece in memory and no more, so that large files make no work for the collector of garbage.
   */
  sendTo(to: Writable): Promise<void>;
}

/**
 * Where the model files lie that people pay for. Named by content: the same bytes are kept once, and what a key names
 * never changes. Today a local folder; an S3-compatible store fits the same few verbs.
 */
export interface FileStore {
  /** Keeps the bytes; either all of them are kept or none. @throws StorageRefused where they cannot be. */
  put(bytes: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /**
   * Keeps a finished file that lies in a folder near the store, without a second copy of its bytes where the disk can do
   * that. The file at `path` stays, for the caller to delete; nobody may write to it any more.
   * @throws StorageRefused where it cannot be kept.
   */
  storeFile(path: string): Promise<StoredFile>;
  /** The bytes, or a part of them. @throws StorageRefused "file-missing"; RangeError for a part outside the file. */
  open(storageKey: string, range?: ByteRange): Promise<StoredBytes>;
  /** Whether the store has it, with this size. */
  has(storageKey: string, sizeBytes: number): Promise<boolean>;
  /** Forgets the bytes. The caller makes sure that no record names this key any more: the same bytes have one key. */
  delete(storageKey: string): Promise<void>;
  /**
   * The keys of a shelf, one of the 256 "00" to "ff" that all keys stand on evenly, whose bytes were brought, the last
   * time, between two instants.
   */
  storedBetween(shelf: string, after: number, before: number): Promise<string[]>;
}

const SENTENCES = {
  'storage-full': 'There is no room left for model files. Free some space on the disk, then try again.',
  'storage-failed': 'The file could not be kept. Try again in a moment.',
  'file-missing': 'This file is not in the store.',
} as const;

/** The store could not do what it was asked; the message is a sentence a person can read. */
export class StorageRefused extends Error {
  readonly code: keyof typeof SENTENCES;
  constructor(code: keyof typeof SENTENCES, cause?: unknown) {
    super(SENTENCES[code], { cause });
    this.name = 'StorageRefused';
    this.code = code;
  }
}

/** Sent at once; what each download keeps in memory. */
const PIECE_BYTES = 256 * 1024;
/** Read at once while a large file is hashed. */
const READ_BYTES = 1024 * 1024;

/** Half uploads of a killed process are cleared away after this long. In ms. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** A store in a local folder, which is made where it is missing. */
export async function openFolderStore(folder: string, now = Date.now()): Promise<FileStore> {
  const incoming = join(folder, 'incoming');
  await mkdir(incoming, { recursive: true });
  await clearAbandoned(incoming, now);

  /** Brings bytes into the store under their name; `arrive` makes a whole file of them at the path it is given. */
  const take = async (arrive: (arriving: string) => Promise<Hashed>): Promise<StoredFile> => {
    const arriving = join(incoming, randomUUID());
    try {
      const { sha256, sizeBytes } = await arrive(arriving);
      const storageKey = `${sha256.slice(0, 2)}/${sha256}`;
      await mkdir(join(folder, sha256.slice(0, 2)), { recursive: true });
      await rename(arriving, join(folder, storageKey));
      await flushFolder(dirname(join(folder, storageKey)));
      return { storageKey, sha256, sizeBytes };
    } catch (reason) {
      throw refusedBy(reason);
    } finally {
      // Gone already unless something went wrong, or both names meant the same file.
      await rm(arriving, { force: true });
    }
  };

  return {
    put: (bytes) => take((arriving) => writeHashed(arriving, bytes)),

    storeFile: (path) =>
      take(async (arriving) => {
        try {
          await link(path, arriving);
        } catch (reason) {
          // Another disk, or one that knows no second name for a file.
          if (!LINKLESS.has((reason as NodeJS.ErrnoException).code ?? '')) throw reason;
          return writeHashed(arriving, createReadStream(path));
        }
        return hashed(arriving);
      }),

    async open(storageKey, range) {
      const file = await openOrRefuse(pathOf(folder, storageKey));
      try {
        const { size } = await file.stat();
        const { first, last } = range ?? { first: 0, last: size - 1 };
        if (range && !(first >= 0 && first <= last && last < size)) {
          throw new RangeError(`bytes ${first} to ${last} of a file of ${size}`);
        }
        // An empty file has no last byte.
        const bytes = file.createReadStream(size === 0 ? {} : { start: first, end: last });
        return Object.assign(bytes, { sendTo: (to: Writable) => sendPieces(file, { first, last }, to) });
      } catch (reason) {
        await file.close();
        throw reason;
      }
    },

    async has(storageKey, sizeBytes) {
      return (await sizeOf(pathOf(folder, storageKey))) === sizeBytes;
    },

    async delete(storageKey) {
      await rm(pathOf(folder, storageKey), { force: true });
    },

    async storedBetween(shelf, after, before) {
      const keys: string[] = [];
      for (const name of await namesIn(join(folder, shelf))) {
        const key = `${shelf}/${name}`;
        if (!isKey(key)) continue;
        const kept = await statOrNull(join(folder, key));
        // The name is newer than the bytes where a file was kept that had lain elsewhere.
        const brought = kept ? Math.max(kept.mtimeMs, kept.ctimeMs) : before;
        if (brought > after && brought < before) keys.push(key);
      }
      return keys;
    },
  };
}

/** Only keys of our own making name a path, so that none leads out of the folder. */
function pathOf(folder: string, storageKey: string): string {
  if (!isKey(storageKey)) throw new StorageRefused('file-missing');
  return join(folder, storageKey);
}

function isKey(storageKey: string): boolean {
  return /^([0-9a-f]{2})\/\1[0-9a-f]{62}$/.test(storageKey);
}

/** The names in a folder; none where it was never needed. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw reason;
  }
}

async function openOrRefuse(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === 'ENOENT') throw new StorageRefused('file-missing', reason);
    throw reason;
  }
}

/** Sends a part of a file, every piece in the same memory. */
async function sendPieces(file: FileHandle, { first, last }: ByteRange, to: Writable): Promise<void> {
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, Math.max(0, last - first + 1)));
  for (let at = first; at <= last; ) {
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, last - at + 1), at);
    if (bytesRead === 0) throw new StorageRefused('file-missing');
    await written(to, piece.subarray(0, bytesRead));
    at += bytesRead;
  }
}

/** Writes a piece; on return its memory is free again. @throws whatever a stream says whose reader has left. */
function written(to: Writable, piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () =>
      reject(Object.assign(new Error('the reader left'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }));
    to.once('close', leave);
    to.write(piece, (reason) => {
      to.off('close', leave);
      if (reason) reject(reason);
      else resolve();
    });
  });
}

interface Hashed {
  sha256: string;
  sizeBytes: number;
}

/** What a disk says where a file cannot have a second name. */
const LINKLESS = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** The failure as a refusal where it is the disk's. */
function refusedBy(reason: unknown): unknown {
  const code = (reason as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StorageRefused('storage-full', reason);
  if (code === 'EIO' || code === 'EROFS') return new StorageRefused('storage-failed', reason);
  return reason;
}

/** Hashes a file that is there; on return its bytes are on the disk. */
async function hashed(path: string): Promise<Hashed> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  const file = await open(path, 'r');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

/** Writes and hashes in one go; on return the bytes are on the disk, not merely on their way. */
async function writeHashed(path: string, bytes: AsyncIterable<Uint8Array>): Promise<Hashed> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const file = await open(path, 'wx');
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      await writeWhole(file, chunk);
    }
    await file.datasync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

/** One write may take only a part of what it is given. */
async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
}

/** A new name survives a power cut only once its folder is written too. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.datasync();
  } finally {
    await folder.close();
  }
}

async function clearAbandoned(incoming: string, now: number): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const arrived = (await statOrNull(path))?.mtimeMs ?? now;
    if (now - arrived > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

async function sizeOf(path: string): Promise<number | null> {
  return (await statOrNull(path))?.size ?? null;
}

async function statOrNull(path: string) {
  try {
    return await stat(path);
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw reason;
  }
}
