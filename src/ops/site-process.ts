import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ENTRY = join(fileURLToPath(new URL('../..', import.meta.url)), 'src/server/http/main.ts');
/** First pause before a restart, doubled with each failure in a row up to the longest. In ms. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/**
 * By default V8 and the C library take as much memory as a large machine has and return it late: after thousands of
 * distinct searches the site held 530 MB, of which it used 100. With a small young generation, a bounded heap (per
 * thread; never reached, but V8 collects earlier near the bound), two arenas and an early trim it stays at half of that,
 * about as fast.
 */
const HEAP_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=1024'];
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** The heap flags without those that NODE_OPTIONS already sets. */
function heapFlags(nodeOptions: string): string[] {
  return HEAP_FLAGS.filter((flag) => !nodeOptions.includes(flag.slice(0, flag.indexOf('='))));
}

export interface SiteProcess {
  pid(): number | null;
  stop(): Promise<void>;
}

/**
 * Runs the site and keeps it running: when it dies it is started again.
 * @throws Error with the end of its output when the first start fails.
 */
export async function superviseSite(
  env: Record<string, string>,
  progress: (line: string) => void,
): Promise<SiteProcess> {
  let child: ChildProcess | null = await openSite(env);
  let stopping = false;
  let wake: () => void = () => undefined;
  const ended = (process: ChildProcess) =>
    new Promise<void>((resolve) => {
      if (process.exitCode !== null || process.signalCode !== null) resolve();
      else process.once('exit', () => resolve());
    });
  const watching = (async () => {
    let pause = FIRST_PAUSE_MS;
    while (!stopping) {
      if (child) {
        await ended(child);
        child = null;
        if (stopping) break;
        progress('the site stopped; starting it again');
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, pause);
      });
      if (stopping) break;
      try {
        child = await openSite(env);
        pause = FIRST_PAUSE_MS;
      } catch (reason) {
        progress(String(reason));
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  })();
  return {
    pid: () => child?.pid ?? null,
    async stop() {
      stopping = true;
      wake();
      child?.kill('SIGTERM');
      await watching;
      // A process that was just being restarted when `stop` was called.
      if (child) {
        child.kill('SIGTERM');
        await ended(child);
      }
    },
  };
}

/** The site's process, once it listens. @throws Error with the end of its output when it ends before that. */
function openSite(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...heapFlags(process.env['NODE_OPTIONS'] ?? ''), ENTRY], {
    env: { ...ALLOCATOR, ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2000);
    process.stderr.write(chunk);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('message', () => resolve(child));
    child.once('exit', (code) =>
      reject(new Error(`The site ended with code ${code} before it was open. ${output.trim()}`)),
    );
  });
}
