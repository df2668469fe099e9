import { mkdir, rm } from 'node:fs/promises';
import { modelKindOf } from '../../mesh/read.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { measureStored } from '../adapters/files/stored-model.ts';

/** A file of a product as the file store keeps it. */
export interface PreviewableFile {
  /** Its ending says what kind of model it is. */
  name: string;
  storageKey: string;
  sha256: string;
  sizeBytes: number;
}

/** Light models of single files, for the seller they belong to. Who may see one is the asker's to judge. */
export interface FilePreviews {
  /** The preview GLB of a file; null where it is no model that can be shown. */
  glbOf(file: PreviewableFile): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Ends what is being made. */
  close(): Promise<void>;
}

/** As many are remembered, 300 kB each at most: a seller makes several pictures of a model, then goes on to the next. */
const REMEMBERED = 32;

/**
 * Makes such models when they are asked for. They are kept for a while in memory and nowhere else: unlike a product's
 * preview, nobody but one seller looks at them, and seldom.
 * @param folder emptied at every start.
 */
export async function openFilePreviews({
  files,
  folder,
}: {
  files: FileStore;
  folder: string;
}): Promise<FilePreviews> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const closing = new AbortController();
  const known = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();

  async function made({ name, storageKey, sizeBytes }: PreviewableFile): Promise<Uint8Array<ArrayBuffer> | null> {
    const kind = modelKindOf(name);
    if (!kind) return null;
    const answer = await measureStored({ files, folder, storageKey, sizeBytes, kind }, closing.signal);
    return typeof answer === 'string' ? null : (answer.preview?.glb ?? null);
  }

  return {
    async glbOf(file) {
      const key = `${modelKindOf(file.name)} ${file.sha256}`;
      const before = known.get(key);
      known.delete(key);
      const asked = before ?? made(file);
      // Put in anew, so that the one nobody asked for longest stands first and goes first.
      known.set(key, asked);
      for (const oldest of known.keys()) {
        if (known.size <= REMEMBERED) break;
        known.delete(oldest);
      }
      asked.catch(() => known.delete(key));
      return asked;
    },
    async close() {
      closing.abort(new Error('the house is closing'));
      await Promise.allSettled(known.values());
    },
  };
}
