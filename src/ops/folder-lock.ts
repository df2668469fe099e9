import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who serves a data folder: the house's own process with its command line, and the database's. */
interface Running {
  house: number;
  command: string;
  database: number | null;
}

const NOTE = 'running.json';
const GONE_WITHIN_MS = 5_000;

/** The data folder belongs to a house that is open; the message is one sentence for the person at the terminal. */
export class FolderInUse extends Error {}

/** Notes who serves this data folder, for the case that this process is killed before it can stop the database. */
export function noteRunning(dataDir: string, database: number | null): void {
  const running: Running = { house: process.pid, command: commandOf(process.pid), database };
  writeFileSync(join(dataDir, NOTE), JSON.stringify(running));
}

export function noteClosed(dataDir: string): void {
  rmSync(join(dataDir, NOTE), { force: true });
}

/**
 * Ends the database that a killed house left behind, and nothing else: the noted process must still be one that names
 * this very data folder on its command line.
 * @throws FolderInUse where the house that wrote the note is still open.
 */
export async function endLeftover(dataDir: string): Promise<void> {
  const running = noted(dataDir);
  if (!running) return;
  if (
    running.command !== '' &&
    running.house !== process.pid &&
    commandOf(running.house) === running.command
  ) {
    throw new FolderInUse(
      `A house is open on ${dataDir} already (process ${running.house}); close it, or set DATA_DIR to another folder.`,
    );
  }
  const { database } = running;
  if (database !== null && commandOf(database).includes(`--dir=${join(dataDir, 'data')}`)) {
    process.kill(database, 'SIGTERM');
    const until = Date.now() + GONE_WITHIN_MS;
    while (commandOf(database) !== '' && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 50));
  }
  noteClosed(dataDir);
}

function noted(dataDir: string): Running | null {
  try {
    const note = JSON.parse(readFileSync(join(dataDir, NOTE), 'utf8')) as Partial<Running>;
    const { house, command = '', database = null } = note;
    return typeof house === 'number' && house > 1 ? { house, command, database } : null;
  } catch (reason) {
    // No note, or half a one from a full disk: nothing is known about a former house.
    if (reason instanceof SyntaxError || (reason as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw reason;
  }
}

/** A process's command line, or "" where there is no such process or the system does not tell. */
function commandOf(pid: number): string {
  if (process.platform === 'win32') return '';
  try {
    const said = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return said.toString().trim();
  } catch {
    return '';
  }
}
