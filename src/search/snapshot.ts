import { createHash, type Hash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { withoutRoom, withRoom } from './columns/columns-data.ts';
import { MULTI_FACETS, SINGLE_FACETS, type Stand } from './engine.ts';
import type { IndexData } from './packed-index.ts';
import { sharedNumbers } from './shared-numbers.ts';

/** Raised whenever analysis or layout changes: an older file is then no snapshot. */
const VERSION = 9;
const MAGIC = 'guildhall-index';
const SCHEMA = [...SINGLE_FACETS, ...MULTI_FACETS].join();

/** A draft that is older was left by a process that was killed, in ms. */
const DRAFT_MS = 3_600_000;

/**
 * The second line of the file, as JSON; the first is its hash. The index without its numbers follows, then the numbers, array by
 * array. So every byte is covered by a hash, and nothing is read by what was not compared before.
 */
interface Header extends Stand {
  magic: string;
  version: number;
  schema: string;
  /** Bytes of the index without its numbers, their hash, and that of the numbers. */
  rest: number;
  restHash: string;
  numbersHash: string;
}

/** A header is some hundred bytes. */
const HEADER_MOST = 4096;
const CHUNK = 1024 * 1024;
const KINDS = { Uint8Array, Uint16Array, Uint32Array, Float64Array } as const;
type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** An array of numbers in the index without its numbers. */
interface Place {
  numbers: keyof typeof KINDS;
  length: number;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** A copy in which `change` has replaced what it does not answer undefined for. */
function changed(value: unknown, change: (part: object) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const replaced = change(value);
  if (replaced !== undefined) return replaced;
  if (Array.isArray(value)) return value.map((part) => changed(part, change));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changed(part, change)]));
}

const sha256 = (...parts: readonly Uint8Array[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** Writes an index to disk, whole or not at all. Its numbers are most of it and are written from where they lie. */
export function saveSnapshot(file: string, index: IndexData, { seq, at }: Stand): void {
  const data = { ...index, columns: withoutRoom(index.columns) };
  const arrays: Numbers[] = [];
  const rest = serialize(
    changed(data, (part): Place | undefined => {
      const numbers = (Object.keys(KINDS) as Place['numbers'][]).find((kind) => part instanceof KINDS[kind]);
      if (numbers === undefined) return undefined;
      return { numbers, length: arrays[arrays.push(part as Numbers) - 1]?.length ?? 0 };
    }),
  );
  const numbers = arrays.map(bytesOf);
  const hashes = { rest: rest.length, restHash: sha256(rest), numbersHash: sha256(...numbers) };
  const header: Header = { magic: MAGIC, version: VERSION, schema: SCHEMA, seq, at, ...hashes };
  const line = JSON.stringify(header);
  const head = Buffer.from(`${sha256(Buffer.from(line))}\n${line}\n`);
  const parts = [head, rest, ...numbers];
  mkdirSync(dirname(file), { recursive: true });
  removeLeftDrafts(file);
  const draft = `${file}.${randomUUID()}.draft`;
  const handle = openSync(draft, 'w');
  try {
    for (const part of parts) for (let from = 0; from < part.length; ) from += writeSync(handle, part, from);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
}

function removeLeftDrafts(file: string): void {
  for (const name of readdirSync(dirname(file))) {
    if (!name.startsWith(`${basename(file)}.`) || !name.endsWith('.draft')) continue;
    const draft = join(dirname(file), name);
    const changedAt = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (changedAt < Date.now() - DRAFT_MS) rmSync(draft, { force: true });
  }
}

/** The index of a file, or null where there is none, it is of another version, or it was damaged. */
export function loadSnapshot(file: string): { data: IndexData; stand: Stand } | null {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    return snapshotIn(handle);
  } catch {
    // Unreadable: the caller builds a new one.
    return null;
  } finally {
    closeSync(handle);
  }
}

/**
 * Reads each array of numbers into memory of its own that threads can share, so that nothing but the index stays.
 * @throws Error where the file ends too early or holds something else.
 */
function snapshotIn(handle: number): { data: IndexData; stand: Stand } | null {
  const beginning = Buffer.alloc(HEADER_MOST);
  const begun = beginning.subarray(0, readSync(handle, beginning, 0, HEADER_MOST, 0)).toString('latin1');
  const [headerHash = '', line = ''] = begun.split('\n', 2);
  if (sha256(Buffer.from(line, 'latin1')) !== headerHash) return null;
  const header = JSON.parse(line) as Header;
  if (header.magic !== MAGIC || header.version !== VERSION || header.schema !== SCHEMA) return null;
  let at = headerHash.length + line.length + 2;
  const read = (into: Uint8Array, hash: Hash | null = null) => {
    for (let from = 0; from < into.length; ) {
      const part = into.subarray(from, from + CHUNK);
      const count = readSync(handle, part, 0, part.length, at);
      if (count === 0) throw new Error('the snapshot ends too early');
      hash?.update(part.subarray(0, count));
      [from, at] = [from + count, at + count];
    }
  };
  const rest = Buffer.allocUnsafeSlow(header.rest);
  read(rest);
  if (sha256(rest) !== header.restHash) return null;
  const numbersHash = createHash('sha256');
  const data = changed(deserialize(rest), (part) => {
    const { numbers, length } = part as Partial<Place>;
    if (numbers === undefined || length === undefined) return undefined;
    const array = sharedNumbers<Numbers>(KINDS[numbers], length);
    read(bytesOf(array), numbersHash);
    return array;
  }) as IndexData;
  const hasMore = readSync(handle, beginning, 0, 1, at) > 0;
  if (hasMore || numbersHash.digest('hex') !== header.numbersHash) return null;
  return { data: { ...data, columns: withRoom(data.columns) }, stand: { seq: header.seq, at: header.at } };
}
