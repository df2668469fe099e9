import { crc32 } from 'node:zlib';
import type PocketBase from 'pocketbase';
import { type DownloadableFile, saveChecksum } from '../../data/library/downloads.ts';
import { semaphore } from '../../domain/kernel/semaphore.ts';
import { crc32Text } from '../adapters/files/content-hash.ts';
import { type FileStore, StorageRefused } from '../adapters/files/file-store.ts';

/** Files that are read at once for a checksum that is not known. */
const withPermit = semaphore(2);
const reading = new Map<string, Promise<string>>();

/**
 * The CRC-32 of each file. It comes with the upload; a file of before has none and is read once, by whoever packs it first.
 * @throws StorageRefused if a file is missing
 */
export function checksumsOf(
  pb: PocketBase,
  store: FileStore,
  files: readonly DownloadableFile[],
): Promise<string[]> {
  return Promise.all(files.map((file) => (file.crc32 === '' ? readOnce(pb, store, file) : file.crc32)));
}

function readOnce(pb: PocketBase, store: FileStore, file: DownloadableFile): Promise<string> {
  const known = reading.get(file.storageKey);
  if (known) return known;
  const read = withPermit(async () => {
    const checksum = await checksumIn(store, file);
    await saveChecksum(pb, file.storageKey, checksum);
    return checksum;
  });
  reading.set(file.storageKey, read);
  const forget = () => reading.delete(file.storageKey);
  read.then(forget, forget);
  return read;
}

async function checksumIn(store: FileStore, { storageKey, sizeBytes }: DownloadableFile): Promise<string> {
  if (!(await store.has(storageKey, sizeBytes))) throw new StorageRefused('file-missing');
  const bytes = await store.open(storageKey);
  let checksum = 0;
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) checksum = crc32(chunk, checksum);
  return crc32Text(checksum);
}
