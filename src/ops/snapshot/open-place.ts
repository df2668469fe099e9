import { openBucket } from '../../server/adapters/files/bucket.ts';
import { BadSetting, type Settings } from '../../server/app/settings.ts';
import type { NamedFiles } from './file-source.ts';
import { filesInBucket, filesInFolder } from './file-source.ts';
import { openBucketPlace, openFolderPlace, type SnapshotPlace } from './place.ts';

/** A bucket as a place: "s3://name/folder". */
const IN_BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/;

/**
 * The place of an address: a folder, or s3://name/folder for a bucket at the server that the S3_* settings name.
 * @throws BadSetting if there is no such server.
 */
export function openPlace(address: string, { bucket }: Pick<Settings, 'bucket'>): SnapshotPlace {
  const [, name, folder = ''] = IN_BUCKET.exec(address) ?? [];
  if (name === undefined) return openFolderPlace(address);
  if (!bucket)
    throw new BadSetting(`${address} is in a bucket: set S3_ENDPOINT and the other S3_ settings too.`);
  return openBucketPlace(openBucket({ ...bucket, name }), address, folder === '' ? '' : `${folder}/`);
}

/** The site's files where the settings keep them. */
export function namedFiles({
  bucket,
  filesLeaveBucket,
  modelsDir,
}: Pick<Settings, 'bucket' | 'filesLeaveBucket' | 'modelsDir'>): NamedFiles {
  if (!bucket) return filesInFolder(modelsDir);
  const opened = openBucket(bucket);
  return filesLeaveBucket ? filesInFolder(modelsDir, opened) : filesInBucket(opened, modelsDir);
}

/** Whether an address names a bucket rather than a folder. */
export const isInBucket = (address: string) => address.startsWith('s3://');
