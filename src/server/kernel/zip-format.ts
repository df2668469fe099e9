import { crc32 } from 'node:zlib';

/**
 * The structures of a zip whose files are stored as they are. Sizes and checksums are known before, so that the place of every
 * byte follows from the list of files, and any part of the archive can be sent without what stands before it. Source:
 * APPNOTE.TXT 6.3.10 of PKWARE; section numbers are named below.
 */

/** A file of a zip. */
export interface ZipMember {
  /** The path with slashes, at most 65 535 bytes as UTF-8. */
  name: string;
  sizeBytes: number;
  /** CRC-32 of the bytes, 8 hexadecimal digits. */
  crc32: string;
  /** Written in UTC, to two seconds. */
  modifiedAt: number;
}

/** A run of bytes of a zip: either its own, or those of a member. */
export type ZipPiece = { at: number; bytes: Uint8Array } | { at: number; member: number; sizeBytes: number };

/** From here on a size or a place does not fit into 4 bytes, and a number of entries not into 2: 4.4.8, 4.4.22. */
const FULL_4 = 0xffffffff;
const FULL_2 = 0xffff;
/** Version 4.5 knows sizes of 8 bytes, version 2.0 folders: 4.4.3. */
const VERSION = { plain: 20, large: 45 };
/** Made on Unix, so that the mode below is read: 4.4.2. */
const MADE_BY = (3 << 8) | VERSION.large;
/** A plain file that its owner and group may write. */
const MODE = 0o100664;
/** Names are UTF-8: 4.4.4, bit 11. */
const FLAGS = 0x0800;
/** Checksum and size follow the bytes, because they were not known before: 4.4.4, bit 3. */
const FOLLOWED = 0x0008;
const LARGE_SIZES = 0x0001;

const encoder = new TextEncoder();

/** The size of the zip of these files, in bytes. */
export function zipSize(members: readonly Pick<ZipMember, 'name' | 'sizeBytes'>[]): number {
  let at = 0;
  let directory = 0;
  for (const { name, sizeBytes } of members) {
    const nameBytes = encoder.encode(name).length;
    directory += 46 + nameBytes + directoryExtra(sizeBytes, at);
    at += 30 + nameBytes + localExtra(sizeBytes) + sizeBytes;
  }
  return at + directory + endSize(members.length, at, directory);
}

