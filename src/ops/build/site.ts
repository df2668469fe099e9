import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sourcesHash } from './sources.ts';

const STAMP = join('dist', 'built-from');
/** How often progress of the build is printed. In ms. */
const PROGRESS_EVERY_MS = 5_000;

/** Whether the built site is missing or was built from other sources or public settings. */
export function builtSiteIsStale(root: string): boolean {
  const stamp = join(root, STAMP);
  if (!existsSync(join(root, 'dist', 'server', 'entry.mjs')) || !existsSync(stamp)) return true;
  return readFileSync(stamp, 'utf8') !== sourcesHash(root);
}

/**
 * Builds the site with Astro, unless the existing build is up to date.
 * @throws Error with the end of the build's output if it fails.
 */
export async function buildSite(root: string, progress: (line: string) => void): Promise<void> {
  if (!builtSiteIsStale(root)) return;
  const from = sourcesHash(root);
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  progress('building the site');
  const progressTimer = setInterval(() => progress(`still building (${seconds()} s)`), PROGRESS_EVERY_MS);
  try {
    await rm(join(root, STAMP), { force: true });
    await astroBuild(root);
    await writeFile(join(root, STAMP), from);
    progress(`the site is built (${seconds()} s)`);
  } finally {
    clearInterval(progressTimer);
  }
}

function astroBuild(root: string): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'node_modules/astro/bin/astro.mjs'), 'build'], {
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
