import { randomBytes } from 'node:crypto';
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openBytes } from '../../../../src/server/adapters/files/bucket-bytes.ts';
import { withReadableErrors } from '../../../../src/server/adapters/files/bucket-errors.ts';
import { type Desk, openDesk } from '../../../../src/server/adapters/files/desk.ts';
import { openFolderStore } from '../../../../src/server/adapters/files/file-store.ts';
import { openMovingStore } from '../../../../src/server/adapters/files/moving-store.ts';
import { openRetryingFetch } from '../../../../src/server/adapters/files/retrying-fetch.ts';
import { openS3Store } from '../../../../src/server/adapters/files/s3-store.ts';
import { bucketAdvice, openFileStorage } from '../../../../src/server/app/file-storage.ts';
import { memoryBucket } from './memory-bucket.ts';

let folder: string;
let desk: Desk;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-store-'));
  desk = await openDesk(join(folder, 'desk'), 100);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const chunks = (bytes: Uint8Array) => Readable.from([bytes]);
const LINK = { contentType: 'application/octet-stream', contentDisposition: 'attachment' };

it('a download goes on where its connection to the bucket broke, unless nothing comes at all', async () => {
  const { bucket, state } = memoryBucket();
  const store = openS3Store({ bucket, proxied: false });
  const bytes = randomBytes(300_000);
  const { storageKey } = await store.put(chunks(bytes));
  state.cutAfter = 110_000;
  expect((await buffer(await store.open(storageKey))).equals(bytes)).toBe(true);
  const part = await buffer(await store.open(storageKey, { first: 5, last: 250_000 }));
  expect(part.equals(bytes.subarray(5, 250_001))).toBe(true);
  state.cutAfter = 0;
  await expect(buffer(await store.open(storageKey))).rejects.toThrow('ended after 0 bytes');
});

it('a download goes on where the bucket stops sending, unless nothing comes at all', async () => {
  const { bucket, state } = memoryBucket();
  const bytes = randomBytes(300_000);
  await bucket.put('models/one', bytes);
  state.cutAfter = 110_000;
  state.isSilent = true;
  const reading = await openBytes(bucket, 'models/one', undefined, 50);
  expect((await buffer(reading)).equals(bytes)).toBe(true);
  state.cutAfter = 0;
  await expect(buffer(await openBytes(bucket, 'models/one', undefined, 50))).rejects.toThrow(
    'ended after 0 bytes',
  );
});

it('old bytes that are stored again count as new for the sweep of orphans', async () => {
  let now = Date.now();
  const { bucket, state } = memoryBucket(() => now);
  const claimed: string[] = [];
  const store = openS3Store({
    bucket,
    proxied: false,
    claim: async (key) => void claimed.push(key),
    now: () => now,
  });
  const bytes = Buffer.from('dragon');
  const { storageKey } = await store.put(chunks(bytes));
  const prefix = storageKey.slice(0, 2);
  now += 3_600_000;
  await store.put(chunks(bytes));
  expect(state.puts).toBe(1);
  now += 40 * 86_400_000;
  const path = join(folder, 'again');
  await writeFile(path, bytes);
  await store.storeFile(path);
  expect(state.puts).toBe(2);
  expect(await store.storedBetween(prefix, 0, now - 86_400_000)).toEqual([]);
  expect(claimed).toEqual([storageKey, storageKey, storageKey]);
});

it('leads to no file that is missing, and to none where downloads pass through the site', async () => {
  const { bucket, objects } = memoryBucket();
  const store = openS3Store({ bucket, proxied: false });
  const { storageKey } = await store.put(chunks(Buffer.from('dragon')));
  expect(await store.link(storageKey, 6, LINK, null)).toMatch(
    `https://bucket.test/models/${storageKey}?seconds=900`,
  );
  const passing = openS3Store({ bucket, proxied: true });
  expect(await passing.link(storageKey, 6, LINK, null)).toBeNull();
  objects.clear();
  const restarted = openS3Store({ bucket, proxied: false });
  expect(await restarted.link(storageKey, 6, LINK, null)).toBeNull();
});

