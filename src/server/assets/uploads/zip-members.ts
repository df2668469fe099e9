import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { dataStart, type ListedFile } from './zip-directory.ts';

/** A file of an archive that does not match its directory entry. */
export class ZipDamaged extends Error {
  constructor(path: string, cause?: unknown) {
    super(`${path} is damaged in its archive`, { cause });
    this.name = 'ZipDamaged';
  }
}

const READ_BYTES = 256 * 1024;

/**
 * Streams the unpacked bytes of one file of an archive in constant memory.
 * @throws ZipDamaged if size or checksum differ from the directory entry.
 */
export async function* memberBytes(file: FileHandle, entry: ListedFile): AsyncGenerator<Buffer> {
  const { path, sizeBytes, method } = entry;
  const packed = Readable.from(packedBytes(file, entry));
  const bytes = method === 0 ? packed : packed.pipe(createInflateRaw({ chunkSize: READ_BYTES }));
  packed.on('error', (reason) => bytes.destroy(reason));
  let sum = 0;
  let length = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > sizeBytes) throw new ZipDamaged(path);
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (reason) {
    const code = (reason as NodeJS.ErrnoException).code ?? '';
    throw /^Z_|^ERR_/.test(code) ? new ZipDamaged(path, reason) : reason;
  } finally {
    packed.destroy();
    bytes.destroy();
  }
  if (length !== sizeBytes || sum !== entry.crc32) throw new ZipDamaged(path);
}

async function* packedBytes(file: FileHandle, entry: ListedFile): AsyncGenerator<Buffer> {
  let at = await dataStart(file, entry).catch((reason) => {
    throw new ZipDamaged(entry.path, reason);
  });
  const end = at + entry.packedBytes;
  while (at < end) {
    const { buffer, bytesRead } = await file.read(
      Buffer.allocUnsafe(Math.min(READ_BYTES, end - at)),
      0,
      null,
      at,
    );
    if (bytesRead === 0) throw new ZipDamaged(entry.path);
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
