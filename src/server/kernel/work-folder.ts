import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder for the temporary files of one process. */
export interface WorkFolder {
  /** The folder, for files that stay as long as the process. */
  path: string;
  /** Does some work with a folder of its own, which is deleted afterwards. */
  within<T>(work: (folder: string) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How often a process marks its folder as used, in ms. */
const MARK_EVERY_MS = 60_000;
/** The folder of a process that marked it this long ago is deleted at the next start of another one. In ms. */
const LEFT_AFTER_MS = 15 * MARK_EVERY_MS;

/**
 * Opens the working folder of this process in `parent`, beside those of other processes, and deletes what killed ones left
 * there. The process number alone would not do: on several machines, or in containers, two processes have the same.
 */
export async function openWorkFolder(parent: string, now = Date.now()): Promise<WorkFolder> {
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < now - LEFT_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
  const own = join(parent, `${process.pid}-${now}-${randomUUID().slice(0, 8)}`);
  await mkdir(own);
  const timer = setInterval(() => {
    const at = new Date();
    // Gone where the machine slept and another process started before this one woke up.
    utimes(own, at, at).catch(() => undefined);
  }, MARK_EVERY_MS);
  timer.unref();
  return {
    path: own,
    async within(work) {
      await mkdir(own, { recursive: true });
      const folder = await mkdtemp(join(own, 'work-'));
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async close() {
      clearInterval(timer);
      await rm(own, { recursive: true, force: true });
    },
  };
}
