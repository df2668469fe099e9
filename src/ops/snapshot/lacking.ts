import { counted } from '../../domain/kernel/plural.ts';
import { isModelKey, type NamedFiles } from './file-source.ts';
import { LACKS, type Manifest } from './manifest.ts';
import type { SnapshotPlace } from './place.ts';
import { decompressed, through, wholeText } from './streams.ts';
import { snapshotsAt } from './thin.ts';

/** `npm run snapshot` ends with it where the snapshot is whole, but not all the files that its database names. */
export const LACKING_EXIT = 3;

/**
 * What somebody has to know of a snapshot that lacks files that its database names: one sentence, with no name of a file.
 * "" where it lacks none. Files that are being moved lie where the settings do not look: they are named apart, since moving them
 * on mends it.
 */
export async function lackingSentence(
  { files, pictures, missing }: Pick<Manifest, 'files' | 'pictures' | 'missing'>,
  { other }: Pick<NamedFiles, 'other'>,
): Promise<string> {
  if (missing.length === 0) return '';
  const all = files.length + pictures.length + missing.length;
  let unmoved = 0;
  for (const key of missing) if (other && isModelKey(key) && (await other.has(key))) unmoved += 1;
  const lacks = `The snapshot lacks ${counted(missing.length, 'file')} of ${all}: they are missing or damaged.`;
  return unmoved === 0 || !other
    ? lacks
    : `${lacks} ${counted(unmoved, 'of them lies', 'of them lie')} still in ${other.name}; npm run move-files -- ${other.direction} moves them.`;
}

/** The newest whole snapshot of a place, and its sentence if it lacks files; null without one. */
export async function newestSnapshot(
  place: SnapshotPlace,
): Promise<{ moment: number; lacking: string } | null> {
  const newest = (await snapshotsAt(place)).find(({ isWhole }) => isWhole);
  if (!newest) return null;
  const lacks = newest.files.find(({ name }) => name.endsWith(`/${LACKS}`));
  const lacking = lacks ? await wholeText(through(await place.read(lacks.name), decompressed())) : '';
  return { moment: newest.moment, lacking };
}
