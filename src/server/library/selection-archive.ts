import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeZip, predictLength } from 'client-zip';
import type { SelectedProduct } from '../../data/library/downloads.ts';
import { archivePaths, EVERYTHING, filesOfVariant } from '../../domain/assets/variant.ts';
import { selectionFolders } from '../../domain/library/selection.ts';
import type { ByteRange, FileStore } from '../adapters/files/file-store.ts';
import { semaphore } from '../kernel/semaphore.ts';
import { type ArchiveEntry, openedInTurn } from './archive-entries.ts';

/** A zip of several products that is packed while it is sent. */
export interface SelectionArchive {
  sizeBytes: number;
  /** Names its content: the same files under the same names are the same bytes. */
  hash: string;
  /** Sends the archive or a part of it, and does not end `to`. @throws StorageRefused if a file is missing */
  sendTo(to: Writable, range?: ByteRange): Promise<void>;
}

/** Downloads that are resumed at once: each reads everything before its range again. */
const withPermit = semaphore(2);

/**
 * The current files of these products as one archive, in folders by artist and model. Nothing is stored: its bytes follow
 * from the files, so that a part of it can be sent by packing it again up to there, in constant memory. A product archive
 * is stored instead, because many buyers ask for the same one.
 */
export function selectionArchive(store: FileStore, products: readonly SelectedProduct[]): SelectionArchive {
  const entries = entriesOf(products);
  const sizeBytes = Number(predictLength(entries.map(({ name, size }) => ({ name, size }))));
  const rows = entries.map(({ name, file }) => [name, file.sha256, file.addedAt]);
  return {
    sizeBytes,
    hash: createHash('sha256').update(JSON.stringify(rows)).digest('hex'),
    async sendTo(to, range = { first: 0, last: sizeBytes - 1 }) {
      const opened = openedInTurn(store, entries);
      const packed = makeZip(opened.inputs)[Symbol.asyncIterator]();
      try {
        const skip = () => skipped(packed, range.first, to);
        const rest = range.first === 0 ? null : await withPermit(skip);
        const bytes = limited(packed, rest, range.last - range.first + 1);
        await pipeline(Readable.from(bytes, { objectMode: false }), to, { end: false });
      } finally {
        // client-zip answers a cancellation with an error of its own.
        await packed.return?.().catch(() => undefined);
        opened.close();
      }
    },
  };
}

function entriesOf(products: readonly SelectedProduct[]): ArchiveEntry[] {
  const folders = selectionFolders(products);
  return products.flatMap((product, at) => {
    const files = filesOfVariant(product.files, EVERYTHING) ?? [];
    const names = archivePaths(files);
    return files.map((file, of) => ({
      file,
      size: file.sizeBytes,
      name: `${folders[at]}/${names[of] ?? file.id}`,
    }));
  });
}

/** Reads on to an offset, unless the visitor leaves; returns the bytes behind it of the piece it lies in. */
async function skipped(
  pieces: AsyncIterator<Uint8Array>,
  to: number,
  visitor: Writable,
): Promise<Uint8Array> {
  let at = 0;
  while (!visitor.destroyed) {
    const { value, done } = await pieces.next();
    if (done) break;
    at += value.length;
    if (at > to) return value.subarray(value.length - (at - to));
  }
  return new Uint8Array(0);
}

/** First `rest`, then the pieces, `count` bytes in all. */
async function* limited(pieces: AsyncIterator<Uint8Array>, rest: Uint8Array | null, count: number) {
  let left = count;
  for (let piece = rest; left > 0; piece = null) {
    if (piece === null) {
      const { value, done } = await pieces.next();
      if (done) return;
      piece = value as Uint8Array;
    }
    yield piece.subarray(0, left);
    left -= Math.min(left, piece.length);
  }
}
