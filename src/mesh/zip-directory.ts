/** One file inside a zip: what the directory claims, and its packed bytes, not unpacked yet. */
export interface ZipEntry {
  /** As the directory writes it: with "/", relative. */
  name: string;
  /** Claimed size in bytes once unpacked; `unpack` holds it to that. */
  size: number;
  deflated: boolean;
  packed: Uint8Array;
}

/** What a zip may hold at most. */
export interface ZipLimits {
  entries: number;
  /** All of it together once unpacked. */
  unpackedBytes: number;
  /** How many times larger unpacked than packed, for any file of more than RATIO_FROM_BYTES and for the whole. */
  ratio: number;
}

export type ZipRefusal =
  /** No zip, or one that is cut off, damaged, split, encrypted or contradicts itself. */
  | 'damaged'
  | 'too-many-files'
  | 'too-large'
  /** Packed so tightly that unpacking it is an attack. */
  | 'bomb'
  /** An archive within the archive. */
  | 'nested'
  /** A name that leads out of the folder, or a link. */
  | 'outside';

/** Below this nothing can be gained by a bomb, and blank little files do pack that well. */
const RATIO_FROM_BYTES = 1024 * 1024;
const ARCHIVE = /\.(zip|3mf|7z|rar|gz|tgz|bz2|xz|zst|tar|jar|apk)$/i;

const END = 0x06054b50;
const END_BYTES = 22;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const LOCATOR_BYTES = 20;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const COMMENT_MAX = 0xffff;
const IN_EXTRA_16 = 0xffff;
const IN_EXTRA_32 = 0xffffffff;
/** Set in the flags of an encrypted file. */
const ENCRYPTED = 1;
/** The file type in a Unix mode, and a symbolic link's. */
const UNIX_TYPE = 0xf000;
const UNIX_LINK = 0xa000;

/** Thrown and caught within this file only. */
class Unfit {
  readonly refusal: ZipRefusal;
  constructor(refusal: ZipRefusal) {
    this.refusal = refusal;
  }
}

/**
 * Reads the directory of a zip (PKWARE APPNOTE 6.3, Zip64 included) and unpacks nothing. Files that share packed bytes
 * are refused as damaged: that is how the smallest bombs are made. Linear in the number of entries.
 * @returns every file in it, folders left out, or the word why the zip is refused.
 */
export function readZipDirectory(bytes: Uint8Array, limits: ZipLimits): ZipEntry[] | ZipRefusal {
  try {
    return entriesOf(bytes, limits);
  } catch (reason) {
    if (reason instanceof Unfit) return reason.refusal;
    // A DataView asked beyond its end.
    if (reason instanceof RangeError) return 'damaged';
    throw reason;
  }
}

function entriesOf(bytes: Uint8Array, limits: ZipLimits): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = endOf(view);
  if (end.entries > limits.entries) throw new Unfit('too-many-files');
  const entries: ZipEntry[] = [];
  const taken: { from: number; to: number }[] = [{ from: end.at, to: bytes.length }];
  let total = 0;
  let at = end.at;
  for (let count = 0; count < end.entries; count++) {
    const entry = entryAt(view, bytes, at);
    at = entry.next;
    total += entry.size;
    if (total > limits.unpackedBytes) throw new Unfit('too-large');
    if (entry.size > RATIO_FROM_BYTES && entry.size > entry.packed.length * limits.ratio)
      throw new Unfit('bomb');
    if (entry.packed.length > 0) taken.push({ from: entry.from, to: entry.from + entry.packed.length });
    if (entry.name.endsWith('/')) continue;
    if (ARCHIVE.test(entry.name)) throw new Unfit('nested');
    const { name, size, deflated, packed } = entry;
    entries.push({ name, size, deflated, packed });
  }
  if (total > RATIO_FROM_BYTES && total > bytes.length * limits.ratio) throw new Unfit('bomb');
  taken.sort((a, b) => a.from - b.from);
  if (taken.some((place, index) => place.from < (taken[index - 1]?.to ?? 0))) throw new Unfit('damaged');
  return entries;
}

