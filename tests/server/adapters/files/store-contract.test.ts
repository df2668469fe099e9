import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bucket, openBucket } from '../../../../src/server/adapters/files/bucket.ts';
import { type FileStore, openFolderStore } from '../../../../src/server/adapters/files/file-store.ts';
import { clearAbandoned, openS3Store } from '../../../../src/server/adapters/files/s3-store.ts';
import { readSettings } from '../../../../src/server/app/settings.ts';
import { memoryBucket } from './memory-bucket.ts';

/**
 * What every store of model files holds. A folder and a bucket in memory are always asked, a real S3 server where the S3_*
 * settings name one, as `npm run drill:files` does.
 */
interface Opened {
  store: FileStore;
  /** The bucket behind it, if there is one. */
  bucket: Bucket | null;
  close(): Promise<void>;
}

const named = readSettings({ ...process.env, NODE_ENV: 'test' }, process.cwd()).bucket;

async function overBucket(bucket: Bucket): Promise<Opened> {
  return { store: openS3Store({ bucket, proxied: false }), bucket, close: async () => undefined };
}

const STORES: [string, () => Promise<Opened>][] = [
  [
    'a folder',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'file-store-'));
      const store = await openFolderStore(folder);
      return { store, bucket: null, close: () => rm(folder, { recursive: true, force: true }) };
    },
  ],
  ['a bucket in memory', () => overBucket(memoryBucket().bucket)],
];
// Copies in parts from 30 MB on and lists four keys a page, where the site takes 4 GB and a thousand.
const MB = 1024 * 1024;
if (named) STORES.push([`the bucket ${named.name}`, () => overBucket(openBucket(named, { copyAtOnce: 30 * MB, copiedPart: 10 * MB, page: 4 }))]); // biome-ignore format: one line

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** Bytes that no run before stored. */
const text = () => Buffer.from(`a dragon in four hundred triangles, ${randomBytes(8).toString('hex')}`);
const inChunks = (bytes: Uint8Array) => Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]);