it('reads from the folder what has not been moved to the bucket yet', async () => {
  const { bucket, objects } = memoryBucket();
  const inFolder = await openFolderStore(join(folder, 'models'));
  const inBucket = openS3Store({ bucket, proxied: false });
  const moving = openMovingStore(inBucket, inFolder);
  const { storageKey } = await inFolder.put(chunks(Buffer.from('dragon')));
  expect((await buffer(await moving.open(storageKey))).toString()).toBe('dragon');
  expect(await moving.has(storageKey, 6)).toBe(true);
  expect(await moving.link(storageKey, 6, LINK, null)).toBeNull();
  const added = await moving.put(chunks(Buffer.from('hydra')));
  expect([...objects.keys()]).toEqual([`models/${added.storageKey}`]);
  await moving.delete(storageKey);
  await expect(moving.open(storageKey)).rejects.toMatchObject({ code: 'file-missing' });
});

it('keeps local copies up to a limit, and those in use beyond it', async () => {
  const copies = () => readdir(join(folder, 'desk'));
  let fetched = 0;
  const fetch = async (path: string) => {
    fetched++;
    await writeFile(path, Buffer.alloc(40));
  };
  const use = (name: string) => desk.use(name, fetch, (path) => access(path));
  await use('one');
  await use('two');
  await use('one');
  await use('three');
  expect((await copies()).sort()).toEqual(['one', 'three']);
  expect(fetched).toBe(3);
  await desk.use('four', fetch, async (path) => {
    await use('five');
    await use('six');
    await access(path);
  });
  await Promise.all([use('seven'), use('seven')]);
  expect(fetched).toBe(7);
  expect((await copies()).length).toBe(2);
  await expect(desk.use('broken', () => Promise.reject(new Error('away')), access)).rejects.toThrow('away');
  await use('broken');
});

