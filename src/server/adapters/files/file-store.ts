import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type ContentFacts, contentHash } from './content-hash.ts';

/** A file in the store. Its key is enough to find it again, and never leaves the server. */
export interface StoredFile {
  storageKey: string;
  /** The hash of the bytes, 64 hexadecimal digits. */
  sha256: string;
  sizeBytes: number;
}

/** A file that was just stored. */
export type NewStoredFile = StoredFile & Pick<ContentFacts, 'crc32'>;

/** First and last byte, zero-based and inclusive. */
export interface ContentRange {
  first: number;
  last: number;
}

/** How a browser names and reads what a link leads to. */
export interface LinkHeaders {
  contentType: string;
  contentDisposition: string;
}

/** The bytes of a stored file as a stream, to be read or sent whole, not both. The caller destroys it. */
export interface StoredBytes extends Readable {
  /**
   * Sends the bytes and resolves when the last one was handed over; does not end `to`. A store may reuse one buffer, so
   * that large files cause no garbage collection.
   */
  sendTo(to: Writable): Promise<void>;
}

/**
 * The store of model files, addressed by content: the same bytes are stored once, and the content of a key never changes.
 * It is a local folder, or a bucket of an S3-compatible store (`s3-store.ts`).
 */
export interface FileStore {
  /** Stores the bytes, all or none. @throws StorageRefused where that fails. */
  put(bytes: AsyncIterable<Uint8Array>): Promise<NewStoredFile>;
  /**
   * Stores a finished local file, by a hard link where the disk supports it. The caller deletes the file at `path` and
   * must not write to it any more.
   * @throws StorageRefused where that fails.
   */
  storeFile(path: string): Promise<NewStoredFile>;
  /** The bytes, or a range of them. @throws StorageRefused "file-missing"; RangeError for a range outside the file. */
  open(storageKey: string, range?: ContentRange): Promise<StoredBytes>;
  /**
   * An address that gives the bytes to whoever has it, for some minutes. Null where they are sent by the site, where there
   * is no such file of this size, or where the rest of something else is asked for: `ifRange` is what the browser says of
   * the bytes it has (If-Range).
   */
  link(
    storageKey: string,
    sizeBytes: number,
    headers: LinkHeaders,
    ifRange: string | null,
  ): Promise<string | null>;
  /** Whether the file exists with this size. */
  has(storageKey: string, sizeBytes: number): Promise<boolean>;
  /**
   * Deletes the bytes. Only the job of `deleted-files.ts` calls it, which makes sure that no record names the key and that
   * none begins to: equal files share one key.
   */
  delete(storageKey: string): Promise<void>;
  /**
   * The keys with a prefix, one of the 256 from "00" to "ff", that were last stored between two instants. Keys are spread
   * evenly over the prefixes.
   */
  storedBetween(prefix: string, after: number, before: number): Promise<string[]>;
}

const SENTENCES = {
  'storage-full': 'There is no room left for model files. Free some space on the disk, then try again.',
  'storage-failed': 'The file could not be saved. Try again in a moment.',
  'storage-away': 'The file store does not answer. Try again in a moment.',
  'file-missing': 'This file is not in the store.',
} as const;

/** An operation of the store failed; the message can be shown to people. */
export class StorageRefused extends Error {
  readonly code: keyof typeof SENTENCES;
  constructor(code: keyof typeof SENTENCES, cause?: unknown) {
    super(SENTENCES[code], { cause });
    this.name = 'StorageRefused';
    this.code = code;
  }
}

/** The buffer of each download. */
const PIECE_BYTES = 256 * 1024;
/** The chunk size while a file is hashed. */
const READ_BYTES = 1024 * 1024;

/** Partial files of a killed process are deleted after this time, in ms. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Called once the key of new bytes is known and before they are looked for or put under it: afterwards nobody deletes them
 * until a record had the time to name them. May wait. @throws StorageRefused
 */
export type ClaimKey = (storageKey: string) => Promise<void>;

export interface FolderStoreOptions {
  /** Without it, nothing may be deleted while something is stored. */
  claim?: ClaimKey;
  /** The moment of opening, in ms. */
  now?: number;
}

