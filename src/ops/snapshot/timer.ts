import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Instant } from '../../domain/kernel/instant.ts';
import { LACKING_EXIT } from './lacking.ts';

const COMMAND = fileURLToPath(new URL('../snapshot.ts', import.meta.url));
/** After a failure the next try waits this long at most, in ms. */
const RETRY_MS = 10 * 60_000;
/** How far behind the site a snapshot stands in the queue for the processor, where the system allows it. */
const NICENESS = 10;

export interface TimerParts {
  everyMs: number;
  /** When the newest snapshot was taken, and what it lacks in a sentence, "" where that is nothing; null if there is none. */
  newest: () => Promise<{ moment: Instant; lacking: string } | null>;
  /** Takes a snapshot; says what it lacks. */
  take: () => Promise<string>;
  now: () => Instant;
  onError: (reason: unknown) => void;
  /** Told after each look: when the newest snapshot was taken, how long that took, when the next is due, and what failed. */
  onRun?: (run: SnapshotRun) => void;
}

export interface SnapshotRun {
  startedAt: Instant;
  endedAt: Instant;
  nextAt: Instant;
  /** "" where nothing failed and the snapshot lacks no file. */
  error: string;
}

/** Takes a snapshot whenever the newest is old enough, also of an earlier start. */
export function openSnapshotTimer({ everyMs, newest, take, now, onError, onRun }: TimerParts): {
  close(): void;
} {
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  const next = (waitMs: number) => {
    // A timer of more than 24 days would run at once.
    if (!closed) timer = setTimeout(() => void run(), Math.min(waitMs, 86_400_000));
  };
  const run = async () => {
    const startedAt = now();
    try {
      const taken = await newest();
      const dueAt = (taken?.moment ?? Number.NEGATIVE_INFINITY) + everyMs;
      if (taken !== null && dueAt > now()) {
        const { moment, lacking } = taken;
        onRun?.({ startedAt: moment, endedAt: moment, nextAt: dueAt, error: lacking });
        return next(dueAt - now());
      }
      const lacking = await take();
      if (lacking !== '') onError(new Error(lacking));
      onRun?.({ startedAt, endedAt: now(), nextAt: now() + everyMs, error: lacking });
      next(everyMs);
    } catch (reason) {
      const wait = Math.min(everyMs, RETRY_MS);
      onRun?.({ startedAt, endedAt: now(), nextAt: now() + wait, error: String(reason) });
      onError(reason);
      next(wait);
    }
  };
  void run();
  return {
    close() {
      closed = true;
      if (timer) clearTimeout(timer);
    },
  };
}

/**
 * `npm run snapshot` in a process of its own, so that nobody waits for a disk.
 * @param command another program, for tests
 */
export function snapshotCommand(
  env: Record<string, string>,
  command: string = COMMAND,
): {
  take(): Promise<string>;
  stop(): Promise<void>;
} {
  let running: ChildProcess | null = null;
  const ended = (child: ChildProcess) => new Promise<number | null>((done) => child.once('close', done));
  return {
    async take() {
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', command], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      running = child;
      let output = '';
      child.stderr.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-2000);
      });
      child.once('error', (reason) => {
        output = String(reason);
      });
      if (child.pid !== undefined) lower(child.pid);
      const code = await ended(child);
      running = null;
      if (code === LACKING_EXIT) return output.trim() || 'The snapshot lacks files.';
      if (code !== 0 && code !== null) throw new Error(output.trim());
      return '';
    },
    async stop() {
      if (!running) return;
      const gone = ended(running);
      running.kill('SIGTERM');
      await gone;
    },
  };
}

function lower(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // Not allowed here, or over already.
  }
}
