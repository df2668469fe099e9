import {
  dataOffset,
  LOCAL_BYTES,
  ZipProblem,
  type ZipRecord,
  type ZipRefusal,
  zipRecords,
} from './zip-records.ts';

/** One file of a zip: its directory entry and its packed bytes. */
export interface ZipEntry {
  /** Relative, with "/". */
  name: string;
  /** Claimed unpacked size in bytes; enforced by `unpack`. */
  size: number;
  deflated: boolean;
  packed: Uint8Array;
}

/** Limits of a zip. */
export interface ZipLimits {
  entries: number;
  /** Total unpacked size in bytes. */
  unpackedBytes: number;
  /** Maximum compression ratio, for the whole and for any file larger than RATIO_FROM_BYTES. */
  ratio: number;
}

/** Smaller files may have any ratio: they are harmless, and blank files compress that well. */
const RATIO_FROM_BYTES = 1024 * 1024;
const ARCHIVE = /\.(zip|3mf|7z|rar|gz|tgz|bz2|xz|zst|tar|jar|apk)$/i;
/** Flag bit of an encrypted file. */
const ENCRYPTED = 1;
/** File type mask of a Unix mode, and the type of symbolic links. */
const UNIX_TYPE = 0xf000;
const UNIX_LINK = 0xa000;

/**
 * Reads the directory of a zip without unpacking. Overlapping files are refused as damaged, because zip bombs use them.
 * Linear in the number of entries.
 * @returns every file, without folders, or why the zip is refused.
 */
export function readZipDirectory(bytes: Uint8Array, limits: ZipLimits): ZipEntry[] | ZipRefusal {
  try {
    return entriesOf(bytes, limits);
  } catch (reason) {
    if (reason instanceof ZipProblem) return reason.refusal;
    throw reason;
  }
}

function entriesOf(bytes: Uint8Array, limits: ZipLimits): ZipEntry[] {
  const reading = zipRecords(bytes.length, limits.entries);
  let step = reading.next();
  while (!step.done) step = reading.next(bytes.subarray(...step.value));
  const { at, records } = step.value;
  const entries: ZipEntry[] = [];
  const taken: { from: number; to: number }[] = [{ from: at, to: bytes.length }];
  let total = 0;
  for (const record of records) {
    const { name, from, packed } = entryOf(record, bytes);
    total += record.size;
    if (total > limits.unpackedBytes) throw new ZipProblem('too-large');
    if (record.size > RATIO_FROM_BYTES && record.size > packed.length * limits.ratio)
      throw new ZipProblem('bomb');
    if (packed.length > 0) taken.push({ from, to: from + packed.length });
    if (name.endsWith('/')) continue;
    if (ARCHIVE.test(name)) throw new ZipProblem('nested');
    entries.push({ name, size: record.size, deflated: record.method === 8, packed });
  }
  if (total > RATIO_FROM_BYTES && total > bytes.length * limits.ratio) throw new ZipProblem('bomb');
  taken.sort((a, b) => a.from - b.from);
  if (taken.some((place, index) => place.from < (taken[index - 1]?.to ?? 0))) throw new ZipProblem('damaged');
  return entries;
}

/** The entry's name, packed bytes and their offset. */
function entryOf(record: ZipRecord, bytes: Uint8Array): { name: string; from: number; packed: Uint8Array } {
  const { flags, method, madeBy, mode, size, packedSize, headerAt } = record;
  if ((flags & ENCRYPTED) !== 0 || (method !== 0 && method !== 8)) throw new ZipProblem('damaged');
  const name = nameOf(record.rawName);
  const isLink = (madeBy === 3 || madeBy === 19) && (mode & UNIX_TYPE) === UNIX_LINK;
  if (isLink || leadsOutside(name)) throw new ZipProblem('outside');
  const from = headerAt + dataOffset(bytes.subarray(headerAt, headerAt + LOCAL_BYTES));
  const to = from + packedSize;
  if (to > bytes.length || (method === 0 && size !== packedSize)) throw new ZipProblem('damaged');
  return { name, from, packed: bytes.subarray(from, to) };
}

/** One character per byte: names are only compared with ASCII names, which are the same in every encoding. */
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
