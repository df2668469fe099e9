import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NOTE = 'running.pid';
const GONE_WITHIN_MS = 5_000;

/** Notes which process serves this data folder, for the case that we are killed before we can stop it. */
export function noteRunning(dataDir: string, pid: number | null): void {
  if (pid === null) rmSync(join(dataDir, NOTE), { force: true });
  else writeFileSync(join(dataDir, NOTE), String(pid));
}

/**
 * Ends the database a killed house left behind, and nothing else: the noted process must still be one that names this
 * very data folder on its command line.
 */
export async function endLeftover(dataDir: string): Promise<void> {
  const pid = notedPid(dataDir);
  if (pid === null) return;
  if (commandOf(pid).includes(`--dir=${join(dataDir, 'data')}`)) {
    process.kill(pid, 'SIGTERM');
    const until = Date.now() + GONE_WITHIN_MS;
    while (commandOf(pid) !== '' && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 50));
  }
  noteRunning(dataDir, null);
}

function notedPid(dataDir: string): number | null {
  try {
    const pid = Number(readFileSync(join(dataDir, NOTE), 'utf8'));
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw reason;
  }
}

/** A process's command line, or "" where there is no such process or the system does not tell. */
function commandOf(pid: number): string {
  if (process.platform === 'win32') return '';
  try {
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString();
  } catch {
    return '';
  }
}
