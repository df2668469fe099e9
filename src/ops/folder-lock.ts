import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The processes that use a data folder: the stack with its command line, and the database. */
interface Running {
  stack: number;
  command: string;
  database: number | null;
}

const NOTE = 'running.json';
/** How long to wait for an orphaned database to stop. */
const STOP_TIMEOUT_MS = 5_000;

/** A running stack uses the data folder; the message is one sentence for the terminal. */
export class FolderInUse extends Error {}

let ownCommand: string | null = null;

/** Records the processes of this data folder, in case this process is killed before it can stop the database. */
export function writeRunningNote(dataDir: string, database: number | null): void {
  // Asked once: the note is written every few seconds, and each question starts a program.
  ownCommand ??= commandOf(process.pid);
  const running: Running = { stack: process.pid, command: ownCommand, database };
  writeFileSync(join(dataDir, NOTE), JSON.stringify(running));
}

/** Removes the note after the stack has stopped. */
export function removeRunningNote(dataDir: string): void {
  rmSync(join(dataDir, NOTE), { force: true });
}

/**
 * Stops the database that a killed stack left running. Only a process whose command line names this data folder is
 * stopped.
 * @throws FolderInUse if the stack that wrote the note still runs.
 */
export async function stopOrphanedDatabase(dataDir: string): Promise<void> {
  const running = readRunningNote(dataDir);
  if (!running) return;
  if (
    running.command !== '' &&
    running.stack !== process.pid &&
    commandOf(running.stack) === running.command
  ) {
    throw new FolderInUse(
      `Guildhall already runs on ${dataDir} (process ${running.stack}); stop it, or set DATA_DIR to another folder.`,
    );
  }
  const { database } = running;
  if (database !== null && commandOf(database).includes(`--dir=${join(dataDir, 'data')}`)) {
    process.kill(database, 'SIGTERM');
    const until = Date.now() + STOP_TIMEOUT_MS;
    while (commandOf(database) !== '' && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 50));
  }
  removeRunningNote(dataDir);
}

function readRunningNote(dataDir: string): Running | null {
  try {
    const note = JSON.parse(readFileSync(join(dataDir, NOTE), 'utf8')) as Partial<Running>;
    const { stack, command = '', database = null } = note;
    return typeof stack === 'number' && stack > 1 ? { stack, command, database } : null;
  } catch (reason) {
    // No note, or a truncated one from a full disk: nothing is known about an earlier stack.
    if (reason instanceof SyntaxError || (reason as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw reason;
  }
}

/** A process's command line, or "" if there is no such process or the system does not tell. */
function commandOf(pid: number): string {
  if (process.platform === 'win32') return '';
  try {
    const output = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.toString().trim();
  } catch {
    return '';
  }
}
