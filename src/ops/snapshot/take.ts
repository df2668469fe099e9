import { createReadStream } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { NamedFiles } from './file-source.ts';
import { lackingSentence } from './lacking.ts';
import { DATABASE, fileName, folderOf, LACKS, MANIFEST, type Manifest, NEEDS } from './manifest.ts';
import { namedKeys, namedPictures, withNote } from './named-files.ts';
import { openPictureHashes } from './picture-hashes.ts';
import type { SnapshotPlace } from './place.ts';
import { SEALED, sealed } from './seal.ts';
import { compressed, eachOf, hashing, through } from './streams.ts';

export interface SnapshotParts {
  /** The data folder, with the database in `data`. */
  dataDir: string;
  /** The file store. */
  store: NamedFiles;
  place: SnapshotPlace;
  /** An age recipient or identity; empty leaves the snapshot readable. */
  key: string;
  now: () => Instant;
  progress: (line: string) => void;
}

/** A snapshot that was taken, and the sentence for the operator if it lacks files; "" if it lacks none. */
export interface TakenSnapshot extends Manifest {
  lacking: string;
}

/** Why there is no snapshot; one sentence for the operator. */
export class SnapshotFailed extends Error {}

const FILES_AT_ONCE = 4;

/**
 * Takes a snapshot while the site runs: a copy of the database as it was at one moment, and the files that this copy names
 * and the place does not have yet. Writers are not held up. A process that is killed leaves no snapshot, only files that
 * the next one finds there.
 * @throws SnapshotFailed with one sentence; what was there before is untouched.
 */
export async function takeSnapshot(parts: SnapshotParts): Promise<TakenSnapshot> {
  const work = join(parts.dataDir, 'snapshot');
  await mkdir(work, { recursive: true, mode: 0o700 });
  // An earlier version let others read it.
  await chmod(work, 0o700);
  const release = lockOf(join(work, 'lock.db'));
  const copy = join(work, 'data.db');
  try {
    await rm(copy, { force: true });
    const moment = parts.now();
    copyDatabase(join(parts.dataDir, 'data', 'data.db'), copy);
    forgetProviders(copy);
    return await store(parts, moment, copy);
  } catch (reason) {
    throw sentenced(reason, parts);
  } finally {
    await rm(copy, { force: true });
    release();
  }
}

/** The system gives the lock back when this process ends, however it ends. */
function lockOf(file: string): () => void {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (reason) {
    lock.close();
    throw new SnapshotFailed(
      'Another snapshot of this data folder is being taken; wait until it has ended.',
      {
        cause: reason,
      },
    );
  }
  return () => lock.close();
}

/**
 * Copies the database as it is at one moment. SQLite's readers and writers do not wait for each other; the backup
 * interface in steps would begin anew with each write of another process, and never ended with 20 of them a second.
 */
export function copyDatabase(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    source.exec('PRAGMA busy_timeout = 10000');
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
}

/**
 * Takes the secrets of sign-in providers, such as Google's, out of a copy of the database. They are settings of the machine,
 * which sets them again at each start.
 */
function forgetProviders(copy: string): void {
  const database = new DatabaseSync(copy);
  try {
    database.exec(`UPDATE _collections SET options = json_set(options, '$.oauth2.providers', json('[]'))
      WHERE json_extract(options, '$.oauth2.providers[0]') IS NOT NULL`);
  } finally {
    database.close();
  }
}

