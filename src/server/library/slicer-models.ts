import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { QueueFull, semaphore } from '../../domain/kernel/semaphore.ts';
import { modelKindOf } from '../../mesh/read.ts';
import type { ContentRange, FileStore } from '../adapters/files/file-store.ts';
import { measureStored } from '../adapters/files/stored-model.ts';
import { openWorkFolder } from '../kernel/work-folder.ts';

/** A stored model file. Its name says its kind. */
export interface SlicerModelFile {
  name: string;
  storageKey: string;
  sha256: string;
  sizeBytes: number;
}

/** A model written as a 3MF. */
export interface WrittenModel {
  sha256: string;
  sizeBytes: number;
  open(range?: ContentRange): Promise<{ sendTo(to: Writable): Promise<void>; destroy(): unknown }>;
}

/** Models as 3MF, for programs that open nothing else. Callers check who may have them. */
export interface SlicerModels {
  /**
   * The file as a 3MF in millimetres; "unreadable" where it is no model that can be read, "busy" where too many wait.
   * Written by a process of its own, with its limits on time and memory, and kept for those who ask again.
   */
  as3mf(file: SlicerModelFile): Promise<WrittenModel | 'unreadable' | 'busy'>;
  close(): Promise<void>;
}

/** Kept files: a link works for ten minutes, and a program asks for one file several times. */
const KEPT_FILES = 12;
const KEPT_BYTES = 1024 ** 3;
/** One at a time: uploads need the same workers. */
const AT_ONCE = 1;
const WAITING_MOST = 8;

/** A 3MF on the disk of this process. */
interface Kept {
  path: string;
  sha256: string;
  sizeBytes: number;
}

/** @param folder temporary files, of other processes too. */
export async function openSlicerModels({
  files,
  folder,
}: {
  files: FileStore;
  folder: string;
}): Promise<SlicerModels> {
  const work = await openWorkFolder(folder);
  const closing = new AbortController();
  const kept = new Map<string, Promise<Kept | 'unreadable'>>();
  const sizes = new Map<string, number>();
  const withPermit = semaphore(AT_ONCE, WAITING_MOST);
  let made = 0;

  async function write(
    { name, storageKey, sizeBytes }: SlicerModelFile,
    key: string,
  ): Promise<Kept | 'unreadable'> {
    const kind = modelKindOf(name);
    if (!kind) return 'unreadable';
    const path = join(work.path, `model-${made++}.3mf`);
    const model = { files, work, storageKey, sizeBytes, kind };
    const answer = await withPermit(() => measureStored(model, closing.signal, { threeMf: path }));
    if (typeof answer === 'string' || !answer.threeMf) {
      await rm(path, { force: true });
      return 'unreadable';
    }
    sizes.set(key, answer.threeMf.sizeBytes);
    const { sha256, sizeBytes: writtenBytes } = answer.threeMf;
    return { path, sha256, sizeBytes: writtenBytes };
  }

  /** Forgets what was asked for longest ago. Who reads a file that is deleted reads it to its end. */
  function makeRoom(): void {
    const total = () => [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
    for (const [oldest, model] of kept) {
      if (kept.size <= 1 || (kept.size <= KEPT_FILES && total() <= KEPT_BYTES)) return;
      kept.delete(oldest);
      sizes.delete(oldest);
      const remove = async () => {
        const found = await model;
        if (found !== 'unreadable') await rm(found.path, { force: true });
      };
      remove().catch(() => undefined);
    }
  }

  return {
    async as3mf(file) {
      const key = `${modelKindOf(file.name)} ${file.sha256}`;
      const known = kept.get(key);
      kept.delete(key);
      const model = known ?? write(file, key);
      // Inserted again, so that the least recently used comes first.
      kept.set(key, model);
      model.then(makeRoom, () => kept.delete(key));
      try {
        const found = await model;
        if (found === 'unreadable') return found;
        const { path, sha256, sizeBytes } = found;
        return { sha256, sizeBytes, open: (range) => bytesOf(path, range) };
      } catch (reason) {
        if (reason instanceof QueueFull) return 'busy';
        throw reason;
      }
    },
    async close() {
      closing.abort(new Error('the app is closing'));
      await Promise.allSettled(kept.values());
      await work.close();
    },
  };
}

/** Opened first, so that a file that is gone is an error before a byte is sent. */
async function bytesOf(path: string, range?: ContentRange) {
  const stream = (await open(path)).createReadStream(range ? { start: range.first, end: range.last } : {});
  return {
    sendTo: (to: Writable) => pipeline(stream, to, { end: false }),
    destroy: () => stream.destroy(),
  };
}
