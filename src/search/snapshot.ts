import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
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
import { MULTI_FACETS, SINGLE_FACETS } from './engine.ts';
import type { IndexData } from './packed-index.ts';

/** Raised whenever analysis or layout changes: an older file is then no snapshot. */
const VERSION = 7;
const MAGIC = 'guildhall-index';
const SCHEMA = [...SINGLE_FACETS, ...MULTI_FACETS].join();

/** A draft that is older was left by a process that was killed, in ms. */
const DRAFT_MS = 3_600_000;

/** How far a snapshot is true. */
export interface Stand {
  /** Position in the change feed. */
  seq: number;
  /** The moment, in ms since 1970, up to which changes are in it that the feed does not know: sales begin and end. */
  at: number;
}

/** The file begins with it as a line of JSON. The index without its numbers follows, then the numbers, array by array. */
interface Header extends Stand {
  magic: string;
  version: number;
  schema: string;
  /** Of all that follows. */
  sha256: string;
  /** Bytes of the index without its numbers. */
  rest: number;
}

/** A header is some hundred bytes. */
const HEADER_MOST = 4096;
const CHUNK = 256 * 1024;
const KINDS = { Uint8Array, Uint32Array, Float64Array } as const;
type Numbers = Uint8Array | Uint32Array | Float64Array;

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

/** Writes an index to disk, whole or not at all. Its numbers are most of it and are written from where they lie. */
export function saveSnapshot(file: string, data: IndexData, { seq, at }: Stand): void {
  const arrays: Numbers[] = [];
  const rest = serialize(
    changed(data, (part): Place | undefined => {
      const numbers = (Object.keys(KINDS) as Place['numbers'][]).find((kind) => part instanceof KINDS[kind]);
      if (numbers === undefined) return undefined;
      return { numbers, length: arrays[arrays.push(part as Numbers) - 1]?.length ?? 0 };
    }),
  );
  const parts = [rest, ...arrays.map(bytesOf)];
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  const header: Header = {
    magic: MAGIC,
    version: VERSION,
    schema: SCHEMA,
    seq,
    at,
    sha256: hash.digest('hex'),
    rest: rest.length,
  };
  const head = Buffer.from(`${JSON.stringify(header)}\n`);
  mkdirSync(dirname(file), { recursive: true });
  removeLeftDrafts(file);
  const draft = `${file}.${randomUUID()}.draft`;
  const handle = openSync(draft, 'w');
  try {
    for (const part of [head, ...parts])
      for (let from = 0; from < part.length; ) from += writeSync(handle, part, from);
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
 * Reads each array of numbers into memory of its own, so that nothing but the index stays.
 * @throws Error where the file ends too early or holds something else.
 */
function snapshotIn(handle: number): { data: IndexData; stand: Stand } | null {
  const beginning = Buffer.alloc(HEADER_MOST);
  const end = beginning.subarray(0, readSync(handle, beginning, 0, HEADER_MOST, 0)).indexOf(0x0a);
  const header = JSON.parse(beginning.subarray(0, end).toString()) as Header;
  if (header.magic !== MAGIC || header.version !== VERSION || header.schema !== SCHEMA) return null;
  if (sha256After(handle, end + 1) !== header.sha256) return null;
  let at = end + 1;
  const read = (into: Uint8Array) => {
    for (let from = 0; from < into.length; ) {
      const count = readSync(handle, into, from, into.length - from, at);
      if (count === 0) throw new Error('the snapshot ends too early');
      [from, at] = [from + count, at + count];
    }
  };
  if (header.rest > fstatSync(handle).size) return null;
  const rest = Buffer.allocUnsafeSlow(header.rest);
  read(rest);
  const data = changed(deserialize(rest), (part) => {
    const { numbers, length } = part as Partial<Place>;
    if (numbers === undefined || length === undefined) return undefined;
    const array = new KINDS[numbers](length);
    read(bytesOf(array));
    return array;
  }) as IndexData;
  return { data, stand: { seq: header.seq, at: header.at } };
}

function sha256After(handle: number, from: number): string {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafeSlow(CHUNK);
  for (let at = from; ; ) {
    const count = readSync(handle, chunk, 0, CHUNK, at);
    if (count === 0) return hash.digest('hex');
    hash.update(chunk.subarray(0, count));
    at += count;
  }
}
