import type { FileHandle } from 'node:fs/promises';
import { fileKind, isLeftover, nameRefusal } from '../../domain/file-kind.ts';
import { isOutside, type UploadRefusal } from '../../domain/upload.ts';

/** A file in an archive, as the archive's directory lists it. Sizes in bytes. */
export interface ZipEntry {
  path: string;
  /** The name as it stands in the archive, to be compared with the one before the data. */
  rawName: Buffer;
  sizeBytes: number;
  packedBytes: number;
  /** 0 is stored as it is, 8 is deflated. */
  method: 0 | 8;
  crc32: number;
  headerAt: number;
}

export type ZipRefusal = Extract<UploadRefusal, `zip-${string}`>;

const ENTRIES_MAX = 2000;
const UNPACKED_MAX_BYTES = 4 * 1024 ** 3;
const RATIO_MAX = 100;
/** What is smaller than this, unpacked, may be packed as well as it likes: a text of spaces is no attack. */
const RATIO_FROM_BYTES = 64 * 1024;
/** More directory than this for 2 000 entries is no honest directory. */
const DIRECTORY_MAX_BYTES = 4 * 1024 * 1024;
const END_BYTES = 22;
const COMMENT_MAX_BYTES = 65_535;
const LOCAL_HEADER_BYTES = 30;

class Refusal extends Error {
  readonly word: ZipRefusal;
  constructor(word: ZipRefusal) {
    super(word);
    this.word = word;
  }
}

/**
 * Lists the files of an archive from its directory alone; nothing is unpacked. Folders themselves are left out.
 * @param sizeBytes of the whole archive.
 * @returns the files in the order of their data, or the word why none of it is taken.
 */
export async function readZipDirectory(
  file: FileHandle,
  sizeBytes: number,
): Promise<ZipEntry[] | ZipRefusal> {
  try {
    const directory = await findDirectory(file, sizeBytes);
    return judged(listed(directory), directory.at);
  } catch (reason) {
    if (reason instanceof Refusal) return reason.word;
    throw reason;
  }
}

interface Directory {
  bytes: Buffer;
  entries: number;
  at: number;
}

async function findDirectory(file: FileHandle, sizeBytes: number): Promise<Directory> {
  const tail = await bytesAt(file, Math.max(0, sizeBytes - END_BYTES - COMMENT_MAX_BYTES), sizeBytes);
  let end = tail.length - END_BYTES;
  while (end >= 0 && !isEnd(tail, end)) end--;
  if (end < 0) throw new Refusal('zip-unreadable');
  const endAt = sizeBytes - tail.length + end;
  let entries = tail.readUInt16LE(end + 10);
  let length = tail.readUInt32LE(end + 12);
  let at = tail.readUInt32LE(end + 16);
  if (entries === 0xffff || length === 0xffffffff || at === 0xffffffff)
    ({ entries, length, at } = await largeEnd(file, endAt));
  if (entries > ENTRIES_MAX) throw new Refusal('zip-too-many');
  if (length > DIRECTORY_MAX_BYTES || at + length > endAt) throw new Refusal('zip-unreadable');
  return { bytes: await bytesAt(file, at, at + length), entries, at };
}

/** The end record closes the file, so its comment must reach to the last byte. */
function isEnd(tail: Buffer, at: number): boolean {
  return tail.readUInt32LE(at) === 0x06054b50 && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length;
}

/** The end record of archives beyond 4 GB, which some packers write for small ones too. */
async function largeEnd(file: FileHandle, endAt: number) {
  const locator = await bytesAt(file, endAt - 20, endAt);
  if (locator.readUInt32LE(0) !== 0x07064b50) throw new Refusal('zip-unreadable');
  const at = Number(locator.readBigUInt64LE(8));
  const record = await bytesAt(file, at, at + 56);
  if (record.readUInt32LE(0) !== 0x06064b50) throw new Refusal('zip-unreadable');
  const number = (offset: number) => Number(record.readBigUInt64LE(offset));
  return { entries: number(32), length: number(40), at: number(48) };
}

async function bytesAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  if (!(from >= 0 && from <= to && to - from <= DIRECTORY_MAX_BYTES)) throw new Refusal('zip-unreadable');
  const bytes = Buffer.alloc(to - from);
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, from + read);
    if (bytesRead === 0) throw new Refusal('zip-unreadable');
    read += bytesRead;
  }
  return bytes;
}

function listed({ bytes, entries }: Directory): ZipEntry[] {
  const files: ZipEntry[] = [];
  let at = 0;
  for (let count = 0; count < entries; count++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw new Refusal('zip-unreadable');
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const next = at + 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32);
    if (next > bytes.length) throw new Refusal('zip-unreadable');
    const entry = entryAt(bytes, at, nameLength, extraLength);
    if (entry) files.push(entry);
    at = next;
  }
  if (at !== bytes.length) throw new Refusal('zip-unreadable');
  return files;
}

