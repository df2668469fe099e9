import type { Readable } from 'node:stream';
import type { DownloadableFile } from '../../data/library/downloads.ts';
import { type FileStore, StorageRefused } from '../adapters/files/file-store.ts';

/** A file of an archive under its name there; its size in bytes. */
export interface ArchiveEntry {
  file: DownloadableFile;
  name: string;
  size: number;
}

/** The inputs of `makeZip`. */
export interface OpenedEntries {
  /** Opens the files one at a time, so that memory use does not depend on their sizes. @throws StorageRefused */
  inputs: AsyncIterable<{ name: string; size: number; lastModified: Date; input: Readable }>;
  /** Closes the file that is being read: client-zip does not when it is aborted. */
  close(): void;
}

/** Opens the files of an archive in turn as they are packed. */
export function openedInTurn(store: FileStore, entries: readonly ArchiveEntry[]): OpenedEntries {
  let reading: Readable | null = null;
  async function* inputs() {
    for (const { name, size, file } of entries) {
      // A file of another size is not the one that was sold, and would make the announced length wrong.
      if (!(await store.has(file.storageKey, size))) throw new StorageRefused('file-missing');
      const input = await store.open(file.storageKey);
      reading = input;
      yield { name, size, lastModified: new Date(file.addedAt), input };
    }
  }
  return { inputs: inputs(), close: () => reading?.destroy() };
}
