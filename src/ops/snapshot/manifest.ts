import type { Instant } from '../../domain/kernel/instant.ts';

/** What one snapshot holds. Written last, so a snapshot without it is none. */
export interface Manifest {
  format: 1;
  /** When the copy of the database was begun, in ms. */
  moment: Instant;
  /** The database as it lies on the disk, before compression. */
  database: { sha256: string; sizeBytes: number };
  /** Model files, previews and attachments: the hash is the key. Not archives, which are packed again when asked for. */
  files: [sha256: string, sizeBytes: number][];
  /** Whether the files are copied to the place, or stay in the bucket of the file store, which keeps them itself. */
  filesAre: 'copied' | 'in-bucket';
  /** Pictures, by their path below the database's own folder of files; without those that are in the bucket. */
  pictures: [path: string, sha256: string, sizeBytes: number][];
  /** What the database named and was not there when the snapshot was taken. */
  missing: string[];
}

/** The folder of a moment, such as "2026-11-22T20-05-00.000Z": sorts by time, and Windows takes it too. */
export const folderOf = (moment: Instant) =>
  `snapshots/${new Date(moment).toISOString().replaceAll(':', '-')}`;

/** The moment of a name below `snapshots`, or null if it is none. */
export function snapshotMoment(name: string): Instant | null {
  const found = /^snapshots\/(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2}\.\d{3}Z)(\/|$)/.exec(name);
  const moment = found ? Date.parse(`${found[1]}:${found[2]}:${found[3]}`) : Number.NaN;
  return Number.isNaN(moment) ? null : moment;
}

/** Names within the folder of a snapshot; what is sealed has one more ending. */
export const DATABASE = 'database.zst';
export const MANIFEST = 'manifest.json.zst';
/** The names of the files that the snapshot needs, readable without a key, so that thinning needs none. */
export const NEEDS = 'needs.txt.zst';

/** What the snapshot lacks, as a sentence; only where it lacks something, and readable without a key, so that a new start can say it. */
export const LACKS = 'lacks.txt.zst';

/** The name of a file by its content; the same content is stored once for all snapshots. */
export const fileName = (sha256: string, ending: string) => `files/${sha256.slice(0, 2)}/${sha256}${ending}`;

/** @throws Error if this is no manifest that this version understands. */
export function readManifest(text: string): Manifest {
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1)
    throw new Error('This snapshot was taken by a later version of the site; restore it with that version.');
  return manifest;
}
