import { createHash } from 'node:crypto';
import { makeZip, predictLength } from 'client-zip';
import type PocketBase from 'pocketbase';
import { type DownloadableFile, noteZip, type ProductZip, productZip } from '../data/downloads.ts';
import { archivePaths } from '../domain/variant.ts';
import type { FileStore, StoredFile } from './file-store.ts';

/** How an archive is coming along. Sizes in bytes. */
export interface ZipProgress {
  state: ProductZip['state'];
  doneBytes: number;
  sizeBytes: number;
}

export interface Zips {
  /** Where the archive stands; begins to build one that is not there yet. */
  progress(asked: ZipAsked): Promise<ZipProgress>;
  /** The archive as a file in the store, built first where it is not there. */
  ready(asked: ZipAsked): Promise<StoredFile>;
}

export interface ZipAsked {
  productId: string;
  /** Names the part of the product it is: a variant's key, or "all". */
  part: string;
  files: DownloadableFile[];
}

/**
 * One archive for each part and version of a product, built once and kept as a file, so that a download of it resumes
 * like any other. The same files give the same bytes; a build cut short by the end of the process is begun again.
 */
export function openZips(pb: PocketBase, store: FileStore, onError: (reason: unknown) => void): Zips {
  const building = new Map<string, { done: Promise<StoredFile>; progress: ZipProgress }>();

  const begin = (zip: ProductZip, asked: ZipAsked) => {
    const known = building.get(zip.id);
    if (known) return known;
    const progress: ZipProgress = { state: 'building', doneBytes: 0, sizeBytes: zip.sizeBytes };
    const done = build(pb, store, zip, asked.files, progress).finally(() => building.delete(zip.id));
    const entry = { done, progress };
    building.set(zip.id, entry);
    // Whoever asked first may have gone; the next one to ask is told by the row.
    done.catch(onError);
    return entry;
  };
  const find = (asked: ZipAsked) =>
    productZip(
      pb,
      {
        productId: asked.productId,
        part: asked.part,
        contents: contentsOf(asked),
        sizeBytes: Number(predictLength(entriesOf(asked.files).map(({ name, size }) => ({ name, size })))),
      },
      Date.now(),
    );
  const isReady = async (zip: ProductZip) =>
    zip.state === 'ready' && (await store.has(zip.storageKey, zip.sizeBytes));

  return {
    async progress(asked) {
      const zip = await find(asked);
      const { sizeBytes } = zip;
      if (await isReady(zip)) return { state: 'ready', doneBytes: sizeBytes, sizeBytes };
      return { ...begin(zip, asked).progress };
    },
    async ready(asked) {
      const zip = await find(asked);
      const { storageKey, sha256, sizeBytes } = zip;
      if (await isReady(zip)) return { storageKey, sha256, sizeBytes };
      return begin(zip, asked).done;
    },
  };
}

async function build(
  pb: PocketBase,
  store: FileStore,
  zip: ProductZip,
  files: DownloadableFile[],
  progress: ZipProgress,
): Promise<StoredFile> {
  await noteZip(pb, zip.id, { state: 'building' });
  try {
    const stored = await store.put(counted(makeZip(inputs(store, files)), progress));
    await noteZip(pb, zip.id, { state: 'ready', doneBytes: stored.sizeBytes, ...stored });
    progress.state = 'ready';
    return stored;
  } catch (reason) {
    progress.state = 'failed';
    await noteZip(pb, zip.id, { state: 'failed', error: String(reason).slice(0, 500) });
    throw reason;
  }
}

/** Files are opened one after the other, when their turn comes: memory stays the same however large they are. */
async function* inputs(store: FileStore, files: DownloadableFile[]) {
  for (const { name, size, file } of entriesOf(files)) {
    const input = await store.open(file.storageKey);
    yield { name, size, lastModified: new Date(file.addedAt), input };
  }
}

async function* counted(stream: ReadableStream<Uint8Array>, progress: ZipProgress) {
  for await (const chunk of stream) {
    progress.doneBytes += chunk.length;
    yield chunk;
  }
}

function entriesOf(files: readonly DownloadableFile[]) {
  const names = archivePaths(files);
  return files.map((file, at) => ({ file, size: file.sizeBytes, name: names[at] ?? file.id }));
}

function contentsOf({ part, files }: ZipAsked): string {
  const rows = entriesOf(files).map(({ name, file }) => [name, file.sha256]);
  return createHash('sha256')
    .update(JSON.stringify([part, rows]))
    .digest('hex');
}
