import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from './bucket.ts';
import { openBytes } from './bucket-bytes.ts';
import { type FileStore, StorageRefused } from './file-store.ts';

/** Moves of files between folder and bucket while the site is open. What is there already is not copied again. */

/** How far a move is, in files and bytes. */
export interface MoveState {
  copied: number;
  copiedBytes: number;
  /** Files that were there already. */
  present: number;
  /** Keys whose bytes do not have the hash that their key says; they are not taken for moved. */
  damaged: string[];
}

export const nothingMoved = (): MoveState => ({ copied: 0, copiedBytes: 0, present: 0, damaged: [] });

/**
 * Copies all model files of one store into another, where each is stored by the hash of what arrived. May be stopped and
 * started again. Nothing is deleted.
 * @param onStep called after each of the 256 prefixes of keys.
 */
export async function copyModels(
  from: FileStore,
  to: FileStore,
  onStep: (state: MoveState, prefix: string) => void,
): Promise<MoveState> {
  const state = nothingMoved();
  for (let number = 0; number < 256; number++) {
    const prefix = number.toString(16).padStart(2, '0');
    const present = new Set(
      await to.storedBetween(prefix, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
    );
    for (const key of await from.storedBetween(prefix, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) {
      if (present.has(key)) state.present++;
      else await copyModel(key, from, to, state);
    }
    onStep(state, prefix);
  }
  return state;
}

async function copyModel(key: string, from: FileStore, to: FileStore, state: MoveState): Promise<void> {
  try {
    const bytes = await from.open(key);
    try {
      const stored = await to.put(bytes);
      if (stored.storageKey !== key) {
        state.damaged.push(key);
        return;
      }
      state.copied++;
      state.copiedBytes += stored.sizeBytes;
    } finally {
      bytes.destroy();
    }
  } catch (reason) {
    // Deleted since the keys were listed.
    if (!(reason instanceof StorageRefused && reason.code === 'file-missing')) throw reason;
  }
}

/** A picture of PocketBase: collection, record and file; thumbnails are made again. */
const PICTURE_KEY = /^[A-Za-z0-9_]{1,40}\/[a-z0-9]{15}\/[^/]{1,255}$/;
const OWN_FOLDERS = /^(models|uploads|staging)\//;
/** The end of the file beside each picture in which PocketBase keeps its type. */
const FACTS = '.attrs';
const NO_TYPE = 'application/octet-stream';

/** Copies PocketBase's pictures from its folder into the bucket, under the keys by which it looks for them there. */
export async function picturesToBucket(folder: string, bucket: Bucket): Promise<MoveState> {
  const state = nothingMoved();
  const there = new Map<string, number>();
  for await (const { key, sizeBytes } of bucket.list('')) there.set(key, sizeBytes);
  for (const key of await picturesIn(folder)) {
    const path = join(folder, key);
    const { size } = await stat(path);
    if (there.get(key) === size) {
      state.present++;
      continue;
    }
    state.copiedBytes += await bucket.putStream(key, createReadStream(path), await typeOf(path));
    state.copied++;
  }
  return state;
}

/** Copies PocketBase's pictures from the bucket into its folder. */
export async function picturesToFolder(bucket: Bucket, folder: string): Promise<MoveState> {
  const state = nothingMoved();
  for await (const { key, sizeBytes } of bucket.list('')) {
    if (OWN_FOLDERS.test(key) || !PICTURE_KEY.test(key) || key.includes('..')) continue;
    const path = join(folder, key);
    if ((await stat(path).catch(() => null))?.size === sizeBytes) {
      state.present++;
      continue;
    }
    await mkdir(dirname(path), { recursive: true });
    const arriving = `${path}.arriving`;
    const answer = await bucket.get(key, { first: 0, last: 0 }).catch(() => null);
    const type = answer?.headers.get('content-type') ?? NO_TYPE;
    await answer?.body?.cancel();
    try {
      await pipeline(await openBytes(bucket, key), createWriteStream(arriving));
      await writeFile(path + FACTS, JSON.stringify({ 'user.content_type': type }));
      await rename(arriving, path);
    } finally {
      await rm(arriving, { force: true });
    }
    state.copied++;
    state.copiedBytes += sizeBytes;
  }
  return state;
}

async function picturesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((key) => PICTURE_KEY.test(key) && !key.endsWith(FACTS) && !key.endsWith('.arriving'));
}

async function typeOf(path: string): Promise<string> {
  try {
    const facts = JSON.parse(await readFile(path + FACTS, 'utf8')) as Record<string, unknown>;
    const type = facts['user.content_type'];
    return typeof type === 'string' && type !== '' ? type : NO_TYPE;
  } catch {
    return NO_TYPE;
  }
}