async function store(parts: SnapshotParts, moment: Instant, copy: string): Promise<TakenSnapshot> {
  const { place, key, progress } = parts;
  const ending = key === '' ? '' : SEALED;
  const folder = folderOf(moment);
  const write = async (name: string, bytes: Readable) =>
    place.write(`${folder}/${name}${ending}`, await sealed(bytes, key));
  const passed = hashing();
  await write(
    DATABASE,
    through(createReadStream(copy, { highWaterMark: 1024 * 1024 }), passed, compressed()),
  );
  const database = { sha256: passed.sha256(), sizeBytes: passed.sizeBytes() };
  progress(`database: ${megabytes(database.sizeBytes)} MB`);

  const there = new Set<string>();
  for await (const { name } of place.list('files')) there.add(name);
  const { files, pictures, missing } = await storeFiles(parts, copy, there, ending);
  const filesAre = parts.store.folder === null ? 'in-bucket' : 'copied';
  const manifest: Manifest = { format: 1, moment, database, files, filesAre, pictures, missing };
  const copied = filesAre === 'copied' ? files : [];
  const needs = [...copied, ...pictures.map(([, sha256, size]) => [sha256, size] as const)].map(([sha256]) =>
    fileName(sha256, ending),
  );
  await place.write(`${folder}/${NEEDS}`, zipped(needs.join('\n')));
  const lacking = await lackingSentence(manifest, parts.store);
  if (lacking !== '') await place.write(`${folder}/${LACKS}`, zipped(lacking));
  await write(MANIFEST, zipped(JSON.stringify(manifest)));
  return { ...manifest, lacking };
}

const zipped = (text: string) => through(Readable.from([Buffer.from(text)]), compressed());

async function storeFiles(
  { dataDir, store: { folder, sizeOf: sizeInStore, hasPicture }, place, key, progress }: SnapshotParts,
  copy: string,
  there: Set<string>,
  ending: string,
): Promise<Pick<Manifest, 'files' | 'pictures' | 'missing'>> {
  const found: Pick<Manifest, 'files' | 'pictures' | 'missing'> = { files: [], pictures: [], missing: [] };
  let stored = 0;
  /** Stores a file unless it is there. Another hash than expected means that its bytes are damaged. */
  const storeFile = async (path: string, sha256: string) => {
    const name = fileName(sha256, ending);
    if (there.has(name)) return true;
    const passed = hashing();
    const whole = through(createReadStream(path, { highWaterMark: 1024 * 1024 }), passed);
    await place.write(name, await sealed(whole, key));
    if (passed.sha256() !== sha256) {
      await place.remove(name);
      return false;
    }
    there.add(name);
    stored += 1;
    if (stored % 1000 === 0) progress(`${stored} new files`);
    return true;
  };
  const database = new DatabaseSync(copy, { readOnly: true });
  const hashes = await openPictureHashes(join(dataDir, 'snapshot', 'pictures.json'));
  try {
    const storage = join(dataDir, 'data', 'storage');
    await eachOf(namedKeys(database), FILES_AT_ONCE, async (storageKey) => {
      const sha256 = storageKey.slice(3);
      const size = await sizeInStore(storageKey);
      const isThere =
        size !== null && (folder === null || (await storeFile(join(folder, storageKey), sha256)));
      if (isThere) found.files.push([sha256, size]);
      else found.missing.push(storageKey);
    });
    await eachOf(namedPictures(database), FILES_AT_ONCE, async (picture) => {
      for (const path of withNote(storage, picture)) {
        const hash = await hashes.of(join(storage, path), path);
        if (hash && (await storeFile(join(storage, path), hash.sha256)))
          found.pictures.push([path, hash.sha256, hash.sizeBytes]);
        // Not here, but in the bucket, which keeps it itself.
        else if (!(await hasPicture(path))) found.missing.push(path);
      }
    });
    await hashes.save();
  } finally {
    database.close();
  }
  progress(`${stored} new files, ${found.files.length + found.pictures.length} in all`);
  return found;
}

export const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

/** A failure as one sentence; the cause stays with it. */
function sentenced(reason: unknown, { dataDir, place }: SnapshotParts): unknown {
  const { code, errcode, message = '' } = reason as { code?: string; errcode?: number; message?: string };
  const SQLITE_FULL = 13;
  if (errcode === SQLITE_FULL || /database or disk is full/.test(message))
    return new SnapshotFailed(
      `There is no room in ${dataDir} for a copy of the database; free as much as the database takes. No snapshot was taken.`,
      { cause: reason },
    );
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new SnapshotFailed(
      `There is no room left in ${place.address}. No snapshot was taken; the earlier ones are untouched.`,
      { cause: reason },
    );
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return new SnapshotFailed(`${place.address} may not be written (${message}). No snapshot was taken.`, {
      cause: reason,
    });
  return reason;
}