describe.each(STORES)('%s', (_name, open) => {
  let store: FileStore;
  let bucket: Bucket | null;
  let close: () => Promise<void>;
  let local: string;

  beforeAll(async () => {
    ({ store, bucket, close } = await open());
    local = await mkdtemp(join(tmpdir(), 'files-'));
  }, 60_000);
  afterAll(async () => {
    await close();
    await rm(local, { recursive: true, force: true });
  });

  const bytesOf = async (key: string, range?: { first: number; last: number }) =>
    buffer(await store.open(key, range));
  /** Pieces of odd sizes, so that no part of an upload ends with one. */
  async function* pieces(bytes: Uint8Array, size = 700_001) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const staged = async () => {
    const keys: string[] = [];
    if (bucket) for await (const { key } of bucket.list('staging/')) keys.push(key);
    return keys;
  };

  it('names a file by its content and returns it', async () => {
    const bytes = text();
    const sha256 = sha256Of(bytes);
    const stored = await store.put(inChunks(bytes));
    expect(stored).toEqual({
      storageKey: `${sha256.slice(0, 2)}/${sha256}`,
      sha256,
      crc32: crc32(bytes).toString(16).padStart(8, '0'),
      sizeBytes: bytes.length,
    });
    expect((await bytesOf(stored.storageKey)).equals(bytes)).toBe(true);
    expect(await store.has(stored.storageKey, bytes.length)).toBe(true);
    expect(await store.has(stored.storageKey, bytes.length - 1)).toBe(false);
  });

  it('stores the same bytes under one key, also when they arrive at once', async () => {
    const bytes = text();
    const stored = await Promise.all(Array.from({ length: 4 }, () => store.put(inChunks(bytes))));
    expect(new Set(stored.map(({ storageKey }) => storageKey)).size).toBe(1);
    expect((await bytesOf(stored[0]?.storageKey ?? '')).equals(bytes)).toBe(true);
  });

  it('stores a file of several parts whole, and leaves nothing of its arrival', async () => {
    const bytes = randomBytes(37 * MB + 5);
    const stored = await store.put(pieces(bytes));
    expect(stored).toMatchObject({ sha256: sha256Of(bytes), sizeBytes: bytes.length });
    expect(sha256Of(await bytesOf(stored.storageKey))).toBe(stored.sha256);
    expect((await bytesOf(stored.storageKey, { first: 16 * MB - 3, last: 16 * MB + 3 })).equals(bytes.subarray(16 * MB - 3, 16 * MB + 4))).toBe(true); // biome-ignore format: one line
    expect(await staged()).toEqual([]);
    await store.delete(stored.storageKey);
  });

  it('stores a stream that reuses one buffer', async () => {
    async function* reused() {
      const piece = Buffer.alloc(500_000);
      for (let at = 0; at < 24; at++) yield piece.fill(at);
    }
    const wanted = Buffer.concat(Array.from({ length: 24 }, (_, at) => Buffer.alloc(500_000, at)));
    const stored = await store.put(reused());
    expect(stored.sha256).toBe(sha256Of(wanted));
    expect(sha256Of(await bytesOf(stored.storageKey))).toBe(stored.sha256);
  });

  it('stores a local file, repeatedly, which may then be deleted', async () => {
    const bytes = randomBytes(18 * MB);
    const path = join(local, 'arrived');
    await writeFile(path, bytes);
    const stored = await store.storeFile(path);
    expect(await store.storeFile(path)).toEqual(stored);
    await rm(path);
    expect(sha256Of(await bytesOf(stored.storageKey))).toBe(sha256Of(bytes));
    await expect(store.storeFile(path)).rejects.toThrow('ENOENT');
  });

  it('stores and returns a file without bytes', async () => {
    const stored = await store.put(Readable.from([]));
    expect(stored).toMatchObject({ sizeBytes: 0, sha256: sha256Of(Buffer.alloc(0)) });
    expect((await bytesOf(stored.storageKey)).length).toBe(0);
  });

  it('returns a range of a file, both ends included, and refuses others', async () => {
    const bytes = text();
    const { storageKey } = await store.put(inChunks(bytes));
    expect((await bytesOf(storageKey, { first: 2, last: 7 })).toString()).toBe('dragon');
    const last = bytes.length - 1;
    expect((await bytesOf(storageKey, { first: last, last })).equals(bytes.subarray(last))).toBe(true);
    for (const range of [
      { first: 5, last: 4 },
      { first: -1, last: 4 },
      { first: 0, last: bytes.length },
      { first: bytes.length, last: bytes.length },
    ]) {
      await expect(store.open(storageKey, range)).rejects.toThrow(RangeError);
    }
  });

  it('sends a file in pieces, each after the previous one was handed over', async () => {
    const large = Buffer.from(Array.from({ length: 700_000 }, (_, at) => (at * at) % 251));
    const { storageKey } = await store.put(Readable.from([large]));
    const arrived: Buffer[] = [];
    const reader = new Writable({
      write(piece: Buffer, _encoding, done) {
        // Read as late as possible: a reused buffer with the next piece would show here.
        setImmediate(() => {
          arrived.push(Buffer.from(piece));
          done();
        });
      },
    });
    const sent = await store.open(storageKey, { first: 5, last: large.length - 8 });
    await sent.sendTo(reader);
    expect(Buffer.concat(arrived).equals(large.subarray(5, -7))).toBe(true);
    expect(reader.writableEnded).toBe(false);
    sent.destroy();
    await expect.poll(() => sent.closed).toBe(true);
  });

  it('stops sending when the reader leaves', async () => {
    const { storageKey } = await store.put(Readable.from([Buffer.alloc(600_000)]));
    const reader = new Writable({
      write(_piece, _encoding, done) {
        reader.destroy();
        done();
      },
    });
    const sent = await store.open(storageKey);
    await expect(sent.sendTo(reader)).rejects.toMatchObject({
      code: expect.stringMatching(/^ERR_STREAM_(PREMATURE_CLOSE|DESTROYED)$/),
    });
    sent.destroy();
  });

  it('stores nothing when the stream fails', async () => {
    const bytes = Buffer.concat([randomBytes(9 * MB), text()]);
    async function* breaking() {
      yield* pieces(bytes);
      throw new Error('the line went dead');
    }
    await expect(store.put(breaking())).rejects.toThrow('the line went dead');
    const sha256 = sha256Of(bytes);
    expect(await store.has(`${sha256.slice(0, 2)}/${sha256}`, bytes.length)).toBe(false);
    expect(await staged()).toEqual([]);
  });

  it('deletes a file, twice without an error', async () => {
    const { storageKey, sizeBytes } = await store.put(inChunks(text()));
    await store.delete(storageKey);
    await store.delete(storageKey);
    expect(await store.has(storageKey, sizeBytes)).toBe(false);
    await expect(store.open(storageKey)).rejects.toMatchObject({ code: 'file-missing' });
  });

  it('lists the keys of a prefix that were stored between two instants', async () => {
    // The clock of a real server is not ours.
    const hour = 3_600_000;
    const { storageKey } = await store.put(inChunks(text()));
    const prefix = storageKey.slice(0, 2);
    const now = Date.now();
    expect(await store.storedBetween(prefix, now - hour, now + hour)).toContain(storageKey);
    expect(await store.storedBetween(prefix, 0, now - hour)).not.toContain(storageKey);
    const other = prefix === '00' ? '01' : '00';
    expect(await store.storedBetween(other, 0, now + hour)).not.toContain(storageKey);
  });

  it.each([
    '../secret',
    'ab/../../secret',
    '/etc/passwd',
    'incoming',
    '',
    `ab/${'0'.repeat(64)}`,
    '0'.repeat(64),
  ])('finds nothing by the key "%s"', async (key) => {
    await expect(store.open(key)).rejects.toMatchObject({ code: 'file-missing' });
    await expect(store.delete(key)).rejects.toMatchObject({ code: 'file-missing' });
  });

  it('leads to a file by a link that resumes and names it, or sends it itself', async () => {
    const bytes = text();
    const { storageKey } = await store.put(inChunks(bytes));
    const headers = {
      contentType: 'application/octet-stream',
      contentDisposition: `attachment; filename="Drag_n.stl"; filename*=UTF-8''Drag%C3%B6n.stl`,
    };
    expect(await store.link(storageKey, bytes.length + 1, headers, null)).toBeNull();
    expect(await store.link(storageKey, bytes.length, headers, '"another"')).toBeNull();
    const link = await store.link(storageKey, bytes.length, headers, null);
    if (!bucket || !link || !named?.endpoint || !link.startsWith(named.endpoint)) return;
    const whole = await fetch(link);
    expect(whole.headers.get('content-disposition')).toBe(headers.contentDisposition);
    expect(whole.headers.get('content-type')).toBe(headers.contentType);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const etag = whole.headers.get('etag') ?? '';
    const resumed = await fetch(link, { headers: { range: 'bytes=5-', 'if-range': etag } });
    expect(resumed.status).toBe(206);
    expect(Buffer.from(await resumed.arrayBuffer()).equals(bytes.subarray(5))).toBe(true);
    expect(await store.link(storageKey, bytes.length, headers, etag)).not.toBeNull();
    const outside = await fetch(link, { headers: { range: `bytes=${bytes.length}-` } });
    expect(outside.status).toBe(416);
    const forged = await fetch(link.replace(storageKey, storageKey.replace(/.$/, 'x')));
    expect(forged.status).toBe(403);
  });

  it('clears what killed processes left, after a day and not before', async () => {
    if (!bucket) return;
    await bucket.put('staging/left', text());
    await clearAbandoned(bucket, Date.now());
    expect(await staged()).toEqual(['staging/left']);
    await clearAbandoned(bucket, Date.now() + 2 * 86_400_000);
    expect(await staged()).toEqual([]);
  });

  it('lists more objects than one page of a list holds', async () => {
    if (!bucket) return;
    const folder = `lists/${randomBytes(6).toString('hex')}/`;
    const many = Array.from({ length: 9 }, (_, at) => `${folder}${at}`);
    for (const key of many) await bucket.put(key, Buffer.from('x'));
    const keys: string[] = [];
    for await (const { key } of bucket.list(folder)) keys.push(key);
    expect(keys).toEqual(many);
    for (const key of many) await bucket.remove(key);
  });
});
