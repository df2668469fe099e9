import type { Readable, Writable } from 'node:stream';
import type { DownloadableFile } from '../../data/library/downloads.ts';
import { type ContentRange, type FileStore, StorageRefused, written } from '../adapters/files/file-store.ts';
import { type ZipPiece, zipPieces, zipSize } from '../kernel/zip-format.ts';

/** A file of an archive under its name there. */
export interface ArchiveEntry {
  file: DownloadableFile;
  name: string;
}

/** The size of the archive of these files, in bytes. */
export function archiveSize(entries: readonly ArchiveEntry[]): number {
  return zipSize(entries.map(({ name, file }) => ({ name, sizeBytes: file.sizeBytes })));
}

/** @param checksums the CRC-32 of each entry, in their order */
function piecesOf(entries: readonly ArchiveEntry[], checksums: readonly string[]): ZipPiece[] {
  return zipPieces(
    entries.map(({ name, file }, at) => ({
      name,
      sizeBytes: file.sizeBytes,
      crc32: checksums[at] ?? '0',
      modifiedAt: file.addedAt,
    })),
  );
}

/** Opens a file, or a range of it, that must be the one that was sold: another size would shift all that follows. */
async function opened(store: FileStore, entry: ArchiveEntry | undefined, range?: ContentRange) {
  if (!entry || !(await store.has(entry.file.storageKey, entry.file.sizeBytes)))
    throw new StorageRefused('file-missing');
  return store.open(entry.file.storageKey, range);
}

/** All bytes of an archive. */
export interface ArchiveBytes {
  /** Reads the files one at a time, so that memory use does not depend on their sizes. @throws StorageRefused */
  bytes: AsyncIterable<Uint8Array>;
  /** Closes the file that is being read, also while a store does not answer. */
  close(): void;
}

export function archiveBytes(
  store: FileStore,
  entries: readonly ArchiveEntry[],
  checksums: readonly string[],
): ArchiveBytes {
  let reading: Readable | null = null;
  async function* bytes() {
    for (const piece of piecesOf(entries, checksums)) {
      if ('bytes' in piece) {
        yield piece.bytes;
        continue;
      }
      const file = await opened(store, entries[piece.member]);
      reading = file;
      yield* file as AsyncIterable<Uint8Array>;
    }
  }
  return { bytes: bytes(), close: () => reading?.destroy() };
}

/**
 * Sends a range of an archive, and does not end `to`. Nothing is read but what is sent: the rest of the archive only has its
 * place.
 * @throws StorageRefused if a file is missing
 */
export async function sendArchive(
  store: FileStore,
  entries: readonly ArchiveEntry[],
  checksums: readonly string[],
  to: Writable,
  { first, last }: ContentRange,
): Promise<void> {
  for (const piece of piecesOf(entries, checksums)) {
    const size = 'bytes' in piece ? piece.bytes.length : piece.sizeBytes;
    const from = Math.max(first - piece.at, 0);
    const until = Math.min(last - piece.at, size - 1);
    if (from > until) continue;
    if ('bytes' in piece) {
      await written(to, piece.bytes.subarray(from, until + 1));
      continue;
    }
    const isWhole = from === 0 && until === size - 1;
    const range = isWhole ? undefined : { first: from, last: until };
    const bytes = await opened(store, entries[piece.member], range);
    try {
      await bytes.sendTo(to);
    } finally {
      bytes.destroy();
    }
  }
}
