import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { NamedFiles } from './file-source.ts';
import { DATABASE, fileName, folderOf, MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { namedPictures } from './named-files.ts';
import { MissingAtPlace, type SnapshotPlace } from './place.ts';
import { CannotOpen, opened, SEALED } from './seal.ts';
import { decompressed, eachOf, hashing, through, wholeText } from './streams.ts';
import { megabytes } from './take.ts';
import { type PlacedSnapshot, snapshotsAt } from './thin.ts';

export interface RestoreParts {
  place: SnapshotPlace;
  /** The newest snapshot up to this moment; null takes the newest. */
  until: Instant | null;
  dataDir: string;
  /** The file store to fill, or to look into. */
  store: NamedFiles;
  /** The age identity of sealed snapshots. */
  key: string;
  /** Whether a database that is there is moved aside; otherwise it is refused. */
  replace: boolean;
  progress: (line: string) => void;
}

export interface Restored {
  manifest: Manifest;
  /** Files that the database names and that are not there, or not whole, at the place. */
  missing: string[];
}

/** Why nothing, or not everything, was restored; one sentence for the operator. */
export class RestoreFailed extends Error {}

const FILES_AT_ONCE = 4;

/**
 * Makes an empty data folder what it was at the moment of a snapshot. Each file is compared with its hash while it
 * arrives; the database is checked by SQLite. It gets its name last, so a restore that was cut is begun again and
 * finds the files that are there.
 * @throws RestoreFailed with one sentence.
 */
export async function restore(parts: RestoreParts): Promise<Restored> {
  const { dataDir, place, progress } = parts;
  const database = join(dataDir, 'data', 'data.db');
  const isThere = await exists(database);
  if (isThere && !parts.replace)
    throw new RestoreFailed(
      `${dataDir} holds a database already. Set DATA_DIR to an empty folder, or add --replace, which moves it aside first.`,
    );
  const snapshot = chosen(await snapshotsAt(place), parts);
  const ending = snapshot.files.some(({ name }) => name.endsWith(`/${MANIFEST}${SEALED}`)) ? SEALED : '';
  const read = (name: string) => openedAt(parts, name, ending);
  const inSnapshot = (name: string) => `${folderOf(snapshot.moment)}/${name}${ending}`;
  const manifest = readManifest(
    await unharmed(inSnapshot(MANIFEST), async (name) =>
      wholeText(through(await read(name), decompressed())),
    ),
  );
  progress(`the snapshot of ${new Date(manifest.moment).toISOString()}`);

  const arriving = `${database}.arriving`;
  await mkdir(dirname(database), { recursive: true, mode: 0o700 });
  await unharmed(inSnapshot(DATABASE), async (name) => {
    const passed = hashing();
    await pipeline(
      through(await read(name), decompressed(), passed),
      createWriteStream(arriving, { flush: true, mode: 0o600 }),
    );
    if (passed.sha256() !== manifest.database.sha256) throw new CannotOpen(`${name} is cut or was changed.`);
  });
  refuseDamaged(arriving);
  progress(`database: ${megabytes(manifest.database.sizeBytes)} MB, sound`);
  if (isThere) progress(`the database that was there is now in ${await movedAside(dataDir)}`);

  const missing = await restoreFiles(parts, manifest, ending, arriving);
  await rename(arriving, database);
  return { manifest, missing: [...manifest.missing, ...missing] };
}

function chosen(all: readonly PlacedSnapshot[], { place, until }: RestoreParts): PlacedSnapshot {
  const whole = all.filter(({ isWhole }) => isWhole);
  const found = whole.find(({ moment }) => until === null || moment <= until);
  if (found) return found;
  const oldest = whole.at(-1);
  throw new RestoreFailed(
    oldest
      ? `The oldest snapshot in ${place.address} is of ${new Date(oldest.moment).toISOString()}; there is none before the moment you named.`
      : `There is no snapshot in ${place.address}.`,
  );
}

async function openedAt({ place, key }: RestoreParts, name: string, ending: string): Promise<Readable> {
  const bytes = await place.read(name);
  return ending === SEALED ? opened(bytes, key, name) : bytes;
}

/** Reads one file of the place. What cannot be read to its end is a sentence that names it. */
async function unharmed<T>(name: string, read: (name: string) => Promise<T>): Promise<T> {
  try {
    return await read(name);
  } catch (reason) {
    if (reason instanceof MissingAtPlace || reason instanceof CannotOpen || reason instanceof RestoreFailed)
      throw new RestoreFailed(reason.message, { cause: reason });
    if (isOfThisMachine(reason)) throw reason;
    throw new RestoreFailed(`${name} is cut or was changed.`, { cause: reason });
  }
}

/** A failure of the disk here, or of the line, rather than of the bytes. */
function isOfThisMachine(reason: unknown): boolean {
  return /^E[A-Z]{2,}$/.test(String((reason as NodeJS.ErrnoException).code));
}

/** @throws RestoreFailed if SQLite finds a database damaged. */
export function refuseDamaged(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const found = database
      .prepare('PRAGMA integrity_check(3)')
      .all()
      .map((row) => String(row['integrity_check']));
    if (found[0] !== 'ok')
      throw new RestoreFailed(
        `The database of this snapshot is damaged (${found.join('; ')}). Restore an earlier one.`,
      );
  } finally {
    database.close();
  }
}