/** Opens a store in a local folder, which is created where it is missing. */
export async function openFolderStore(
  folder: string,
  { claim = async () => undefined, now = Date.now() }: FolderStoreOptions = {},
): Promise<FileStore> {
  const incoming = join(folder, 'incoming');
  await mkdir(incoming, { recursive: true });
  await clearAbandoned(incoming, now);

  /** Moves a file into the store under its hash; `write` creates it at the path it is given. */
  const add = async (write: (path: string) => Promise<ContentFacts>): Promise<NewStoredFile> => {
    const arriving = join(incoming, randomUUID());
    try {
      const facts = await write(arriving);
      const { sha256 } = facts;
      const storageKey = `${sha256.slice(0, 2)}/${sha256}`;
      await claim(storageKey);
      await mkdir(join(folder, sha256.slice(0, 2)), { recursive: true });
      await rename(arriving, join(folder, storageKey));
      await flushFolder(dirname(join(folder, storageKey)));
      return { storageKey, ...facts };
    } catch (reason) {
      throw refusedBy(reason);
    } finally {
      // Gone already, unless something failed or both names are links to the same file.
      await rm(arriving, { force: true });
    }
  };

  return {
    put: (bytes) => add((arriving) => writeHashed(arriving, bytes)),

    storeFile: (path) =>
      add(async (arriving) => {
        try {
          await link(path, arriving);
        } catch (reason) {
          // Another disk, or one without hard links.
          if (!NO_LINK_CODES.has((reason as NodeJS.ErrnoException).code ?? '')) throw reason;
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

    link: async () => null,

    async has(storageKey, sizeBytes) {
      return (await sizeOf(pathOf(folder, storageKey))) === sizeBytes;
    },

    async delete(storageKey) {
      await rm(pathOf(folder, storageKey), { force: true });
    },

    async storedBetween(prefix, after, before) {
      const keys: string[] = [];
      for (const name of await namesIn(join(folder, prefix))) {
        const key = `${prefix}/${name}`;
        if (!isKey(key)) continue;
        const found = await statOrNull(join(folder, key));
        // The link is newer than the bytes where an existing file was stored.
        const storedAt = found ? Math.max(found.mtimeMs, found.ctimeMs) : before;
        if (storedAt > after && storedAt < before) keys.push(key);
      }
      return keys;
    },
  };
}

/** Only valid keys give a path, so that none leads out of the folder. */
function pathOf(folder: string, storageKey: string): string {
  if (!isKey(storageKey)) throw new StorageRefused('file-missing');
  return join(folder, storageKey);
}

/** Whether this is a key of a store: two digits of the hash, then all of it. */
export function isKey(storageKey: string): boolean {
  return /^([0-9a-f]{2})\/\1[0-9a-f]{62}$/.test(storageKey);
}

/** The names in a folder; empty where there is no folder. */
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

/** Sends a range of a file through one reused buffer. */
async function sendPieces(file: FileHandle, { first, last }: ContentRange, to: Writable): Promise<void> {
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, Math.max(0, last - first + 1)));
  for (let at = first; at <= last; ) {
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, last - at + 1), at);
    if (bytesRead === 0) throw new StorageRefused('file-missing');
    await written(to, piece.subarray(0, bytesRead));
    at += bytesRead;
  }
}

/** Writes a piece; afterwards its buffer may be reused. @throws the error of a stream whose reader has left. */
export function written(to: Writable, piece: Uint8Array): Promise<void> {
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

/** Error codes of disks that cannot create a hard link. */
const NO_LINK_CODES = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** A disk error as StorageRefused; any other error as it is. */
function refusedBy(reason: unknown): unknown {
  const code = (reason as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StorageRefused('storage-full', reason);
  if (code === 'EIO' || code === 'EROFS') return new StorageRefused('storage-failed', reason);
  return reason;
}

/** Hashes an existing file; afterwards its bytes are synced to the disk. */
async function hashed(path: string): Promise<ContentFacts> {
  const hash = contentHash();
  const bytes = createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>;
  for await (const chunk of bytes) hash.update(chunk);
  const file = await open(path, 'r');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
  return hash.facts();
}

/** Writes and hashes bytes; afterwards they are synced to the disk. */
async function writeHashed(path: string, bytes: AsyncIterable<Uint8Array>): Promise<ContentFacts> {
  const hash = contentHash();
  const file = await open(path, 'wx');
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      await writeWhole(file, chunk);
    }
    await file.datasync();
  } finally {
    await file.close();
  }
  return hash.facts();
}

/** Writes all of a chunk; a single write may take only a part. */
async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
}

/** A new name survives a power cut only once its folder is synced too. */
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
