import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Need, NotReady } from '../readiness.ts';

/** Below the folder of releases: the link to the one that new processes start from. */
export const CURRENT = 'current';
/** In a release: what it consists of, written last. Without it a release is not whole. */
export const CONTENTS = 'contents.json';
/** In a release: the file that processes hold open while they use it. */
const IN_USE = 'in-use.db';
/** Releases are named by the hash of what they were built from. */
export const isReleaseName = (name: string) => /^[0-9a-f]{16}$/.test(name);

export interface ReleaseContents {
  /** The files of the server, below `server`, with "/" between folders. */
  server: string[];
}

/** A database that nobody refers to is closed by the garbage collector, and its lock goes with it. */
const HELD = new Set<DatabaseSync>();

/** The release that a process serves. It stays the same, whatever is built or switched meanwhile. */
export interface BuiltRelease {
  /** The hash of what it was built from. */
  id: string;
  serverDir: string;
  clientDir: string;
  /** Whether all its files of the server are still there: Astro loads a page's when it is first asked for. */
  need: Need;
  /** Lets it be deleted. A process that ends does so, however it ends. */
  close(): void;
}

/**
 * The release that new processes start from.
 * @param releases the folder of releases
 * @throws Error with one sentence if none was built.
 */
export function openRelease(releases: string): BuiltRelease {
  const link = join(releases, CURRENT);
  if (!existsSync(join(link, CONTENTS))) throw new Error('The site is not built; run npm run build first.');
  const folder = realpathSync(link);
  const serverDir = join(folder, 'server');
  return {
    id: basename(folder),
    serverDir,
    clientDir: join(folder, 'client'),
    need: {
      name: 'release',
      async ask() {
        const missing = await missingFile(folder);
        if (missing !== null) throw new NotReady(`the release ${basename(folder)} lacks ${missing}`);
      },
    },
    close: holdRelease(folder),
  };
}

/** Whether a release is whole, as far as the end of its build says. */
export const isBuilt = (folder: string) => existsSync(join(folder, CONTENTS));

/** The files of a release's server, as they are on the disk. */
export async function serverFiles(folder: string): Promise<string[]> {
  const server = join(folder, 'server');
  const entries = await readdir(server, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(server.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

async function missingFile(folder: string): Promise<string | null> {
  const there = new Set(await serverFiles(folder).catch(() => []));
  if (!isBuilt(folder)) return CONTENTS;
  return contentsOf(folder).server.find((name) => !there.has(name)) ?? null;
}

/** What the build wrote down of a release. */
function contentsOf(folder: string): ReleaseContents {
  return JSON.parse(readFileSync(join(folder, CONTENTS), 'utf8')) as ReleaseContents;
}

/** Makes the file that says whether a release is in use. */
export function prepareUse(folder: string): void {
  const database = new DatabaseSync(join(folder, IN_USE));
  database.exec('CREATE TABLE IF NOT EXISTS held (at TEXT)');
  database.close();
}

/**
 * Holds a release, so that no build deletes it. SQLite's lock is one of the system: it goes with the process, and a folder that may
 * only be read has it too. What is returned lets go.
 */
function holdRelease(folder: string): () => void {
  try {
    const database = new DatabaseSync(join(folder, IN_USE), { readOnly: true });
    database.exec('BEGIN');
    database.prepare('SELECT count(*) FROM held').get();
    HELD.add(database);
    return () => {
      HELD.delete(database);
      database.close();
    };
  } catch {
    // A disk without locks, such as some network shares. The last releases stay all the same.
    return () => undefined;
  }
}

/**
 * Does `work` on a release that no process uses.
 * @returns false where one does, and nothing was done.
 */
export async function whileUnused(folder: string, work: () => Promise<void>): Promise<boolean> {
  // What was never whole has never been used.
  if (!existsSync(join(folder, IN_USE))) {
    await work();
    return true;
  }
  const database = new DatabaseSync(join(folder, IN_USE));
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch {
    database.close();
    return false;
  }
  try {
    await work();
    return true;
  } finally {
    database.close();
  }
}

/** The names of the releases in a folder, whole or not. */
export function releaseNames(releases: string): string[] {
  return existsSync(releases) ? readdirSync(releases).filter(isReleaseName) : [];
}