/** Moves what belongs to the database that was there into a folder beside it. Files of models stay: their names are their content. */
export async function movedAside(dataDir: string): Promise<string> {
  const aside = join(dataDir, `data-before-${new Date().toISOString().replaceAll(':', '-')}`);
  await mkdir(aside);
  for (const name of await readdir(join(dataDir, 'data')))
    if (!name.endsWith('.arriving')) await rename(join(dataDir, 'data', name), join(aside, name));
  return aside;
}

const keyOf = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}`;

async function restoreFiles(
  parts: RestoreParts,
  manifest: Manifest,
  ending: string,
  arriving: string,
): Promise<string[]> {
  const { dataDir, store, progress } = parts;
  const storage = join(dataDir, 'data', 'storage');
  const areCopied = manifest.filesAre === 'copied' && store.folder !== null;
  const copied = areCopied ? manifest.files : [];
  const wanted = [
    ...copied.map(([sha256, sizeBytes]) => {
      const shown = keyOf(sha256);
      return { shown, to: join(store.folder ?? '', shown), sha256, sizeBytes };
    }),
    ...manifest.pictures.map(([path, sha256, sizeBytes]) => ({
      shown: path,
      to: within(storage, path),
      sha256,
      sizeBytes,
    })),
  ];
  const allBytes = wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const missing: string[] = [];
  // What nobody copies has to be there.
  for (const [sha256, sizeBytes] of areCopied ? [] : manifest.files)
    if ((await store.sizeOf(keyOf(sha256))) !== sizeBytes && !(await store.other?.has(keyOf(sha256))))
      missing.push(keyOf(sha256));
  if (!areCopied) missing.push(...(await picturesGone(arriving, manifest, store)));
  let doneBytes = 0;
  let toldAt = Date.now();
  await eachOf(wanted, FILES_AT_ONCE, async (file) => {
    if (!(await arrived(parts, file, ending))) missing.push(file.shown);
    doneBytes += file.sizeBytes;
    if (Date.now() - toldAt > 5_000) {
      toldAt = Date.now();
      progress(`files: ${megabytes(doneBytes)} of ${megabytes(allBytes)} MB`);
    }
  });
  const all = manifest.files.length + manifest.pictures.length;
  progress(`files: ${all - missing.length} of ${all}, ${megabytes(allBytes)} MB`);
  return missing;
}

/** Pictures that the database names, that the snapshot has no copy of, and that are not in the bucket either. */
async function picturesGone(
  file: string,
  { pictures, missing }: Manifest,
  { hasPicture }: NamedFiles,
): Promise<string[]> {
  const known = new Set([...pictures.map(([path]) => path), ...missing]);
  const gone: string[] = [];
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    for (const path of namedPictures(database))
      if (!known.has(path) && !(await hasPicture(path))) gone.push(path);
  } finally {
    database.close();
  }
  return gone;
}

/** A path of a manifest stays in its folder, whoever wrote the manifest. */
function within(folder: string, path: string): string {
  const to = join(folder, path);
  if (!to.startsWith(folder + sep))
    throw new RestoreFailed(`The snapshot names ${path}, which leads out of its folder.`);
  return to;
}

interface WantedFile {
  shown: string;
  to: string;
  sha256: string;
  sizeBytes: number;
}

/** Brings one file. False if it is missing at the place, or not what its hash says. */
async function arrived(
  parts: RestoreParts,
  { to, sha256, sizeBytes }: WantedFile,
  ending: string,
): Promise<boolean> {
  // A restore that was cut gave the names only to whole files.
  if ((await stat(to).catch(() => null))?.size === sizeBytes) return true;
  const arriving = `${to}.arriving`;
  await mkdir(dirname(to), { recursive: true });
  try {
    const passed = hashing();
    const bytes = await openedAt(parts, fileName(sha256, ending), ending);
    await pipeline(through(bytes, passed), createWriteStream(arriving, { flush: true }));
    if (passed.sha256() !== sha256) return false;
    await rename(arriving, to);
    return true;
  } catch (reason) {
    if (isOfThisMachine(reason)) throw reason;
    return false;
  } finally {
    await rm(arriving, { force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
