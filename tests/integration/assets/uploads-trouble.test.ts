import { randomBytes } from 'node:crypto';
import { appendFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { OPEN_UPLOADS_MAX, type Upload } from '../../../src/domain/assets/upload.ts';
import { paths } from '../../../src/paths.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { aSeller, refusalOf, type Sending, send, type TestSeller } from '../commerce/sellers.ts';

/** Full disks and full stores, lines that break in mid-request, and uploads nobody goes on with. */
const MB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
const NO_ROOM =
  '507 There is no room left for model files just now. What has arrived is kept; try again later.';
const lys = (megabytes: number) => randomBytes(megabytes * MB);

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
  for (const { id, url } of await listed()) expect([id, await takeBack(url)]).toEqual([id, 204]);
  expect(await halfFiles()).toEqual([]);
  expect(await keptFiles()).toEqual([]);
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
const takeBack = async (url: string) => (await ask(url, { method: 'DELETE' })).status;
const offset = async (url: string) =>
  Number((await ask(url, { method: 'HEAD' })).headers.get('upload-offset'));
const halfFiles = () => readdir(join(backend.modelsDir, 'uploads'));
const halfPath = (url: string) => join(backend.modelsDir, 'uploads', url.split('/').at(-1) ?? '');
const keptFiles = async () =>
  (await readdir(backend.modelsDir, { recursive: true })).filter((path) => /[0-9a-f]{64}$/.test(path));

it('a disk that is full is one clear sentence, and what had arrived is gone on with', async () => {
  const bytes = lys(3);
  const { url } = await sendIt({ bytes, name: 'orc.lys', cutAfter: 0.1 * MB });
  await rm(halfPath(url));
  await symlink('/dev/full', halfPath(url));
  expect(await refusalOf(sendIt({ bytes, name: 'orc.lys', uploadUrl: url }))).toBe(NO_ROOM);
  await rm(halfPath(url));
  await writeFile(halfPath(url), '');
  expect((await sendIt({ bytes, name: 'orc.lys', uploadUrl: url })).cut).toBe(false);
  await front.app.uploads.settled();
  expect(await listed()).toMatchObject([{ name: 'orc.lys', state: 'checked' }]);
});

it('a disk that is nearly full takes no new file and leaves no record', async () => {
  const { half } = front.app.uploads;
  const { hasRoom } = half;
  half.hasRoom = async () => false;
  try {
    expect(await refusalOf(sendIt({ bytes: lys(1), name: 'orc.lys' }))).toBe(NO_ROOM);
  } finally {
    half.hasRoom = hasRoom;
  }
  expect(await listed()).toEqual([]);
});

it('a store has so much room and no more, and gets it back', async () => {
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
  expect(await takeBack(first?.url ?? '')).toBe(204);
  expect((await begin(15)).status).toBe(201);
  expect((await begin(6)).status).toBe(413);
});

it('so many files are on their way at once and no more', async () => {
  const begin = () =>
    ask(paths.uploads(), {
      method: 'POST',
      headers: { 'upload-length': '9', 'upload-metadata': `filename ${btoa('a.lys')}` },
    });
  const answers = await Promise.all(Array.from({ length: OPEN_UPLOADS_MAX + 3 }, begin));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(OPEN_UPLOADS_MAX);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
});

it('a line that breaks in the middle of a piece loses only what was on the line', async () => {
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
  await front.app.uploads.settled();
  expect(await listed()).toMatchObject([{ state: 'checked', sizeBytes: bytes.length }]);
  expect(front.log).toEqual([]);
});

it('a half upload waits for a day and is then forgotten', async () => {
  const { url } = await sendIt({ bytes: lys(2), name: 'orc.lys', cutAfter: 0.1 * MB });
  const stray = join(backend.modelsDir, 'uploads', 'x'.repeat(15));
  await writeFile(stray, 'left by a crash');
  await front.app.uploads.sweep();
  expect(await halfFiles()).toHaveLength(2);
  const longAgo = new Date(Date.now() - DAY_MS - 1000);
  await utimes(halfPath(url), longAgo, longAgo);
  await utimes(stray, longAgo, longAgo);
  await front.app.uploads.sweep();
  // Begun a moment ago, by its record: somebody may still be about to send.
  expect(await halfFiles()).toHaveLength(1);
  const { id } = (await listed())[0] ?? { id: '' };
  await transaction(backend.pb)
    .exec(sql`UPDATE uploads SET created = {:created} WHERE id = {:id}`, {
      id,
      created: dateOf(longAgo.getTime()),
    })
    .run();
  await front.app.uploads.sweep();
  expect([await listed(), await halfFiles()]).toEqual([[], []]);
});

it('a last piece nobody was left to tell of is found by the next start', async () => {
  const bytes = lys(1);
  const { url } = await sendIt({ bytes: lys(2), name: 'orc.lys', cutAfter: 1 });
  await writeFile(halfPath(url), bytes);
  await appendFile(halfPath(url), bytes);
  await front.close();
  front = await openTestFront(backend, { STORE_QUOTA_GB: String(50 / 1024) });
  await front.app.uploads.sweep();
  await front.app.uploads.settled();
  expect(await listed()).toMatchObject([{ state: 'checked' }]);
});

it('bytes that somebody else still has stay when one of them is taken back', async () => {
  const bytes = lys(1);
  const [one, other] = await Promise.all([
    sendIt({ bytes, name: 'one.lys' }),
    sendIt({ bytes, name: 'other.lys' }),
  ]);
  await front.app.uploads.settled();
  expect(await takeBack(one.url)).toBe(204);
  expect(await keptFiles()).toHaveLength(1);
  expect(await takeBack(other.url)).toBe(204);
  expect(await keptFiles()).toEqual([]);
});
