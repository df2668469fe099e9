import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
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
const VERSION = 6;
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

interface Header extends Stand {
  magic: string;
  version: number;
  schema: string;
  sha256: string;
}

/** Writes an index to disk, whole or not at all. */
export function saveSnapshot(file: string, data: IndexData, { seq, at }: Stand): void {
  const body = serialize(data);
  const header: Header = {
    magic: MAGIC,
    version: VERSION,
    schema: SCHEMA,
    seq,
    at,
    sha256: createHash('sha256').update(body).digest('hex'),
  };
  const head = Buffer.from(`${JSON.stringify(header)}\n`);
  mkdirSync(dirname(file), { recursive: true });
  removeLeftDrafts(file);
  const draft = `${file}.${randomUUID()}.draft`;
  const handle = openSync(draft, 'w');
  try {
    writeSync(handle, head);
    writeSync(handle, body);
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
  try {
    const bytes = readFileSync(file);
    const end = bytes.indexOf(0x0a);
    const header = JSON.parse(bytes.subarray(0, end).toString()) as Header;
    if (header.magic !== MAGIC || header.version !== VERSION || header.schema !== SCHEMA) return null;
    const body = bytes.subarray(end + 1);
    if (createHash('sha256').update(body).digest('hex') !== header.sha256) return null;
    return { data: deserialize(body) as IndexData, stand: { seq: header.seq, at: header.at } };
  } catch {
    // Missing or unreadable: the caller builds a new one either way.
    return null;
  }
}
