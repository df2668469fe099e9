import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVER = join(fileURLToPath(new URL('../..', import.meta.url)), 'src/server');
/** The processes that run the app: the site, and the jobs where they run alone. */
const ENTRIES = { site: join(SERVER, 'http/main.ts'), jobs: join(SERVER, 'app/jobs-main.ts') };
/** First pause before a restart, doubled with each failure in a row up to the longest. In ms. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/**
 * By default V8 and the C library reserve memory according to the machine and release it late: after thousands of
 * distinct searches the site held 530 MB and used 100. A small young generation, a bounded heap (per thread; not reached,
 * but V8 collects earlier near the bound), two arenas and an early trim halve that at about the same speed. A young
 * generation of 8 MB instead of 16 costs a new page a tenth more, because pieces of pages survive more collections.
 * Pretenuring is off: V8 notes which objects outlived two collections, and makes all others from the same line of code old at
 * once. While the search index is made from nothing, a page of rows lives that long; everything read afterwards
 * was garbage that only a collection of the whole heap takes away, 60 MB more and a sixth of the CPU. Pages cost the same.
 */
const HEAP_FLAGS = [
  '--max-semi-space-size=16',
  '--max-old-space-size=1024',
  '--no-allocation-site-pretenuring',
];
/** For `src/server/kernel/garbage-collection.ts`. */
const COLLECTS = '--expose-gc';
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** The heap flags, except those set in NODE_OPTIONS. */
function heapFlags(nodeOptions: string): string[] {
  return HEAP_FLAGS.filter((flag) => !nodeOptions.includes(flag.split('=')[0] as string));
}

export interface SiteProcess {
  pid(): number | null;
  /** Whether it waited for the backend when it was started. */
  waited: boolean;
  stop(): Promise<void>;
}

/**
 * Runs the site, or the jobs alone, and restarts it when it exits.
 * @throws Error with the end of its output if the first start fails.
 */
export async function superviseSite(
  env: Record<string, string>,
  progress: (line: string) => void,
  what: keyof typeof ENTRIES = 'site',
): Promise<SiteProcess> {
  const first = await openProcess(env, what);
  let child: ChildProcess | null = first.child;
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
        progress(what === 'site' ? 'the site stopped; restarting it' : 'the jobs stopped; restarting them');
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, pause);
      });
      if (stopping) break;
      try {
        child = (await openProcess(env, what)).child;
        pause = FIRST_PAUSE_MS;
      } catch (reason) {
        progress(String(reason));
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  })();
  return {
    pid: () => child?.pid ?? null,
    waited: first.waits,
    async stop() {
      stopping = true;
      wake();
      child?.kill('SIGTERM');
      await watching;
      // The process was being restarted when `stop` was called.
      if (child) {
        child.kill('SIGTERM');
        await ended(child);
      }
    },
  };
}

/**
 * Starts the process and waits until it says that it runs, or that it waits for the backend. @throws Error with the end of
 * its output if it exits before.
 */
function openProcess(
  env: Record<string, string>,
  what: keyof typeof ENTRIES,
): Promise<{ child: ChildProcess; waits: boolean }> {
  const flags = [...heapFlags(process.env['NODE_OPTIONS'] ?? ''), COLLECTS];
  const child = spawn(process.execPath, [...flags, ENTRIES[what]], {
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
    child.once('message', (message) => resolve({ child, waits: message === 'waiting' }));
    child.once('exit', (code) =>
      reject(
        new Error(
          `${what === 'site' ? 'The site' : 'The process of the jobs'} exited with code ${code} before it was ready. ${output.trim()}`,
        ),
      ),
    );
  });
}
