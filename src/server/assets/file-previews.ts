import { modelKindOf } from '../../mesh/read.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { measureStored } from '../adapters/files/stored-model.ts';
import { openWorkFolder } from '../kernel/work-folder.ts';

/** A stored file of a product. */
export interface PreviewableFile {
  /** Its extension gives the kind of model. */
  name: string;
  storageKey: string;
  sha256: string;
  sizeBytes: number;
}

/** Light models of single files for the studio of their seller. Callers check access. */
export interface FilePreviews {
  /** The preview GLB of a file; null if the file is not a model that can be shown. */
  glbOf(file: PreviewableFile): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Aborts running work. */
  close(): Promise<void>;
}

/** Cached models, at most 300 kB each: a seller takes several pictures of a model, then moves on. */
const CACHE_SIZE = 32;

/**
 * Makes these models on request. They are cached in memory only: unlike a product's preview, one seller sees them, and
 * seldom.
 * @param folder temporary files, of other processes too.
 */
export async function openFilePreviews({
  files,
  folder,
}: {
  files: FileStore;
  folder: string;
}): Promise<FilePreviews> {
  const work = await openWorkFolder(folder);
  const closing = new AbortController();
  const cache = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();

  async function makeGlb({
    name,
    storageKey,
    sizeBytes,
  }: PreviewableFile): Promise<Uint8Array<ArrayBuffer> | null> {
    const kind = modelKindOf(name);
    if (!kind) return null;
    const answer = await measureStored({ files, work, storageKey, sizeBytes, kind }, closing.signal);
    return typeof answer === 'string' ? null : (answer.preview?.glb ?? null);
  }

  return {
    async glbOf(file) {
      const key = `${modelKindOf(file.name)} ${file.sha256}`;
      const cached = cache.get(key);
      cache.delete(key);
      const glb = cached ?? makeGlb(file);
      // Inserted again, so that the least recently used comes first.
      cache.set(key, glb);
      for (const oldest of cache.keys()) {
        if (cache.size <= CACHE_SIZE) break;
        cache.delete(oldest);
      }
      glb.catch(() => cache.delete(key));
      return glb;
    },
    async close() {
      closing.abort(new Error('the app is closing'));
      await Promise.allSettled(cache.values());
      await work.close();
    },
  };
}
