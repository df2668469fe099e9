import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type PocketBase from 'pocketbase';
import type { SelectedProduct } from '../../data/library/downloads.ts';
import { archivePaths, EVERYTHING, filesOfVariant } from '../../domain/assets/variant.ts';
import { selectionFolders } from '../../domain/library/selection.ts';
import type { ContentRange, FileStore } from '../adapters/files/file-store.ts';
import { type ArchiveEntry, archiveSize, sendArchive } from './archive-entries.ts';
import { checksumsOf } from './checksums.ts';

/** A zip of several products that is packed while it is sent. */
export interface SelectionArchive {
  sizeBytes: number;
  /** Names its content: the same files under the same names are the same bytes. */
  hash: string;
  /** Prepares to send the archive or a part of it. @throws StorageRefused if a file is missing */
  open(range?: ContentRange): Promise<{ sendTo(to: Writable): Promise<void> }>;
}

/** Changes with the bytes that the same files are packed into, so that no download is resumed with other ones. */
const PACKING = 2;

/**
 * The current files of these products as one archive, in folders by artist and model. Nothing is stored: its bytes follow
 * from the files, so that any part of it can be sent without what stands before it. A product archive is stored instead,
 * because many buyers ask for the same one.
 */
export function selectionArchive(
  { pb, files: store }: { pb: PocketBase; files: FileStore },
  products: readonly SelectedProduct[],
): SelectionArchive {
  const entries = entriesOf(products);
  const sizeBytes = archiveSize(entries);
  const rows = entries.map(({ name, file }) => [name, file.sha256, file.addedAt]);
  return {
    sizeBytes,
    hash: createHash('sha256')
      .update(JSON.stringify([PACKING, rows]))
      .digest('hex'),
    async open(range = { first: 0, last: sizeBytes - 1 }) {
      const checksums = await checksumsOf(
        pb,
        store,
        entries.map(({ file }) => file),
      );
      return { sendTo: (to) => sendArchive(store, entries, checksums, to, range) };
    },
  };
}

function entriesOf(products: readonly SelectedProduct[]): ArchiveEntry[] {
  const folders = selectionFolders(products);
  return products.flatMap((product, at) => {
    const files = filesOfVariant(product.files, EVERYTHING) ?? [];
    const names = archivePaths(files);
    return files.map((file, of) => ({ file, name: `${folders[at]}/${names[of] ?? file.id}` }));
  });
}
