import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { unzipSync } from 'fflate';

const RELEASES = 'https://github.com/pocketbase/pocketbase/releases/download';
const FETCH_WITHIN_MS = 5 * 60_000;

/** What is fetched, and where it is kept. Tests fetch from a server of their own. */
export interface ReleaseChoice {
  version: string;
  /** Folder of fetched releases. */
  keepIn: string;
  progress: (line: string) => void;
  /** Address above the folders of versions. */
  from?: string;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read. */
  env?: NodeJS.ProcessEnv;
}

/**
 * The program of an official release of PocketBase: fetched once, compared with the published checksum, then kept. The
 * archive is opened here, because slim images have no tool for it.
 * @throws Error with one sentence and what to do, if it cannot be fetched or is not what was published.
 */
export async function officialRelease(choice: ReleaseChoice): Promise<string> {
  const { version, keepIn, progress } = choice;
  const ending = process.platform === 'win32' ? '.exe' : '';
  const program = join(keepIn, `pocketbase-${version}${ending}`);
  if (existsSync(program)) return program;
  const name = `pocketbase_${version}_${platformName()}.zip`;
  progress(`fetching PocketBase ${version}`);
  const [zip, checksums] = await throughProxy(choice.env ?? process.env, () =>
    Promise.all([fetched(choice, name), fetched(choice, 'checksums.txt')]),
  );
  refuseOther(zip, name, checksums.toString());
  const bytes = unzipSync(zip, { filter: (entry) => entry.name === `pocketbase${ending}` })[
    `pocketbase${ending}`
  ];
  if (!bytes)
    throw new Error(`The fetched ${name} holds no program; fetch one by hand and set POCKETBASE_BIN to it.`);
  await mkdir(keepIn, { recursive: true });
  // Whole and executable before it has its name: a process that is killed here leaves nothing that looks complete.
  const arriving = `${program}.${process.pid}`;
  try {
    await writeFile(arriving, bytes, { mode: 0o755 });
    await rename(arriving, program);
  } finally {
    await rm(arriving, { force: true });
  }
  return program;
}

/** @throws Error if the archive is not the one whose checksum was published. */
function refuseOther(zip: Buffer, name: string, checksums: string): void {
  const published = new RegExp(`^([0-9a-f]{64})\\s+\\*?${name.replaceAll('.', '\\.')}$`, 'm').exec(
    checksums,
  )?.[1];
  if (published === undefined)
    throw new Error(
      `No checksum is published for ${name}; it was discarded. Set POCKETBASE_BIN to a program of yours.`,
    );
  if (published !== createHash('sha256').update(zip).digest('hex'))
    throw new Error(
      `The fetched ${name} does not match its published checksum; it was discarded. Try again later.`,
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

async function fetched({ version, from = RELEASES }: ReleaseChoice, name: string): Promise<Buffer> {
  const address = `${from}/v${version}/${name}`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(FETCH_WITHIN_MS) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  } catch (reason) {
    throw new Error(
      `PocketBase ${version} could not be fetched from ${address} (${whyNot(reason)}). Try again, set HTTPS_PROXY if only a proxy leads out, or fetch it by hand and set POCKETBASE_BIN to it.`,
      { cause: reason },
    );
  }
}

/** `fetch` hides what happened behind "terminated" and "fetch failed". */
function whyNot(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason);
  if (reason.name === 'TimeoutError') return `not whole after ${FETCH_WITHIN_MS / 60_000} minutes`;
  if (reason.message === 'terminated') return 'the connection was cut';
  return reason.cause instanceof Error ? reason.cause.message || reason.message : reason.message;
}

/** Does something whose requests go through the proxy that the environment names, as curl's would. */
async function throughProxy<T>(env: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
  // Missing before Node 24.14, which runs this only where no other could be fetched; NODE_USE_ENV_PROXY does it there.
  const direct = http.setGlobalProxyFromEnv?.(env as Parameters<typeof http.setGlobalProxyFromEnv>[0]);
  try {
    return await work();
  } finally {
    direct?.();
  }
}
