/** Parses the directory of a zip (PKWARE APPNOTE 6.3, with Zip64) from memory or disk. Callers decide what to accept. */

/** A directory entry. Sizes in bytes. */
export interface ZipRecord {
  /** As written in the archive; `flags` say whether it is UTF-8. */
  rawName: Uint8Array;
  flags: number;
  method: number;
  /** The originating system, such as 3 for Unix. */
  madeBy: number;
  /** Unix file mode. */
  mode: number;
  crc32: number;
  size: number;
  packedSize: number;
  /** Offset of its local header. */
  headerAt: number;
}

/** A byte range of the archive: start inclusive, end exclusive. */
export type ByteRange = readonly [from: number, to: number];

export type ZipRefusal =
  /** Not a zip, or truncated, damaged, split, encrypted or inconsistent. */
  | 'damaged'
  | 'too-many-files'
  | 'too-large'
  /** A zip bomb. */
  | 'bomb'
  /** Contains another archive. */
  | 'nested'
  /** A path that leads outside, or a link. */
  | 'outside';

/** An invalid archive. Parsing the directory only reports damage or too many files. */
export class ZipProblem extends Error {
  readonly refusal: ZipRefusal;
  constructor(refusal: ZipRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

const END = 0x06054b50;
const END_BYTES = 22;
const COMMENT_MAX = 0xffff;
const END_64 = 0x06064b50;
const END_64_BYTES = 56;
const LOCATOR = 0x07064b50;
const LOCATOR_BYTES = 20;
const RECORD = 0x02014b50;
const RECORD_BYTES = 46;
const LOCAL = 0x04034b50;
const IN_EXTRA_16 = 0xffff;
const IN_EXTRA_32 = 0xffffffff;

/** Length of a local header before the name, in bytes. */
export const LOCAL_BYTES = 30;

/**
 * Reads the directory of an archive of `size` bytes: yields each needed range and receives its bytes.
 * @returns the offset of the directory, and its records.
 * @throws ZipProblem
 */
export function* zipRecords(
  size: number,
  entriesMax: number,
): Generator<ByteRange, { at: number; records: ZipRecord[] }, Uint8Array> {
  const range = (from: number, to: number): ByteRange => {
    if (!(from >= 0 && from <= to && to <= size)) throw new ZipProblem('damaged');
    return [from, to];
  };
  const tailAt = Math.max(0, size - END_BYTES - COMMENT_MAX);
  const tail = viewOf(yield range(tailAt, size));
  const endAt = endIn(tail);
  let entries = tail.getUint16(endAt + 10, true);
  let length = tail.getUint32(endAt + 12, true);
  let at = tail.getUint32(endAt + 16, true);
  let limit = tailAt + endAt;
  if (entries === IN_EXTRA_16 || length === IN_EXTRA_32 || at === IN_EXTRA_32) {
    const locator = viewOf(yield range(limit - LOCATOR_BYTES, limit));
    if (locator.getUint32(0, true) !== LOCATOR) throw new ZipProblem('damaged');
    limit = wide(locator, 8);
    const end = viewOf(yield range(limit, limit + END_64_BYTES));
    if (end.getUint32(0, true) !== END_64) throw new ZipProblem('damaged');
    [entries, length, at] = [wide(end, 32), wide(end, 40), wide(end, 48)];
  } else if (tail.getUint32(endAt + 4, true) !== 0) throw new ZipProblem('damaged'); // Split over disks.
  if (entries > entriesMax) throw new ZipProblem('too-many-files');
  if (at + length > limit) throw new ZipProblem('damaged');
  return { at, records: recordsIn(yield range(at, at + length), entries) };
}

/** Offset of the end record, whose comment must reach the last byte of the file. */
function endIn(tail: DataView): number {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at--) {
    const isEnd = tail.getUint32(at, true) === END;
    if (isEnd && at + END_BYTES + tail.getUint16(at + 20, true) === tail.byteLength) return at;
  }
  throw new ZipProblem('damaged');
}

function recordsIn(bytes: Uint8Array, entries: number): ZipRecord[] {
  const view = viewOf(bytes);
  const records: ZipRecord[] = [];
  let at = 0;
  while (records.length < entries) {
    if (at + RECORD_BYTES > bytes.length || view.getUint32(at, true) !== RECORD)
      throw new ZipProblem('damaged');
    const nameEnd = at + RECORD_BYTES + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > bytes.length) throw new ZipProblem('damaged');
    const [size = 0, packedSize = 0, headerAt = 0] = widened(view, nameEnd, extraEnd, [
      view.getUint32(at + 24, true),
      view.getUint32(at + 20, true),
      view.getUint32(at + 42, true),
    ]);
    records.push({
      rawName: bytes.subarray(at + RECORD_BYTES, nameEnd),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      madeBy: view.getUint8(at + 5),
      mode: view.getUint16(at + 40, true),
      crc32: view.getUint32(at + 16, true),
      size,
      packedSize,
      headerAt,
    });
    at = next;
  }
  if (at !== bytes.length) throw new ZipProblem('damaged');
  return records;
}

/** Zip64: values that do not fit 32 bits are in an extra field, in this order, each only if needed. */
function widened(view: DataView, from: number, to: number, numbers: number[]): number[] {
  if (!numbers.includes(IN_EXTRA_32)) return numbers;
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    const end = Math.min(to, at + 4 + view.getUint16(at + 2, true));
    let next = at + 4;
    return numbers.map((number) => {
      if (number !== IN_EXTRA_32) return number;
      if (next + 8 > end) throw new ZipProblem('damaged');
      next += 8;
      return wide(view, next - 8);
    });
  }
  throw new ZipProblem('damaged');
}

/** Offset of an entry's data from its local header. @throws ZipProblem */
export function dataOffset(header: Uint8Array): number {
  const view = viewOf(header);
  if (view.byteLength < LOCAL_BYTES || view.getUint32(0, true) !== LOCAL) throw new ZipProblem('damaged');
  return LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Reads a 64-bit number; refuses values beyond any file offset. */
function wide(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw new ZipProblem('damaged');
  return value;
}