it('a request that is answered 503 or 500 is tried up to four times', async () => {
  const answers = [503, 500, 200, 503, 503, 503, 503, 404];
  const asked: string[] = [];
  const server = createServer((req, res) => {
    req.on('data', (bytes) => asked.push(String(bytes)));
    req.on('end', () => res.writeHead(answers.shift() ?? 200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetching = openRetryingFetch(1);
  expect((await fetching(address, { method: 'PUT', body: 'part' })).status).toBe(200);
  expect(asked).toEqual(['part', 'part', 'part']);
  expect((await fetching(address)).status).toBe(503);
  expect((await fetching(address)).status).toBe(404);
  await new Promise((resolve) => server.close(resolve));
  await expect(fetching(address)).rejects.toThrow('fetch failed');
});

it('a copy may take the server longer than an ordinary answer, and is asked for once', async () => {
  const copies: ServerResponse[] = [];
  const server = createServer((req, res) => {
    if (req.headers['x-amz-copy-source']) copies.push(res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetching = openRetryingFetch(1, { plain: 20, toBytes: 20, toCopy: 60_000 });
  const headers = { 'x-amz-copy-source': '/models/staging/1' };
  const both = [
    fetching(address, { method: 'PUT', headers }),
    fetching(new Request(address, { method: 'PUT', headers })),
  ];
  await expect(fetching(address)).rejects.toThrow('does not answer');
  await expect(fetching(address, { method: 'PUT', body: 'part' })).rejects.toThrow('does not answer');
  await vi.waitFor(() => expect(copies).toHaveLength(2));
  for (const res of copies) res.end('<ETag>1</ETag>');
  for (const copy of both) expect((await copy).status).toBe(200);
  expect(copies).toHaveLength(2);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('says at start when the bucket does not answer or keeps no versions', async () => {
  const settings = { endpoint: 'http://127.0.0.1:9', region: 'r', name: 'models', accessKey: 'k', secretKey: 's', pathStyle: true }; // biome-ignore format: one line
  const advice = (isVersioned: () => Promise<boolean>) =>
    bucketAdvice({ bucket: settings }, () => ({ isVersioned }));
  expect(await advice(async () => true)).toBeNull();
  expect(await advice(async () => false)).toMatch(/^The bucket models at .* keeps no older versions, .*\.$/);
  expect(await advice(() => Promise.reject(new Error('refused')))).toMatch(
    /does not answer, .*S3_ settings\.$/,
  );
  expect(await bucketAdvice({ bucket: null })).toBeNull();
});

it('bytes that were just deleted are stored again, though a list still names them', async () => {
  const { bucket } = memoryBucket();
  const bytes = randomBytes(1000);
  const first = await openS3Store({ bucket, proxied: false }).put(chunks(bytes));
  const listed = { key: `models/${first.storageKey}`, sizeBytes: 1000, storedAt: Date.now() };
  const stale = {
    ...bucket,
    async *list() {
      yield listed;
    },
  };
  const store = openS3Store({ bucket: stale, proxied: false });
  await store.delete(first.storageKey);
  const { storageKey, sizeBytes } = await store.put(chunks(bytes));
  expect(await store.has(storageKey, sizeBytes)).toBe(true);
});

it('the bucket is asked for a file once, not at each download, and a deleted file has no link', async () => {
  const { bucket } = memoryBucket();
  let asked = 0;
  const store = openS3Store({
    bucket: {
      ...bucket,
      async sizeOf(key) {
        asked += 1;
        return bucket.sizeOf(key);
      },
    },
    proxied: false,
  });
  const { storageKey, sizeBytes } = await store.put(chunks(Buffer.from('a golem')));
  asked = 0;
  for (let time = 0; time < 5; time++)
    expect(await store.link(storageKey, sizeBytes, LINK, null)).not.toBeNull();
  expect(asked).toBe(1);
  expect(await store.link(storageKey, sizeBytes + 1, LINK, null)).toBeNull();
  await store.delete(storageKey);
  expect(await store.link(storageKey, sizeBytes, LINK, null)).toBeNull();
});

it('a failure of the bucket is told in one sentence; a failure of the visitor’s line stays what it is', async () => {
  const { bucket, state } = memoryBucket();
  const store = openS3Store({ bucket: withReadableErrors(bucket), proxied: false });
  const { storageKey, sizeBytes } = await store.put(chunks(Buffer.from('a golem')));
  state.broken = true;
  const away = { code: 'storage-away', message: 'The file store does not answer. Try again in a moment.' };
  await expect(store.put(chunks(Buffer.from('another')))).rejects.toMatchObject(away);
  await expect(store.open(storageKey)).rejects.toMatchObject(away);
  await expect(store.has(storageKey, sizeBytes)).rejects.toMatchObject(away);
  await expect(store.storedBetween('00', 0, Date.now())).rejects.toMatchObject(away);
  // The visitor's own line is not the bucket.
  const gone = new Error('the visitor left');
  const cut = async function* () {
    yield Buffer.alloc(9 * 1024 * 1024);
    throw gone;
  };
  state.broken = false;
  await expect(store.put(cut())).rejects.toBe(gone);
});

it('a second container with the same cache folder leaves the local copies of the first alone', async () => {
  const settings = {
    modelsDir: join(folder, 'models'),
    cacheDir: join(folder, 'cache'),
    bucket: {
      ...{ endpoint: 'http://127.0.0.1:1', region: 'us-east-1', name: 'files' },
      ...{ accessKey: 'a', secretKey: 'b', pathStyle: true },
    },
    filesLeaveBucket: false,
    bucketProxied: false,
    deskBytes: 1e6,
  };
  const open = () =>
    openFileStorage(
      settings,
      async () => undefined,
      () => undefined,
    );
  const [first, second] = [await open(), await open()];
  expect(await readdir(join(folder, 'cache', 'desk'))).toHaveLength(2);
  await second.close();
  expect(await readdir(join(folder, 'cache', 'desk'))).toHaveLength(1);
  await first.close();
});
