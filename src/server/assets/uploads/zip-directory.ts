import type { FileHandle } from 'node:fs/promises';
import { fileKind, isLeftover, nameRefusal } from '../../../domain/assets/file-kind.ts';
import { isOutside, type UploadRefusal } from '../../../domain/assets/upload.ts';
import { cleanFileName } from '../../../domain/kernel/clean-text.ts';
import {
  type ByteRange,
  dataOffset,
  LOCAL_BYTES,
  ZipProblem,
  type ZipRecord,
  zipRecords,
} from '../../../mesh/zip-records.ts';

/** A file as listed in the archive's central directory. Sizes in bytes. */
export interface ListedFile {
  path: string;
  /** The raw name, to compare with the local header. */
  rawName: Uint8Array;
  sizeBytes: number;
  packedBytes: number;
  /** 0: stored; 8: deflated. */
  method: 0 | 8;
  crc32: number;
  headerAt: number;
}

export type UploadZipRefusal = Extract<UploadRefusal, `zip-${string}`>;

const ENTRIES_MAX = 2000;
const UNPACKED_MAX_BYTES = 4 * 1024 ** 3;
const RATIO_MAX = 100;
/** Smaller files may have any ratio: a text of spaces is not an attack. In bytes, unpacked. */
const RATIO_FROM_BYTES = 64 * 1024;
/** No directory of 2,000 entries needs more. */
const DIRECTORY_MAX_BYTES = 4 * 1024 * 1024;

class Refusal extends Error {
  readonly code: UploadZipRefusal;
  constructor(code: UploadZipRefusal) {
    super(code);
    this.code = code;
  }
}

/**
 * Lists the files of an archive from its directory, without unpacking; folder entries are left out.
 * @param sizeBytes of the whole archive.
 * @returns the files in the order of their data, or why the archive is refused.
 */
export async function listZip(file: FileHandle, sizeBytes: number): Promise<ListedFile[] | UploadZipRefusal> {
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
    if (reason instanceof Refusal) return reason.code;
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

/** The file of a directory record; null for a folder. @throws Refusal */
function entryOf({
  rawName,
  flags,
  mode,
  method,
  crc32,
  size,
  packedSize,
  headerAt,
}: ZipRecord): ListedFile | null {
  const written = textOf(rawName, (flags & 0x800) !== 0);
  // Everything that asks what a file is called must ask about the name that is stored.
  const path = cleanFileName(written);
  // Bit 0: encrypted; 6: strong encryption; 13: encrypted directory.
  if ((flags & 0x2041) !== 0) throw new Refusal('zip-locked');
  if (path === '' || isOutside(written) || isOutside(path)) throw new Refusal('zip-outside');
  // Unix file type: regular file, folder, or unknown.
  const kind = mode & 0xf000;
  if (kind !== 0 && kind !== 0x8000 && kind !== 0x4000) throw new Refusal('zip-link');
  if (/[/\\]$/.test(path) || kind === 0x4000) return null;
  if (method !== 0 && method !== 8) throw new Refusal('zip-method');
  return { path, rawName, sizeBytes: size, packedBytes: packedSize, method, crc32, headerAt };
}

/** Names are UTF-8 if flagged, and usually even if not. */
function textOf(name: Uint8Array, utf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    if (utf8) throw new Refusal('zip-unreadable');
    return Buffer.from(name).toString('latin1');
  }
}

/** Validates the archive as a whole; returns the files in the order of their data. @throws Refusal */
function accepted(files: ListedFile[], directoryAt: number): ListedFile[] {
  const intended = files.filter(({ path }) => !isLeftover(path));
  if (intended.length === 0) throw new Refusal('zip-empty');
  for (const { path } of intended) {
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
    // Overlapping files are a way to build a zip bomb.
    const end = headerAt + LOCAL_BYTES + rawName.length + packedBytes;
    if (!(end <= (inOrder[at + 1]?.headerAt ?? directoryAt))) throw new Refusal('zip-unreadable');
    if (method === 0 && packedBytes !== sizeBytes) throw new Refusal('zip-unreadable');
  });
  return inOrder;
}

/** Offset of a file's data. @throws ZipProblem if its local header does not match the directory. */
export async function dataStart(file: FileHandle, { headerAt, rawName }: ListedFile): Promise<number> {
  const header = await bytesAt(file, [headerAt, headerAt + LOCAL_BYTES + rawName.length]);
  const nameLength = header.readUInt16LE(26);
  const sameName = nameLength === rawName.length && header.subarray(LOCAL_BYTES).equals(rawName);
  if (!sameName) throw new ZipProblem('damaged');
  return headerAt + dataOffset(header);
}
