import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What names and checks the bytes of a file. */
export interface ContentFacts {
  /** 64 hexadecimal digits. */
  sha256: string;
  /** CRC-32, 8 hexadecimal digits: what a zip needs of each of its files. */
  crc32: string;
  sizeBytes: number;
}

/** Reads facts of bytes that are seen one chunk after the other. */
export function contentHash(): { update(chunk: Uint8Array): void; facts(): ContentFacts } {
  const hash = createHash('sha256');
  let checksum = 0;
  let sizeBytes = 0;
  return {
    update(chunk) {
      hash.update(chunk);
      checksum = crc32(chunk, checksum);
      sizeBytes += chunk.length;
    },
    facts: () => ({ sha256: hash.digest('hex'), crc32: crc32Text(checksum), sizeBytes }),
  };
}

/** A CRC-32 as it is stored. */
export const crc32Text = (checksum: number): string => checksum.toString(16).padStart(8, '0');
