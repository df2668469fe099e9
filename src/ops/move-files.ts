import { fileURLToPath } from 'node:url';
import { openBucket } from '../server/adapters/files/bucket.ts';
import {
  copyModels,
  type MoveState,
  picturesToBucket,
  picturesToFolder,
} from '../server/adapters/files/file-moves.ts';
import { openFolderStore } from '../server/adapters/files/file-store.ts';
import { openS3Store } from '../server/adapters/files/s3-store.ts';
import { BadSetting, readSettings } from '../server/app/settings.ts';
import { picturesFolder } from './picture-place.ts';

/**
 * `npm run move-files -- to-bucket` (or to-folder): copies model files and PocketBase's pictures into the bucket that the
 * S3_ settings name, or back, while the site is open. Each file is stored by the hash of what arrived; what is there is not
 * copied again, so it may be stopped and repeated. Nothing is deleted where it was.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function move(direction: string | undefined): Promise<number> {
  if (direction !== 'to-bucket' && direction !== 'to-folder')
    throw new BadSetting('Say where: npm run move-files -- to-bucket, or npm run move-files -- to-folder.');
  const settings = readSettings(process.env, ROOT);
  if (!settings.bucket) throw new BadSetting('The S3_ settings name no bucket (docs/files.md).');
  const bucket = openBucket(settings.bucket);
  const inBucket = openS3Store({ bucket, proxied: true });
  const inFolder = await openFolderStore(settings.modelsDir);
  const toBucket = direction === 'to-bucket';
  const [from, to] = toBucket ? [inFolder, inBucket] : [inBucket, inFolder];
  const models = await copyModels(from, to, showStep);
  process.stdout.write('\n');
  const folder = picturesFolder(settings.dataDir);
  const pictures = await (toBucket ? picturesToBucket(folder, bucket) : picturesToFolder(bucket, folder));
  console.log(`Files: ${summary(models)}. Pictures: ${summary(pictures)}.`);
  for (const key of models.damaged)
    console.error(`${key} has other bytes than its key says; look for it in a backup.`);
  return models.damaged.length === 0 ? 0 : 1;
}

/** One line that is written over: how much of the keys is done, and what was copied. */
function showStep(state: MoveState, prefix: string): void {
  const percent = Math.round(((Number.parseInt(prefix, 16) + 1) / 256) * 100);
  process.stdout.write(`\r${String(percent).padStart(3)}%  ${summary(state)}   `);
}

const summary = ({ copied, copiedBytes, present }: MoveState) =>
  `${copied} copied (${(copiedBytes / 1e9).toFixed(2)} GB), ${present} there already`;

try {
  process.exitCode = await move(process.argv[2]);
} catch (reason) {
  console.error(reason instanceof BadSetting ? reason.message : reason);
  process.exitCode = 1;
}
