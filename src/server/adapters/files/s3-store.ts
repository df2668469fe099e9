import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { LRUCache } from 'lru-cache';
import type { Bucket } from './bucket.ts';
import { openBytes } from './bucket-bytes.ts';
import { type ContentFacts, contentHash } from './content-hash.ts';
import { type ClaimKey, type FileStore, isKey, type NewStoredFile, StorageRefused } from './file-store.ts';

/** Where model files stand in the bucket. PocketBase's own files stand beside it, in folders named by collection. */
export const MODELS_PREFIX = 'models/';
/** Where bytes arrive whose hash is not known yet. */
const STAGING_PREFIX = 'staging/';
/** Up to this size the bytes are kept in memory until their hash is known, so that they need no staging. */
const HELD_BYTES = 8 * 1024 * 1024;
/**
 * Bytes that are there already are stored again once they are older than this, in ms, so that the sweep of orphans, which
 * goes by that time, leaves them alone. Each such copy is a version that a versioned bucket keeps.
 */
const RENEWED_AFTER_MS = 86_400_000;
const READ_BYTES = 1024 * 1024;
/** Staged bytes of a killed process are deleted after this time, in ms. */
const ABANDONED_AFTER_MS = 86_400_000;
/** How long a link to a download is good for; a download that has begun goes on. */
const LINK_SECONDS = 15 * 60;

/**
 * For so long, in ms, and for so many files, a link is given without asking whether the bytes are still there, which costs
 * more than all else about it. They are deleted by us only when no record names them, and then nobody gets a link.
 */
const SEEN_FOR_MS = 5 * 60_000;
const SEEN_FILES = 50_000;

export interface S3StoreParts {
  bucket: Bucket;
  /** Whether downloads pass through the site instead of being redirected to the bucket. */
  proxied: boolean;
  /** Without it, nothing may be deleted while something is stored. */
  claim?: ClaimKey;
  now?: () => number;
}

/** Opens a store of model files in a bucket. */
export function openS3Store({
  bucket,
  proxied,
  claim = async () => undefined,
  now = Date.now,
}: S3StoreParts): FileStore {
  const objectOf = (storageKey: string) => {
    if (!isKey(storageKey)) throw new StorageRefused('file-missing');
    return MODELS_PREFIX + storageKey;
  };

  /** Sizes of files that were there a moment ago, by key. */
  const seen = new LRUCache<string, number>({ max: SEEN_FILES, ttl: SEEN_FOR_MS });
  const isSeen = async (object: string, sizeBytes: number) => {
    if (seen.get(object) === sizeBytes) return true;
    if ((await bucket.sizeOf(object)) !== sizeBytes) return false;
    seen.set(object, sizeBytes);
    return true;
  };

  /** Stores under its hash what `write` writes there, unless it is there already and young enough. */
  async function keep(
    facts: ContentFacts,
    write: (object: string) => Promise<unknown>,
  ): Promise<NewStoredFile> {
    const { sha256, sizeBytes } = facts;
    const storageKey = `${sha256.slice(0, 2)}/${sha256}`;
    const object = objectOf(storageKey);
    await claim(storageKey);
    // Lists may still name what was deleted a moment ago, as those of Swift do; a question for the object does not.
    const isThere = (await isYoung(object, sizeBytes)) && (await bucket.sizeOf(object)) === sizeBytes;
    if (!isThere) await write(object);
    return { storageKey, ...facts };
  }

  async function isYoung(object: string, sizeBytes: number): Promise<boolean> {
    for await (const found of bucket.list(object))
      return (
        found.key === object && found.sizeBytes === sizeBytes && now() - found.storedAt < RENEWED_AFTER_MS
      );
    return false;
  }

  return {
    async put(bytes) {
      const hash = contentHash();
      const hashed = countedInto(hash, bytes);
      const held: Uint8Array[] = [];
      let heldBytes = 0;
      let step = await hashed.next();
      for (; !step.done && heldBytes <= HELD_BYTES; step = await hashed.next()) {
        // A copy: whoever gives the bytes may reuse its buffer.
        held.push(Uint8Array.from(step.value));
        heldBytes += step.value.length;
      }
      if (step.done) return keep(hash.facts(), (object) => bucket.put(object, Buffer.concat(held)));
      const staged = STAGING_PREFIX + randomUUID();
      const rest = async function* () {
        for (const chunk of held.splice(0)) yield chunk;
        if (!step.done) yield step.value;
        yield* hashed;
      };
      const sizeBytes = await bucket.putStream(staged, rest());
      try {
        return await keep(hash.facts(), (object) => bucket.copy(staged, object, sizeBytes));
      } finally {
        // What stays after a failure is cleared with what killed processes leave.
        await bucket.remove(staged).catch(() => undefined);
      }
    },

    async storeFile(path) {
      const read = () => createReadStream(path, { highWaterMark: READ_BYTES });
      const hash = contentHash();
      for await (const chunk of read() as AsyncIterable<Buffer>) hash.update(chunk);
      return keep(hash.facts(), (object) => bucket.putStream(object, read()));
    },

    open: async (storageKey, range) => openBytes(bucket, objectOf(storageKey), range),

    async link(storageKey, sizeBytes, headers, ifRange) {
      const object = objectOf(storageKey);
      // A file that is missing is told by the site, in its own words.
      if (proxied || !(await isSeen(object, sizeBytes))) return null;
      // Swift ignores If-Range, and would join two files.
      if (ifRange !== null && (await bucket.etagOf(object)) !== ifRange) return null;
      return bucket.link(object, LINK_SECONDS, headers);
    },

    has: async (storageKey, sizeBytes) => (await bucket.sizeOf(objectOf(storageKey))) === sizeBytes,
    async delete(storageKey) {
      const object = objectOf(storageKey);
      seen.delete(object);
      await bucket.remove(object);
      // Asked for meanwhile.
      seen.delete(object);
    },

    async storedBetween(prefix, after, before) {
      const keys: string[] = [];
      for await (const { key, storedAt } of bucket.list(`${MODELS_PREFIX}${prefix}/`)) {
        const storageKey = key.slice(MODELS_PREFIX.length);
        if (isKey(storageKey) && storedAt > after && storedAt < before) keys.push(storageKey);
      }
      return keys;
    },
  };
}

/** Deletes what killed processes left in the bucket: staged bytes, and parts that were never joined. */
export async function clearAbandoned(bucket: Bucket, now: number): Promise<void> {
  const before = now - ABANDONED_AFTER_MS;
  for await (const { key, storedAt } of bucket.list(STAGING_PREFIX))
    if (storedAt < before) await bucket.remove(key);
  await bucket.abortUnfinished(before);
}

async function* countedInto(
  hash: ReturnType<typeof contentHash>,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}
