import { createHash, randomBytes } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import { paths } from '../../../paths.ts';
import { openS3Store } from '../../../server/adapters/files/s3-store.ts';
import { listZip } from '../../../server/assets/uploads/zip-directory.ts';
import { memberBytes } from '../../../server/assets/uploads/zip-members.ts';
import { type SignedInUser, signedInCrowd } from '../../crowd.ts';
import type { DrillParts } from './parts.ts';
import type { FigureRow } from './row.ts';

/** An owner who downloads files and archives in pieces, each from another site, as a download that is resumed. */
export interface Readers {
  /** A product with three files, which nobody has downloaded before, owned by the reader. */
  newProduct(): Promise<ReadProduct>;
  /** Downloads files and archives until told to stop. */
  readWhile(isOn: () => boolean): Promise<void>;
  /** One whole file of a product; its hash, or why it is wrong. */
  wholeFile(urls: readonly string[], file: OwnedFile, product: string): Promise<string | null>;
  /** How many pieces came from the bucket so far. */
  redirected(): number;
  cookie: string;
  rows(): FigureRow[];
}

interface OwnedFile {
  id: string;
  sha256: string;
  sizeBytes: number;
  storageKey: string;
}

export interface ReadProduct {
  id: string;
  files: OwnedFile[];
}

const MB = 1024 * 1024;
const FILES = 6;
const FILE_BYTES = 4 * MB;
const FILES_OF_A_PRODUCT = 3;
const PIECE_BYTES = MB;
const AT_ONCE = 2;
const AGAIN_AFTER_MS = 200;
const ANSWER_WITHIN_MS = 30_000;
const PATIENCE_MS = 240_000;
const TOKEN_SECONDS = 6 * 3600;

