import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bucket } from '../../server/adapters/files/bucket.ts';
import { MODELS_PREFIX } from '../../server/adapters/files/s3-store.ts';

/** The file store, as snapshots see it: a folder whose files are copied, or a bucket that keeps its files itself. */
export interface NamedFiles {
  /** The folder to copy from and to; null for a bucket, whose files are only looked for. */
  folder: string | null;
  /** The size of a file; null if it is not there. */
  sizeOf(storageKey: string): Promise<number | null>;
  /** Whether the bucket has a picture of PocketBase, by its path: collection, record, name. */
  hasPicture(path: string): Promise<boolean>;
  /** Where model files still lie while they are moved here, and which move brings them; null where nothing is moved. */
  other: OtherPlace | null;
}

interface OtherPlace {
  /** For sentences. */
  name: string;
  direction: 'to-bucket' | 'to-folder';
  has(storageKey: string): Promise<boolean>;
}

/** Whether a name is the key of a model file rather than the path of a picture. */
export const isModelKey = (name: string) => /^[0-9a-f]{2}\/[0-9a-f]{64}$/.test(name);

/** @param bucket where the files came from, as long as they are moved to the folder */
export function filesInFolder(folder: string, bucket?: Bucket): NamedFiles {
  const from = bucket && filesInBucket(bucket);
  return {
    folder,
    other: from
      ? {
          name: 'the bucket',
          direction: 'to-folder',
          has: async (storageKey) => (await from.sizeOf(storageKey)) !== null,
        }
      : null,
    sizeOf: (storageKey) =>
      stat(join(folder, storageKey)).then(
        ({ size }) => size,
        (reason: NodeJS.ErrnoException) => {
          if (reason.code === 'ENOENT') return null;
          throw reason;
        },
      ),
    hasPicture: async (path) => from?.hasPicture(path) ?? false,
  };
}

/**
 * A bucket is listed once, which is a request for a thousand files instead of one for each.
 * @param folder where the files were before they were moved to the bucket
 */
export function filesInBucket(bucket: Bucket, folder?: string): NamedFiles {
  const before = folder === undefined ? null : filesInFolder(folder);
  let sizes: Promise<Map<string, number>> | null = null;
  const listed = async () => {
    const found = new Map<string, number>();
    for await (const { key, sizeBytes } of bucket.list(MODELS_PREFIX))
      found.set(key.slice(MODELS_PREFIX.length), sizeBytes);
    return found;
  };
  /** The pictures of each collection that was asked for. */
  const pictures = new Map<string, Promise<Set<string>>>();
  const picturesOf = async (collection: string) => {
    const found = new Set<string>();
    for await (const { key } of bucket.list(`${collection}/`)) found.add(key);
    return found;
  };
  return {
    folder: null,
    other: before && {
      name: String(folder),
      direction: 'to-bucket',
      has: async (storageKey) => (await before.sizeOf(storageKey)) !== null,
    },
    async sizeOf(storageKey) {
      sizes ??= listed();
      return (await sizes).get(storageKey) ?? null;
    },
    async hasPicture(path) {
      const [collection = ''] = path.split('/');
      const known = pictures.get(collection) ?? picturesOf(collection);
      pictures.set(collection, known);
      return (await known).has(path);
    },
  };
}
