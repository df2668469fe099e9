import type { FileHandle } from 'node:fs/promises';
import { fileKind, isLeftover, nameRefusal } from '../../../domain/assets/file-kind.ts';
import { isOutside, type UploadRefusal } from '../../../domain/assets/upload.ts';
import {
  type ByteRange,
  dataOffset,
  LOCAL_BYTES,
  ZipProblem,
  type ZipRecord,
  zipRecords,
} from '../../../mesh/zip-records.ts';

/** A file in an archive, as the archive's directory lists it. Sizes in bytes. */
export interface ZipEntry {
  path: string;
  /** The name as it stands in the archive, to be compared with the one before the data. */
  rawName: Uint8Array;
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
/** No directory of 2,000 entries needs more. */
const DIRECTORY_MAX_BYTES = 4 * 1024 * 1024;

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
  const reading = zipRecords(sizeBytes, ENTRIES_MAX);
  try {
    let step = reading.next();
    while (!step.done) step = reading.next(await bytesAt(file, step.value));
    const { at, records } = step.value;
    return accepted(
      records.flatMap((record) => entryOf(record) ?? []),
      at,
    );
  } catch (reason) {
    if (reason instanceof Refusal) return reason.word;
    if (reason instanceof ZipProblem)
      return reason.refusal === 'too-many-files' ? 'zip-too-many' : 'zip-unreadable';
    throw reason;
  }
}

async function bytesAt(file: FileHandle, [from, to]: ByteRange): Promise<Buffer> {
  if (to - from > DIRECTORY_MAX_BYTES) throw new ZipProblem('damaged');
  const bytes = Buffer.alloc(to - from);
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, from + read);
    if (bytesRead === 0) throw new ZipProblem('damaged');
    read += bytesRead;
  }
  return bytes;
}

/** The file that a record lists; null for a folder. @throws Refusal */
function entryOf({
  rawName,
  flags,
  mode,
  method,
  crc32,
  size,
  packedSize,
  headerAt,
}: ZipRecord): ZipEntry | null {
  const path = textOf(rawName, (flags & 0x800) !== 0);
  // Bit 0: encrypted; 6: strongly; 13: even the directory is.
  if ((flags & 0x2041) !== 0) throw new Refusal('zip-locked');
  if (path === '' || isOutside(path)) throw new Refusal('zip-outside');
  // What kind of file it was on a Unix disk: plain, folder, or unknown.
  const kind = mode & 0xf000;
  if (kind !== 0 && kind !== 0x8000 && kind !== 0x4000) throw new Refusal('zip-link');
  if (/[/\\]$/.test(path) || kind === 0x4000) return null;
  if (method !== 0 && method !== 8) throw new Refusal('zip-method');
  return { path, rawName, sizeBytes: size, packedBytes: packedSize, method, crc32, headerAt };
}

/** Names are UTF-8 where the archive says so, and mostly also where it does not. */
function textOf(name: Uint8Array, utf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    if (utf8) throw new Refusal('zip-unreadable');
    return Buffer.from(name).toString('latin1');
  }
}

/** The files in the order of their data, once the archive as a whole is accepted. @throws Refusal */
function accepted(files: ZipEntry[], directoryAt: number): ZipEntry[] {
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
    const end = headerAt + LOCAL_BYTES + rawName.length + packedBytes;
    if (!(end <= (inOrder[at + 1]?.headerAt ?? directoryAt))) throw new Refusal('zip-unreadable');
    if (method === 0 && packedBytes !== sizeBytes) throw new Refusal('zip-unreadable');
  });
  return inOrder;
}

/** Where the data of a file begins. @throws where its local header does not match the directory. */
export async function dataStart(file: FileHandle, { headerAt, rawName }: ZipEntry): Promise<number> {
  const header = await bytesAt(file, [headerAt, headerAt + LOCAL_BYTES + rawName.length]);
  const nameLength = header.readUInt16LE(26);
  const sameName = nameLength === rawName.length && header.subarray(LOCAL_BYTES).equals(rawName);
  if (!sameName) throw new ZipProblem('damaged');
  return headerAt + dataOffset(header);
}
