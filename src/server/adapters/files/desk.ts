import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Local copies of files that are stored elsewhere, for programs that read a file by its path. The folder belongs to one
 * process. What was used longest ago is deleted first; what is in use stays.
 */
export interface Desk {
  /**
   * Calls `work` with the path of a copy, which it must not change. `fetch` writes the copy where there is none; callers
   * at the same time share it. A name stands for the same bytes forever.
   */
  use<T>(
    name: string,
    fetch: (path: string) => Promise<unknown>,
    work: (path: string) => Promise<T>,
  ): Promise<T>;
  /** Forgets a copy that nobody uses. */
  forget(name: string): Promise<void>;
  /** Whether this many bytes fit on the disk, once the copies that nobody uses are gone, with a reserve left. */
  hasRoom(bytes: number): Promise<boolean>;
  close(): Promise<void>;
}

interface Copy {
  path: string;
  fetched: Promise<unknown>;
  users: number;
  bytes: number;
}

/** Disk space that copies leave for everything else, in bytes. */
const RESERVE_BYTES = 256 * 1024 * 1024;

/**
 * @param folder is emptied, and deleted by `close`.
 * @param limitBytes the size of all copies together above which unused ones are deleted.
 */
export async function openDesk(folder: string, limitBytes: number): Promise<Desk> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  /** The least recently used comes first. */
  const copies = new Map<string, Copy>();

  function copyOf(name: string, fetch: (path: string) => Promise<unknown>): Copy {
    const known = copies.get(name);
    if (known) return known;
    const path = join(folder, name);
    const copy: Copy = { path, fetched: Promise.resolve(), users: 0, bytes: 0 };
    copy.fetched = arrive(copy, fetch);
    copy.fetched.catch(() => {
      if (copies.get(name) === copy) copies.delete(name);
    });
    return copy;
  }

  async function arrive(copy: Copy, fetch: (path: string) => Promise<unknown>): Promise<void> {
    const arriving = join(folder, `arriving-${randomUUID()}`);
    try {
      // Gone where the machine slept for long and another process started meanwhile.
      await mkdir(folder, { recursive: true });
      await fetch(arriving);
      copy.bytes = (await stat(arriving)).size;
      await rename(arriving, copy.path);
    } finally {
      await rm(arriving, { force: true });
    }
  }

  async function makeRoom(): Promise<void> {
    let total = 0;
    for (const { bytes } of copies.values()) total += bytes;
    for (const [name, copy] of copies) {
      if (total <= limitBytes) return;
      if (copy.users > 0) continue;
      total -= copy.bytes;
      copies.delete(name);
      await rm(copy.path, { force: true });
    }
  }

  return {
    async use(name, fetch, work) {
      const copy = copyOf(name, fetch);
      copy.users++;
      // Inserted again, so that the least recently used comes first.
      copies.delete(name);
      copies.set(name, copy);
      try {
        await copy.fetched;
        return await work(copy.path);
      } finally {
        copy.users--;
        await makeRoom();
      }
    },

    async forget(name) {
      const copy = copies.get(name);
      if (!copy || copy.users > 0) return;
      copies.delete(name);
      await rm(copy.path, { force: true });
    },

    async hasRoom(bytes) {
      const { bavail, bsize } = await statfs(folder);
      let unused = 0;
      for (const copy of copies.values()) if (copy.users === 0) unused += copy.bytes;
      return bavail * bsize + unused - bytes >= RESERVE_BYTES;
    },

    close: () => rm(folder, { recursive: true, force: true }),
  };
}
