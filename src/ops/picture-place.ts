import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import { openBucket } from '../server/adapters/files/bucket.ts';
import { picturesToBucket, picturesToFolder } from '../server/adapters/files/file-moves.ts';
import { BadSetting, type Settings } from '../server/app/settings.ts';

/** Where PocketBase keeps its pictures without a bucket. */
export const picturesFolder = (dataDir: string) => join(dataDir, 'data', 'storage');

/**
 * Moves PocketBase's pictures where the settings want them, if that has changed since the last start: PocketBase reads one
 * place only. Called before the site starts; `npm run move-files` beforehand makes it short.
 * @returns the bucket for PocketBase's own settings; null for its folder.
 * @throws BadSetting where the bucket cannot be read or written.
 */
export async function placePictures(
  pb: PocketBase,
  { bucket, filesLeaveBucket, dataDir }: Pick<Settings, 'bucket' | 'filesLeaveBucket' | 'dataDir'>,
  progress: (line: string) => void,
): Promise<Settings['bucket']> {
  const wanted = filesLeaveBucket ? null : bucket;
  const { s3 } = (await pb.settings.getAll()) as {
    s3?: { enabled: boolean; bucket: string; endpoint: string };
  };
  const isThere = wanted
    ? s3?.enabled === true && s3.bucket === wanted.name && s3.endpoint === wanted.endpoint
    : s3?.enabled !== true;
  if (isThere) return wanted;
  if (!bucket) {
    throw new BadSetting(
      'PocketBase keeps its pictures in a bucket; set FILES_IN=folder beside the S3_ settings first, so that they are moved back (docs/files.md).',
    );
  }
  progress(wanted ? 'moving pictures to the bucket' : 'moving pictures from the bucket');
  try {
    const opened = openBucket(bucket);
    const folder = picturesFolder(dataDir);
    await (wanted ? picturesToBucket(folder, opened) : picturesToFolder(opened, folder));
  } catch (reason) {
    throw new BadSetting(
      `The bucket ${bucket.name} at ${bucket.endpoint} cannot be used: ${String(reason)}. Check the S3_ settings.`,
      { cause: reason },
    );
  }
  return wanted;
}