/** The zip of these files as runs of bytes, in their order and without a gap. */
export function zipPieces(members: readonly ZipMember[]): ZipPiece[] {
  const pieces: ZipPiece[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const [index, member] of members.entries()) {
    const header = localHeader(member);
    directory.push(directoryEntry(member, at));
    pieces.push({ at, bytes: header });
    at += header.length;
    if (member.sizeBytes > 0) pieces.push({ at, member: index, sizeBytes: member.sizeBytes });
    at += member.sizeBytes;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.concat([...directory, endRecords(members.length, at, size)]);
  return [...pieces, { at, bytes: end }];
}

/**
 * A zip of files whose sizes are known only once they are read, packed while it is read, in constant memory.
 * @throws RangeError where a file has 4 GiB or more
 */
export async function* streamedZip(
  files: AsyncIterable<{ name: string; modifiedAt: number; bytes: AsyncIterable<Uint8Array> }>,
): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let at = 0;
  for await (const { name, modifiedAt, bytes } of files) {
    const from = at;
    const flags = FLAGS | FOLLOWED;
    const header = localHeader({ name, modifiedAt, sizeBytes: 0, crc32: '0' }, flags);
    yield header;
    let checksum = 0;
    let sizeBytes = 0;
    for await (const chunk of bytes) {
      checksum = crc32(chunk, checksum);
      sizeBytes += chunk.length;
      yield chunk;
    }
    if (isLarge(sizeBytes)) throw new RangeError(`${name} is too large for this archive`);
    const after = Buffer.alloc(16);
    after.writeUInt32LE(0x08074b50, 0);
    after.writeUInt32LE(checksum, 4);
    after.writeUInt32LE(sizeBytes, 8);
    after.writeUInt32LE(sizeBytes, 12);
    yield after;
    at += header.length + sizeBytes + after.length;
    const member = { name, modifiedAt, sizeBytes, crc32: checksum.toString(16) };
    directory.push(directoryEntry(member, from, flags));
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  yield* directory;
  yield endRecords(directory.length, at, size);
}

const isLarge = (sizeBytes: number) => sizeBytes >= FULL_4;
const localExtra = (sizeBytes: number) => (isLarge(sizeBytes) ? 20 : 0);
const directoryExtra = (sizeBytes: number, at: number) => {
  const numbers = (isLarge(sizeBytes) ? 2 : 0) + (isLarge(at) ? 1 : 0);
  return numbers === 0 ? 0 : 4 + 8 * numbers;
};

/** What stands before the bytes of a file: 4.3.7. */
function localHeader(member: ZipMember, flags = FLAGS): Buffer {
  const name = encoder.encode(member.name);
  const header = Buffer.alloc(30 + name.length + localExtra(member.sizeBytes));
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(isLarge(member.sizeBytes) ? VERSION.large : VERSION.plain, 4);
  writeFacts(header, 6, member, flags);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(localExtra(member.sizeBytes), 28);
  header.set(name, 30);
  if (isLarge(member.sizeBytes)) writeLarge(header, 30 + name.length, [member.sizeBytes, member.sizeBytes]);
  return header;
}

/** The entry of a file in the list at the end: 4.3.12. @param at where its header stands */
function directoryEntry(member: ZipMember, at: number, flags = FLAGS): Buffer {
  const name = encoder.encode(member.name);
  const extra = directoryExtra(member.sizeBytes, at);
  const entry = Buffer.alloc(46 + name.length + extra);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(MADE_BY, 4);
  entry.writeUInt16LE(extra > 0 ? VERSION.large : VERSION.plain, 6);
  writeFacts(entry, 8, member, flags);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(extra, 30);
  entry.writeUInt32LE((MODE << 16) >>> 0, 38);
  entry.writeUInt32LE(Math.min(at, FULL_4), 42);
  entry.set(name, 46);
  const large = [
    ...(isLarge(member.sizeBytes) ? [member.sizeBytes, member.sizeBytes] : []),
    ...(isLarge(at) ? [at] : []),
  ];
  if (large.length > 0) writeLarge(entry, 46 + name.length, large);
  return entry;
}

/** Flags, no compression, time, checksum and sizes, which header and entry have in common. */
function writeFacts(
  to: Buffer,
  at: number,
  { sizeBytes, crc32: checksum, modifiedAt }: ZipMember,
  flags: number,
): void {
  const { time, date } = dosTime(modifiedAt);
  to.writeUInt16LE(flags, at);
  to.writeUInt16LE(0, at + 2);
  to.writeUInt16LE(time, at + 4);
  to.writeUInt16LE(date, at + 6);
  to.writeUInt32LE(Number.parseInt(checksum, 16), at + 8);
  to.writeUInt32LE(Math.min(sizeBytes, FULL_4), at + 12);
  to.writeUInt32LE(Math.min(sizeBytes, FULL_4), at + 16);
}

/** The extra field with numbers of 8 bytes: 4.5.3. */
function writeLarge(to: Buffer, at: number, numbers: readonly number[]): void {
  to.writeUInt16LE(LARGE_SIZES, at);
  to.writeUInt16LE(8 * numbers.length, at + 2);
  for (const [place, number] of numbers.entries()) to.writeBigUInt64LE(BigInt(number), at + 4 + 8 * place);
}

/** The date and time of MS-DOS, from 1980 to 2107: 4.4.6. */
function dosTime(at: number): { time: number; date: number } {
  const moment = new Date(Math.min(Math.max(at, Date.UTC(1980, 0, 1)), Date.UTC(2107, 11, 31)));
  return {
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
    date: ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
  };
}

const needsLargeEnd = (count: number, at: number, size: number) =>
  count >= FULL_2 || at >= FULL_4 || size >= FULL_4;
const endSize = (count: number, at: number, size: number) => (needsLargeEnd(count, at, size) ? 76 : 0) + 22;

/** Where the list begins and how long it is: 4.3.14 to 4.3.16. */
function endRecords(count: number, at: number, size: number): Buffer {
  const end = Buffer.alloc(endSize(count, at, size));
  const last = end.length - 22;
  if (last > 0) {
    end.writeUInt32LE(0x06064b50, 0);
    end.writeBigUInt64LE(44n, 4);
    end.writeUInt16LE(MADE_BY, 12);
    end.writeUInt16LE(VERSION.large, 14);
    end.writeBigUInt64LE(BigInt(count), 24);
    end.writeBigUInt64LE(BigInt(count), 32);
    end.writeBigUInt64LE(BigInt(size), 40);
    end.writeBigUInt64LE(BigInt(at), 48);
    end.writeUInt32LE(0x07064b50, 56);
    end.writeBigUInt64LE(BigInt(at + size), 64);
    end.writeUInt32LE(1, 72);
  }
  end.writeUInt32LE(0x06054b50, last);
  end.writeUInt16LE(Math.min(count, FULL_2), last + 8);
  end.writeUInt16LE(Math.min(count, FULL_2), last + 10);
  end.writeUInt32LE(Math.min(size, FULL_4), last + 12);
  end.writeUInt32LE(Math.min(at, FULL_4), last + 16);
  return end;
}
