import { join } from 'node:path';
import { type Bucket, openBucket } from '../adapters/files/bucket.ts';
import { withReadableErrors } from '../adapters/files/bucket-errors.ts';
import { openDesk } from '../adapters/files/desk.ts';
import { type ClaimKey, type FileStore, openFolderStore } from '../adapters/files/file-store.ts';
import { openMovingStore } from '../adapters/files/moving-store.ts';
import { clearAbandoned, openS3Store } from '../adapters/files/s3-store.ts';
import { type SharedFile, sharedInBucket } from '../adapters/files/shared-file.ts';
import { openBucketUploads } from '../assets/uploads/bucket-uploads.ts';
import { openMovingUploads } from '../assets/uploads/moving-uploads.ts';
import {
  type LocalUploads,
  openPartialUploads,
  type PartialUploads,
} from '../assets/uploads/partial-uploads.ts';
import { openWorkFolder } from '../kernel/work-folder.ts';
import type { Settings } from './settings.ts';

/** Where the site keeps files: in folders, or in a bucket with local copies of what is in use. */
export interface FileStorage {
  files: FileStore;
  /** Uploads of sellers, on which any site can go on. */
  uploads: PartialUploads;
  /** Files that one request of this process receives and checks. */
  received: LocalUploads;
  /** Where a new process finds the search index; null where all are on one machine. */
  searchSnapshot: SharedFile | null;
  close(): Promise<void>;
}

/** Where the search index stands in the bucket. */
const SEARCH_SNAPSHOT = 'search/index.snapshot';
/** How often what killed processes left in the bucket is looked for, in ms. */
const CLEAR_EVERY_MS = 6 * 60 * 60_000;

type StorageSettings = Pick<
  Settings,
  'modelsDir' | 'cacheDir' | 'bucket' | 'filesLeaveBucket' | 'bucketProxied' | 'deskBytes'
>;

/** Opens the folders, and the bucket where the settings name one. */
export async function openFileStorage(
  settings: StorageSettings,
  claim: ClaimKey,
  onError: (reason: unknown) => void,
): Promise<FileStorage> {
  const { modelsDir, cacheDir } = settings;
  const folderStore = await openFolderStore(modelsDir, { claim });
  const folderUploads = await openPartialUploads(join(modelsDir, 'uploads'));
  if (!settings.bucket)
    return {
      files: folderStore,
      uploads: folderUploads,
      received: folderUploads,
      searchSnapshot: null,
      close: async () => undefined,
    };

  const bucket = withReadableErrors(openBucket(settings.bucket));
  const own = await openWorkFolder(join(cacheDir, 'desk'));
  const desk = await openDesk(join(own.path, 'copies'), settings.deskBytes);
  const bucketStore = openS3Store({ bucket, proxied: settings.bucketProxied, claim });
  const bucketUploads = openBucketUploads(bucket, desk);
  const clear = () => void clearAbandoned(bucket, Date.now()).catch(onError);
  clear();
  const timer = setInterval(clear, CLEAR_EVERY_MS);
  timer.unref();
  const leaves = settings.filesLeaveBucket;
  return {
    files: leaves ? openMovingStore(folderStore, bucketStore) : openMovingStore(bucketStore, folderStore),
    uploads: openMovingUploads(leaves ? folderUploads : bucketUploads, {
      folder: folderUploads,
      bucket: bucketUploads,
    }),
    received: await openPartialUploads(join(own.path, 'received')),
    searchSnapshot: sharedInBucket(bucket, SEARCH_SNAPSHOT),
    async close() {
      clearInterval(timer);
      await own.close();
    },
  };
}

/** What the operator should know about the bucket at start: one sentence, or null where all is well. */
export async function bucketAdvice(
  { bucket: settings }: Pick<Settings, 'bucket'>,
  open: (bucket: NonNullable<Settings['bucket']>) => Pick<Bucket, 'isVersioned'> = openBucket,
): Promise<string | null> {
  if (!settings) return null;
  const where = `The bucket ${settings.name} at ${settings.endpoint}`;
  try {
    if (await open(settings).isVersioned()) return null;
    return `${where} keeps no older versions, so what is deleted by mistake is lost: switch versioning on (docs/files.md).`;
  } catch (reason) {
    return `${where} does not answer, so files can neither be stored nor read: ${String(reason)}. Check the S3_ settings.`;
  }
}