/** Where the directory begins and how many entries it has: the record at the very end of the file. */
function endOf(view: DataView): { at: number; entries: number } {
  const lowest = Math.max(0, view.byteLength - END_BYTES - COMMENT_MAX);
  for (let at = view.byteLength - END_BYTES; at >= lowest; at--) {
    if (view.getUint32(at, true) !== END) continue;
    if (at + END_BYTES + view.getUint16(at + 20, true) !== view.byteLength) continue;
    const disks = view.getUint16(at + 4, true) | view.getUint16(at + 6, true);
    const entries = view.getUint16(at + 10, true);
    const start = view.getUint32(at + 16, true);
    if (entries === IN_EXTRA_16 || start === IN_EXTRA_32) return endOf64(view, at);
    if (disks !== 0) throw new Unfit('damaged');
    return { at: start, entries };
  }
  throw new Unfit('damaged');
}

function endOf64(view: DataView, end: number): { at: number; entries: number } {
  const locator = end - LOCATOR_BYTES;
  if (view.getUint32(locator, true) !== END_64_LOCATOR) throw new Unfit('damaged');
  const at = wide(view, locator + 8);
  if (view.getUint32(at, true) !== END_64) throw new Unfit('damaged');
  return { entries: wide(view, at + 32), at: wide(view, at + 48) };
}

/** A 64-bit number; one too large for a place in a file is refused. */
function wide(view: DataView, at: number): number {
  const value = view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
  if (!Number.isSafeInteger(value)) throw new Unfit('damaged');
  return value;
}

function entryAt(view: DataView, bytes: Uint8Array, at: number): ZipEntry & { from: number; next: number } {
  if (view.getUint32(at, true) !== ENTRY) throw new Unfit('damaged');
  const madeBy = view.getUint16(at + 4, true) >>> 8;
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true);
  const extraEnd = nameEnd + view.getUint16(at + 30, true);
  const next = extraEnd + view.getUint16(at + 32, true);
  const mode = view.getUint32(at + 38, true) >>> 16;
  if (next > view.byteLength || (flags & ENCRYPTED) !== 0 || (method !== 0 && method !== 8)) {
    throw new Unfit('damaged');
  }
  const name = nameOf(bytes.subarray(at + ENTRY_BYTES, nameEnd));
  const isLink = (madeBy === 3 || madeBy === 19) && (mode & UNIX_TYPE) === UNIX_LINK;
  if (isLink || leadsOutside(name)) throw new Unfit('outside');
  const numbers = {
    size: view.getUint32(at + 24, true),
    packed: view.getUint32(at + 20, true),
    local: view.getUint32(at + 42, true),
  };
  widen(view, nameEnd, extraEnd, numbers);
  const { size, packed, local } = numbers;
  if (view.getUint32(local, true) !== LOCAL) throw new Unfit('damaged');
  const from = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const to = from + packed;
  if (to > bytes.length || (method === 0 && size !== packed)) throw new Unfit('damaged');
  return { name, size, deflated: method === 8, packed: bytes.subarray(from, to), from, next };
}

/** Zip64: what does not fit into 32 bits stands in an extra field, in this order. */
function widen(
  view: DataView,
  from: number,
  to: number,
  numbers: { size: number; packed: number; local: number },
): void {
  const missing = (['size', 'packed', 'local'] as const).filter((name) => numbers[name] === IN_EXTRA_32);
  if (missing.length === 0) return;
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    for (const [index, name] of missing.entries()) numbers[name] = wide(view, at + 4 + index * 8);
    return;
  }
  throw new Unfit('damaged');
}

/** Each byte as a letter: names are only compared with ASCII ones, in which every encoding agrees. */
function nameOf(bytes: Uint8Array): string {
  let name = '';
  for (const byte of bytes) name += String.fromCharCode(byte);
  return name;
}

function leadsOutside(name: string): boolean {
  return (
    name === '' ||
    name.includes('\0') ||
    /^[/\\]|\\|^[a-z]:/i.test(name) ||
    name.split('/').some((step) => step === '..' || step === '.')
  );
}
