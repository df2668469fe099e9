import { createHash } from 'node:crypto';
import { type Duplex, pipeline, type Readable, Transform } from 'node:stream';
import { createZstdCompress, createZstdDecompress, constants as zlib } from 'node:zlib';

/** Fast, and a database shrinks to about a quarter. */
const LEVEL = 3;

export const compressed = () =>
  createZstdCompress({
    chunkSize: 256 * 1024,
    params: { [zlib.ZSTD_c_compressionLevel]: LEVEL, [zlib.ZSTD_c_checksumFlag]: 1 },
  });

export const decompressed = () => createZstdDecompress({ chunkSize: 1024 * 1024 });

/** Passes bytes on and counts and hashes them. */
export function hashing(): Transform & { sha256(): string; sizeBytes(): number } {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let digest: string | null = null;
  const passing = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  return Object.assign(passing, {
    sha256: () => (digest ??= hash.digest('hex')),
    sizeBytes: () => sizeBytes,
  });
}

/** The whole of a stream as text. */
export async function wholeText(bytes: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** `work` on each, so many at once. The first failure ends it when what was begun has ended. */
export async function eachOf<T>(
  all: Iterable<T>,
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const next = all[Symbol.iterator]();
  let failed = false;
  const workers = Array.from({ length: atOnce }, async () => {
    while (!failed) {
      const one = next.next();
      if (one.done) return;
      await work(one.value).catch((reason: unknown) => {
        failed = true;
        throw reason;
      });
    }
  });
  const broken = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
  if (broken?.status === 'rejected') throw broken.reason;
}

/** The bytes after each step. A failure of any of them is one of what is returned. */
export function through(bytes: Readable, ...steps: Duplex[]): Readable {
  // Everything is destroyed with the failure, so whoever reads the last one gets it.
  return steps.length === 0 ? bytes : (pipeline([bytes, ...steps], () => undefined) as unknown as Readable);
}