function entryAt(bytes: Buffer, at: number, nameLength: number, extraLength: number): ZipEntry | null {
  const flags = bytes.readUInt16LE(at + 8);
  const rawName = bytes.subarray(at + 46, at + 46 + nameLength);
  const path = textOf(rawName, (flags & 0x800) !== 0);
  // Bit 0: encrypted; 6: strongly; 13: even the directory is.
  if ((flags & 0x2041) !== 0) throw new Refusal('zip-locked');
  if (path === '' || isOutside(path)) throw new Refusal('zip-outside');
  // What kind of file it was on a Unix disk: plain, folder, or left open.
  const kind = (bytes.readUInt32LE(at + 38) >>> 16) & 0xf000;
  if (kind !== 0 && kind !== 0x8000 && kind !== 0x4000) throw new Refusal('zip-link');
  if (/[/\\]$/.test(path) || kind === 0x4000) return null;
  const method = bytes.readUInt16LE(at + 10);
  if (method !== 0 && method !== 8) throw new Refusal('zip-method');
  const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
  const sizes = largeSizes(extra, [
    bytes.readUInt32LE(at + 24),
    bytes.readUInt32LE(at + 20),
    bytes.readUInt32LE(at + 42),
  ]);
  const [sizeBytes = 0, packedBytes = 0, headerAt = 0] = sizes;
  return { path, rawName, sizeBytes, packedBytes, method, crc32: bytes.readUInt32LE(at + 16), headerAt };
}

/** Sizes that do not fit 32 bits stand in an extra field, in this order, each only where it is needed. */
function largeSizes(extra: Buffer, sizes: number[]): number[] {
  if (sizes.every((size) => size !== 0xffffffff)) return sizes;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const end = Math.min(extra.length, at + 4 + extra.readUInt16LE(at + 2));
    let from = at + 4;
    return sizes.map((size) => {
      if (size !== 0xffffffff) return size;
      if (from + 8 > end) throw new Refusal('zip-unreadable');
      from += 8;
      return Number(extra.readBigUInt64LE(from - 8));
    });
  }
  throw new Refusal('zip-unreadable');
}

/** Names are UTF-8 where the archive says so, and mostly also where it does not. */
function textOf(name: Buffer, utf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    if (utf8) throw new Refusal('zip-unreadable');
    return name.toString('latin1');
  }
}

/** The whole, once every file of it has been read. @throws Refusal */
function judged(files: ZipEntry[], directoryAt: number): ZipEntry[] {
  const meant = files.filter(({ path }) => !isLeftover(path));
  if (meant.length === 0) throw new Refusal('zip-empty');
  for (const { path } of meant) {
    const nested = fileKind(path) === 'zip' || nameRefusal(path, 1) === 'file-archive';
    if (nested) throw new Refusal('zip-nested');
  }
  const paths = new Set(files.map(({ path }) => path.normalize('NFC').toLowerCase().replaceAll('\\', '/')));
  if (paths.size !== files.length) throw new Refusal('zip-unreadable');
  const unpacked = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (!(unpacked <= UNPACKED_MAX_BYTES)) throw new Refusal('zip-too-large');
  const packed = files.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
  for (const { sizeBytes, packedBytes } of [...files, { sizeBytes: unpacked, packedBytes: packed }]) {
    if (sizeBytes > RATIO_FROM_BYTES && sizeBytes > packedBytes * RATIO_MAX) throw new Refusal('zip-ratio');
  }
  const inOrder = [...files].sort((one, other) => one.headerAt - other.headerAt);
  inOrder.forEach(({ headerAt, rawName, packedBytes, sizeBytes, method }, at) => {
    // Files that share their bytes are how a small archive becomes endless.
    const end = headerAt + LOCAL_HEADER_BYTES + rawName.length + packedBytes;
    if (!(end <= (inOrder[at + 1]?.headerAt ?? directoryAt))) throw new Refusal('zip-unreadable');
    if (method === 0 && packedBytes !== sizeBytes) throw new Refusal('zip-unreadable');
  });
  return inOrder;
}

/** Where the data of a file begins. @throws where the archive says something else there than its directory does. */
export async function dataStart(file: FileHandle, { headerAt, rawName }: ZipEntry): Promise<number> {
  const header = await bytesAt(file, headerAt, headerAt + LOCAL_HEADER_BYTES + rawName.length);
  const nameLength = header.readUInt16LE(26);
  const sameName = nameLength === rawName.length && header.subarray(LOCAL_HEADER_BYTES).equals(rawName);
  if (header.readUInt32LE(0) !== 0x04034b50 || !sameName) throw new Refusal('zip-unreadable');
  return headerAt + LOCAL_HEADER_BYTES + nameLength + header.readUInt16LE(28);
}
