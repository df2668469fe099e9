import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from './bucket.ts';

/** A file that every machine can make for itself, and that the next one need not, because another one shared it. */
export interface SharedFile {
  /** Writes it to this path, whole or not at all. False where nobody has shared it yet. */
  fetch(path: string): Promise<boolean>;
  /** Shares the file at this path in place of the former one. */
  share(path: string): Promise<void>;
  /** When it was shared last, in ms; null where nobody has. */
  sharedAt(): Promise<number | null>;
}

/** A shared file as an object of a bucket. */
export function sharedInBucket(bucket: Bucket, key: string): SharedFile {
  return {
    async fetch(path) {
      const answer = await bucket.get(key);
      if (!answer?.body) return false;
      const arriving = `${path}.${randomUUID()}.draft`;
      await mkdir(dirname(path), { recursive: true });
      try {
        await pipeline(Readable.from(answer.body), createWriteStream(arriving));
        await rename(arriving, path);
      } finally {
        await rm(arriving, { force: true });
      }
      return true;
    },

    async share(path) {
      await bucket.putStream(key, createReadStream(path));
    },

    async sharedAt() {
      for await (const found of bucket.list(key)) if (found.key === key) return found.storedAt;
      return null;
    },
  };
}
