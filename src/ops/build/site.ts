import { spawn } from 'node:child_process';
import { existsSync, readlinkSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CURRENT, isBuilt } from '../../front/astro/release.ts';
import {
  closeRelease,
  currentRelease,
  lockReleases,
  RELEASES,
  switchRelease,
  thinReleases,
} from './releases.ts';
import { sourcesHash } from './sources.ts';

/** How often progress of the build is printed. In ms. */
const PROGRESS_EVERY_MS = 5_000;

/** Whether the current release is missing or was built from other sources or public settings. */
export function builtSiteIsStale(root: string): boolean {
  const link = join(root, RELEASES, CURRENT);
  return !existsSync(link) || !isBuilt(link) || readlinkSync(link) !== sourcesHash(root);
}

/**
 * Builds the site with Astro into a folder of its own, unless that is there, and makes it the current release. Processes that run
 * go on with theirs. Where several build at once, one does and the others wait.
 * @param build writes a release into a folder, which is deleted before if it is not whole; tests have another one
 * @returns the name of the release.
 * @throws Error with the end of the build's output if it fails; the current release is then what it was.
 */
export async function buildSite(
  root: string,
  progress: (line: string) => void,
  build: (root: string, folder: string) => Promise<void> = astroBuild,
): Promise<string> {
  const name = sourcesHash(root);
  const releases = join(root, RELEASES);
  const isCurrent = async () => isBuilt(join(releases, name)) && (await currentRelease(releases)) === name;
  if (await isCurrent()) return name;
  await mkdir(releases, { recursive: true });
  const release = await lockReleases(releases, () => progress('the site is being built already; waiting'));
  try {
    if (await isCurrent()) return name;
    const folder = join(releases, name);
    if (isBuilt(folder)) progress(`the site was built before, as ${name}`);
    else {
      await rm(folder, { recursive: true, force: true });
      await timed(progress, () => build(root, folder));
      await closeRelease(releases, name);
    }
    await switchRelease(releases, name);
    await thinReleases(releases);
    return name;
  } finally {
    release();
  }
}

async function timed(progress: (line: string) => void, work: () => Promise<void>): Promise<void> {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  progress('building the site');
  const progressTimer = setInterval(() => progress(`still building (${seconds()} s)`), PROGRESS_EVERY_MS);
  try {
    await work();
    progress(`the site is built (${seconds()} s)`);
  } finally {
    clearInterval(progressTimer);
  }
}

function astroBuild(root: string, folder: string): Promise<void> {
  const astro = join(root, 'node_modules/astro/bin/astro.mjs');
  const child = spawn(process.execPath, [astro, 'build', '--outDir', folder], {
    cwd: root,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-6000);
    });
  }
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', kill);
      if (code === 0) resolve();
      else if (/ENOSPC/.test(output)) reject(new Error('The disk is full; free some space and start again.'));
      else reject(new Error(`The site could not be built:\n${output.trim()}`));
    });
  });
}