/** Stores some files, and opens the reader's account. */
export async function openReaders(
  { sites, bucket, folder }: DrillParts,
  pb: PocketBase,
  storeId: string,
): Promise<Readers> {
  const store = openS3Store({ bucket, proxied: false });
  const stored: Omit<OwnedFile, 'id'>[] = [];
  for (let at = 0; at < FILES; at++) stored.push(await store.put(inOne(randomBytes(FILE_BYTES))));
  const [reader] = await signedInCrowd(pb, 'reader', 1, TOKEN_SECONDS);
  if (!reader) throw new Error('There is no reader.');
  const cookie = cookieOf(reader);
  const counts = { files: 0, archives: 0, pieces: 0, again: 0, redirected: 0, slowestMs: 0 };
  const wrong = { files: [] as string[], archives: [] as string[] };
  let products = 0;
  let turn = 0;

  async function newProduct(): Promise<ReadProduct> {
    const at = ++products;
    const product = await pb.collection('products').create({
      ...{ store: storeId, name: `Read ${at}`, slug: `read-${at}`, state: 'published' },
      ...{ priceCents: 999, licences: ['personal'] },
    });
    const files: OwnedFile[] = [];
    for (let place = 0; place < FILES_OF_A_PRODUCT; place++) {
      const file = stored[(at + place * 2) % FILES];
      if (!file) continue;
      const row = await pb.collection('product_files').create({
        ...{ product: product.id, position: place, name: `part-${place}.lys`, role: 'other', version: 1 },
        ...file,
      });
      files.push({ ...file, id: row.id });
    }
    await pb.collection('entitlements').create({
      ...{ user: reader?.id, product: product.id, source: 'operator', sourceId: 'drill' },
      ...{ licenceText: '0'.repeat(64), grantedAt: new Date().toISOString() },
    });
    return { id: product.id, files };
  }

  /** One try for a piece at one site. @throws Error where it has to be tried again */
  async function tryPiece(url: string, first: number, etag: string | null): Promise<Piece> {
    const range = {
      range: `bytes=${first}-${first + PIECE_BYTES - 1}`,
      ...(etag === null ? {} : { 'if-range': etag }),
    };
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    let answer = await fetch(url, { headers: { cookie, ...range }, redirect: 'manual', signal });
    const location = answer.headers.get('location');
    if (answer.status === 302 && location?.includes('X-Amz-')) {
      counts.redirected += 1;
      answer = await fetch(location, { headers: range, signal });
    }
    const bytes = Buffer.from(await answer.arrayBuffer());
    const tag = answer.headers.get('etag') ?? '';
    if (answer.status === 206) {
      const sizeBytes = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]);
      return { bytes, sizeBytes, etag: tag };
    }
    // Sent whole, as where the one who sends it does not know the tag of another one.
    if (answer.status === 200)
      return { bytes: bytes.subarray(first, first + PIECE_BYTES), sizeBytes: bytes.length, etag: tag };
    throw new Error(`answered ${answer.status}`);
  }

  /** The bytes of a download, put together from pieces of different sites. */
  async function wholeOf(urls: readonly string[], path: string): Promise<Buffer> {
    const until = performance.now() + PATIENCE_MS;
    const pieces: Buffer[] = [];
    let [have, sizeBytes, etag] = [0, Number.POSITIVE_INFINITY, null as string | null];
    const failures = new Map<string, number>();
    const failed = (reason: Error) => {
      const what =
        reason.name === 'TimeoutError' ? `no answer within ${ANSWER_WITHIN_MS} ms` : reason.message;
      failures.set(what, (failures.get(what) ?? 0) + 1);
      return null;
    };
    while (have < sizeBytes) {
      const piece = await tryPiece((urls[turn++ % urls.length] ?? '') + path, have, etag).catch(failed);
      if (!piece) {
        counts.again += 1;
        if (performance.now() > until) {
          const tries = [...failures].map(([what, times]) => `${times} times ${what}`).join(', ');
          throw new Error(`${path} stopped after ${have} bytes: ${tries}`);
        }
        await pause(AGAIN_AFTER_MS);
        continue;
      }
      counts.pieces += 1;
      pieces.push(piece.bytes);
      have += piece.bytes.length;
      ({ sizeBytes, etag } = piece);
    }
    return Buffer.concat(pieces);
  }

  async function wholeFile(
    urls: readonly string[],
    { id, sha256 }: OwnedFile,
    product: string,
  ): Promise<string | null> {
    const hash = sha256Of(await wholeOf(urls, paths.downloadFile(product, id)));
    return hash === sha256 ? null : `${product}/${id} is ${hash}, not ${sha256}`;
  }

  async function archive({ id, files }: ReadProduct): Promise<string | null> {
    const bytes = await wholeOf(sites.urls, paths.downloadArchive(id));
    const path = join(folder, `read-${id}.zip`);
    await writeFile(path, bytes);
    const file = await open(path);
    try {
      const entries = await listZip(file, bytes.length);
      if (typeof entries === 'string') return `the archive of ${id}: ${entries}`;
      const hashes: string[] = [];
      for (const entry of entries) {
        const hash = createHash('sha256');
        for await (const chunk of memberBytes(file, entry)) hash.update(chunk);
        hashes.push(hash.digest('hex'));
      }
      const missing = files.filter(({ sha256 }) => !hashes.includes(sha256));
      return missing.length === 0 && hashes.length === files.length ? null : `the archive of ${id} is wrong`;
    } finally {
      await file.close();
    }
  }

  async function readOn(isOn: () => boolean): Promise<void> {
    while (isOn()) {
      const product = await patientProduct();
      const [first] = product.files;
      if (!first) return;
      const inFile = await wholeFile(sites.urls, first, product.id).catch(String);
      counts.files += 1;
      if (inFile !== null) wrong.files.push(inFile);
      const from = performance.now();
      const inArchive = await archive(product).catch(String);
      counts.archives += 1;
      counts.slowestMs = Math.max(counts.slowestMs, performance.now() - from);
      if (inArchive !== null) wrong.archives.push(inArchive);
    }
  }

  /** The database may be away: what was begun then is left. */
  async function patientProduct(): Promise<ReadProduct> {
    for (;;) {
      const product = await newProduct().catch(() => null);
      if (product) return product;
      await pause(AGAIN_AFTER_MS);
    }
  }

  return {
    cookie,
    redirected: () => counts.redirected,
    newProduct,
    wholeFile,
    async readWhile(isOn) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => readOn(isOn)));
    },
    rows: () => [
      {
        what: 'downloads in pieces from different sites: files with another hash',
        goal: '0',
        is: `${wrong.files.length} of ${counts.files}; ${counts.pieces} pieces, ${counts.redirected} redirected, ${counts.again} tried again ${wrong.files[0] ?? ''}`,
        isHeld: wrong.files.length === 0 && counts.files > 0 && counts.redirected > 0,
      },
      {
        what: 'archives, built and sent by different sites: wrong ones',
        goal: '0',
        is: `${wrong.archives.length} of ${counts.archives}, the slowest after ${Math.round(counts.slowestMs / 1000)} s ${wrong.archives[0] ?? ''}`,
        isHeld: wrong.archives.length === 0 && counts.archives > 0,
      },
    ],
  };
}

interface Piece {
  bytes: Buffer;
  sizeBytes: number;
  etag: string;
}

export function cookieOf({ id, token }: Pick<SignedInUser, 'id' | 'token'>): string {
  return `pb_auth=${encodeURIComponent(JSON.stringify({ token, record: { id } }))}`;
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
