import { createHash, randomBytes } from 'node:crypto';
import { appendFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { OPEN_UPLOADS_MAX, type Upload } from '../../../src/domain/assets/upload.ts';
import { paths } from '../../../src/paths.ts';
import { StorageRefused } from '../../../src/server/adapters/files/file-store.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { aSeller, refusalOf, type Sending, send, type TestSeller } from '../commerce/sellers.ts';
import { deleteLeftFiles } from './deleted.ts';

/** Full disks, full stores, broken connections and abandoned uploads. */
const MB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
const NO_ROOM =
  '507 There is no storage left for model files right now. What you uploaded so far is saved; try again later.';
/** Random, except for its first byte: one file in 30 000 began like a program, and was refused. */
const lys = (megabytes: number) => randomBytes(megabytes * MB).fill('l', 0, 1);

let backend: TestBackend;
let front: TestFront;
let mira: TestSeller;

beforeAll(async () => {
  backend = await openTestBackend();
  // 50 MB for a store.
  front = await openTestFront(backend, { STORE_QUOTA_GB: String(50 / 1024) });
  mira = await aSeller(backend, 'mira');
});
afterAll(async () => {
  await front.close();
  await backend.close();
});
afterEach(async () => {
  for (const { id, url } of await listed()) expect([id, await discard(url)]).toEqual([id, 204]);
  expect(await partialFiles()).toEqual([]);
  expect(await storedFiles()).toEqual([]);
});

const sendIt = (more: Omit<Sending, 'front' | 'cookie'>) => send({ front, cookie: mira.cookie, ...more });
const ask = (path: string, init: RequestInit = {}) =>
  fetch(front.url + path, {
    ...init,
    headers: { 'tus-resumable': '1.0.0', ...init.headers, cookie: mira.cookie },
  });
async function listed(): Promise<(Upload & { url: string })[]> {
  const { uploads } = (await (await ask(paths.uploads())).json()) as { uploads: Upload[] };
  return uploads.map((upload) => ({ ...upload, url: paths.upload(upload.id) }));
}
const discard = async (url: string) => (await ask(url, { method: 'DELETE' })).status;
const offset = async (url: string) =>
  Number((await ask(url, { method: 'HEAD' })).headers.get('upload-offset'));
const partialFiles = () => readdir(join(backend.modelsDir, 'uploads'));
const partialPath = (url: string) => join(backend.modelsDir, 'uploads', url.split('/').at(-1) ?? '');
/** What stays in the store once the time of what nobody names is over. */
async function storedFiles(): Promise<string[]> {
  await deleteLeftFiles(backend.pb, front.app.assets.files);
  return (await readdir(backend.modelsDir, { recursive: true })).filter((path) => /[0-9a-f]{64}$/.test(path));
}

it('a full disk gives a clear message, and the upload can resume', async () => {
  const bytes = lys(3);
  const { url } = await sendIt({ bytes, name: 'orc.lys', cutAfter: 0.1 * MB });
  await rm(partialPath(url));
  await symlink('/dev/full', partialPath(url));
  expect(await refusalOf(sendIt({ bytes, name: 'orc.lys', uploadUrl: url }))).toBe(NO_ROOM);
  await rm(partialPath(url));
  await writeFile(partialPath(url), '');
  expect((await sendIt({ bytes, name: 'orc.lys', uploadUrl: url })).cut).toBe(false);
  await front.app.assets.uploads.settled();
  expect(await listed()).toMatchObject([{ name: 'orc.lys', state: 'checked' }]);
});

it('an upload is checked soon after a moment without the file store', async () => {
  const {
    assets: { files, uploads },
  } = front.app;
  const { storeFile } = files;
  let failed = 0;
  files.storeFile = async (path) => {
    if (failed++ < 2) throw new StorageRefused('storage-away');
    return storeFile(path);
  };
  try {
    await sendIt({ bytes: lys(1), name: 'orc.lys' });
    await vi.waitFor(async () => expect(await listed()).toMatchObject([{ state: 'checked' }]), {
      timeout: 60_000,
    });
  } finally {
    files.storeFile = storeFile;
    await uploads.settled();
  }
});

it('a nearly full disk refuses new files and leaves no record', async () => {
  const { partial } = front.app.assets.uploads;
  const { hasLayer } = partial;
  partial.hasLayer = async () => false;
  try {
    expect(await refusalOf(sendIt({ bytes: lys(1), name: 'orc.lys' }))).toBe(NO_ROOM);
  } finally {
    partial.hasLayer = hasLayer;
  }
  expect(await listed()).toEqual([]);
});

it('a store has a quota, and deleting uploads frees it', async () => {
  const begin = (megabytes: number) =>
    ask(paths.uploads(), {
      method: 'POST',
      headers: {
        'upload-length': String(megabytes * MB),
        'upload-metadata': `filename ${btoa('a.lys')}`,
      },
    });
  const answers = await Promise.all(Array.from({ length: 8 }, () => begin(15)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 413, 413, 413, 413, 413]);
  const [first] = await listed();
  expect(await discard(first?.url ?? '')).toBe(204);
  expect((await begin(15)).status).toBe(201);
  expect((await begin(6)).status).toBe(413);
});

it('the number of open uploads is limited', async () => {
  const begin = () =>
    ask(paths.uploads(), {
      method: 'POST',
      headers: { 'upload-length': '9', 'upload-metadata': `filename ${btoa('a.lys')}` },
    });
  const answers = await Promise.all(Array.from({ length: OPEN_UPLOADS_MAX + 3 }, begin));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(OPEN_UPLOADS_MAX);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
});

it('a connection that breaks within a chunk loses only the bytes in transit', async () => {
  const bytes = lys(4);
  const { url } = await sendIt({ bytes, name: 'orc.lys', cutAfter: 1 });
  const from = await offset(url);
  await new Promise<void>((resolve) => {
    const req = http.request(front.url + url, {
      method: 'PATCH',
      agent: false,
      headers: {
        cookie: mira.cookie,
        'tus-resumable': '1.0.0',
        'upload-offset': from,
        'content-type': 'application/offset+octet-stream',
        'content-length': bytes.length - from,
      },
    });
    req.on('error', () => resolve());
    req.write(bytes.subarray(from, from + 2 * MB), () => req.destroy());
  });
  await expect.poll(() => offset(url)).toBeGreaterThan(from);
  expect((await sendIt({ bytes, name: 'orc.lys', uploadUrl: url })).cut).toBe(false);
  await front.app.assets.uploads.settled();
  expect(await listed()).toMatchObject([{ state: 'checked', sizeBytes: bytes.length }]);
  expect(front.log).toEqual([]);
});

it('an incomplete upload is deleted after a day', async () => {
  const { url } = await sendIt({ bytes: lys(2), name: 'orc.lys', cutAfter: 0.1 * MB });
  const orphan = join(backend.modelsDir, 'uploads', 'x'.repeat(15));
  await writeFile(orphan, 'left by a crash');
  await front.app.assets.uploads.sweep();
  expect(await partialFiles()).toHaveLength(2);
  const longAgo = new Date(Date.now() - DAY_MS - 1000);
  await utimes(partialPath(url), longAgo, longAgo);
  await utimes(orphan, longAgo, longAgo);
  await front.app.assets.uploads.sweep();
  // By its record it began just now, so its first bytes may still come.
  expect(await partialFiles()).toHaveLength(1);
  const { id } = (await listed())[0] ?? { id: '' };
  await transaction(backend.pb)
    .exec(sql`UPDATE uploads SET created = {:created} WHERE id = {:id}`, {
      id,
      created: dateOf(longAgo.getTime()),
    })
    .run();
  await front.app.assets.uploads.sweep();
  expect([await listed(), await partialFiles()]).toEqual([[], []]);
});

it('a complete upload that was never marked is found at the next start', async () => {
  const bytes = lys(1);
  const { url } = await sendIt({ bytes: lys(2), name: 'orc.lys', cutAfter: 1 });
  await writeFile(partialPath(url), bytes);
  await appendFile(partialPath(url), bytes);
  await front.close();
  front = await openTestFront(backend, { STORE_QUOTA_GB: String(50 / 1024) });
  await front.app.assets.uploads.sweep();
  await front.app.assets.uploads.settled();
  expect(await listed()).toMatchObject([{ state: 'checked' }]);
});

/** An upload of these bytes as a killed site leaves it: all of them are there, and nothing says so. */
async function unmarked(bytes: Buffer, sha256: string): Promise<string> {
  const begun = await ask(paths.uploads(), {
    method: 'POST',
    headers: {
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${btoa('orc.lys')},sha256 ${btoa(sha256)}`,
    },
  });
  const url = new URL(begun.headers.get('location') ?? '', front.url).pathname;
  await appendFile(partialPath(url), bytes);
  return url;
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

it('an upload whose site was killed after its last byte is completed when it is asked about', async () => {
  const bytes = lys(1);
  const url = await unmarked(bytes, hashOf(bytes));
  const answers = await Promise.all([1, 2, 3].map(() => ask(url, { method: 'HEAD' })));
  expect(answers.map(({ headers }) => headers.get('upload-offset'))).toEqual([1, 2, 3].map(() => String(MB)));
  expect((await listed())[0]?.state).not.toBe('uploading');
  await front.app.assets.uploads.settled();
  expect(await listed()).toMatchObject([{ state: 'checked', sha256: hashOf(bytes) }]);

  const other = await unmarked(lys(1), hashOf(bytes));
  expect((await ask(other, { method: 'HEAD' })).status).toBe(460);
  expect(await listed()).toHaveLength(1);
});

it('a file shared by two uploads stays until both are deleted', async () => {
  const bytes = lys(1);
  const [one, other] = await Promise.all([
    sendIt({ bytes, name: 'one.lys' }),
    sendIt({ bytes, name: 'other.lys' }),
  ]);
  await front.app.assets.uploads.settled();
  expect(await discard(one.url)).toBe(204);
  expect(await storedFiles()).toHaveLength(1);
  expect(await discard(other.url)).toBe(204);
  expect(await storedFiles()).toEqual([]);
});
