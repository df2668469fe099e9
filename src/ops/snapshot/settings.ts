import { resolve } from 'node:path';
import { BadSetting } from '../../server/app/settings.ts';
import { isInBucket } from './open-place.ts';
import { recipientOf } from './seal.ts';
import { DEFAULT_KEEPING, type Keeping } from './thinning.ts';

/** Where snapshots go, how often, how long they stay, and who can read them. */
export interface SnapshotSettings {
  /** The place as written; empty if there is none. */
  to: string;
  /** Minutes between two snapshots while the site runs; 0 takes none by itself. */
  minutes: number;
  keeping: Keeping;
  /** An age recipient, or an age identity, which can also open; empty leaves snapshots readable, outside production. */
  key: string;
}

/**
 * Reads the settings of snapshots.
 * @param production whether a place without a key is refused: who reads a snapshot has every address, hash and key in it
 * @throws BadSetting with one sentence that names the setting.
 */
export async function readSnapshotSettings(
  env: Record<string, string | undefined>,
  root: string,
  production: boolean,
): Promise<SnapshotSettings> {
  const to = env['SNAPSHOT_TO']?.trim() ?? '';
  const minutes = Number(env['SNAPSHOT_MINUTES']?.trim() || (to === '' ? '0' : '60'));
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > 10_080)
    throw new BadSetting(
      'SNAPSHOT_MINUTES must be a whole number of minutes from 1 to 10080; 0 takes no snapshots.',
    );
  if (minutes > 0 && to === '')
    throw new BadSetting(
      'SNAPSHOT_TO must name a folder or a bucket for the snapshots that SNAPSHOT_MINUTES asks for.',
    );
  const key = env['SNAPSHOT_KEY']?.trim() ?? '';
  if (key !== '' && !(await recipientOf(key).then(Boolean, () => false)))
    throw new BadSetting(
      'SNAPSHOT_KEY must be a key of age, such as age1… or AGE-SECRET-KEY-1…; npm run snapshot -- key makes a pair.',
    );
  if (production && to !== '' && key === '')
    throw new BadSetting(
      'SNAPSHOT_KEY must be set in production, so that nobody else can read what lies in SNAPSHOT_TO; npm run snapshot -- key makes a pair.',
    );
  return {
    to: to === '' || isInBucket(to) ? to : resolve(root, to),
    minutes,
    keeping: keepingOf(env['SNAPSHOT_KEEP']?.trim() ?? ''),
    key,
  };
}

function keepingOf(text: string): Keeping {
  if (text === '') return DEFAULT_KEEPING;
  const found = /^(\d{1,4})h[, ]+(\d{1,4})d[, ]+(\d{1,3})m$/.exec(text);
  if (!found)
    throw new BadSetting('SNAPSHOT_KEEP must say how many hours, days and months, such as 48h,29d,0m.');
  const [hours, days, months] = found.slice(1).map(Number) as [number, number, number];
  return { hours, days, months };
}
