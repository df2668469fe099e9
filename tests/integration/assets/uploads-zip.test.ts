import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploadsOfStore } from '../../../src/data/assets/uploads.ts';
import { proposePack } from '../../../src/domain/assets/pack.ts';
import type { Upload } from '../../../src/domain/assets/upload.ts';
import { paths } from '../../../src/paths.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { aZip, type Packed } from '../../server/assets/uploads/a-zip.ts';
import { aSeller, send, type TestSeller } from '../commerce/sellers.ts';
import { aHalfMember } from './half-unpacked.ts';

/** Valid and hostile archives, over HTTP. */
const MB = 1024 * 1024;
const QUOTA = { STORE_QUOTA_GB: String(20 / 1024) };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const packed = (path: string, bytes: Uint8Array = randomBytes(2000), more: Partial<Packed> = {}): Packed => ({
  path,
  bytes,
  ...more,
});

let backend: TestBackend;
let front: TestFront;
let made = 0;
let mira: TestSeller;

beforeAll(async () => {
  backend = await openTestBackend();
  front = await openTestFront(backend, QUOTA);
});
afterAll(async () => {
  await front.close();
  await backend.close();
});

const partialFiles = () => readdir(join(backend.modelsDir, 'uploads'));
/** Uploads an archive as a new seller; returns the archive and its members. */
async function sent(archive: Buffer, name = 'Orc Pack.zip') {
  mira = await aSeller(backend, `mira-${++made}`);
  const { url } = await send({ front, cookie: mira.cookie, bytes: archive, name, chunkBytes: 16 * MB });
  await front.app.assets.uploads.settled();
  const answer = await fetch(front.url + url, { headers: { cookie: mira.cookie } });
  const whole = (await answer.json()) as Upload & { message: string | null };
  const members = (await uploadsOfStore(backend.pb, mira.storeId)).filter(
    ({ archiveId }) => archiveId === whole.id,
  );
  return { whole, members };
}

it('is unpacked into files that are checked one by one', async () => {
  const body = randomBytes(300_000);
  const { whole, members } = await sent(
    aZip([
      packed('Orc/Supported/body.lys', body, { stored: true }),
      packed('Orc/LYS/same.lys', body),
      packed('Orc/notes.txt', Buffer.from('Print flat.')),
      packed('Orc/page.html'),
      packed('Orc/picture.png', Buffer.from('GIF89a')),
      packed('Orc/damaged.lys', randomBytes(999), { crc: 1 }),
      packed('__MACOSX/Orc/._body.lys'),
      packed('Orc/.DS_Store'),
    ]),
  );
  expect(whole.state).toBe('used');
  expect(members.map(({ path, state, reason }) => [path, state, reason])).toEqual([
    ['Orc Pack/Orc/LYS/same.lys', 'checked', null],
    ['Orc Pack/Orc/Supported/body.lys', 'checked', null],
    ['Orc Pack/Orc/damaged.lys', 'refused', 'upload-lost'],
    ['Orc Pack/Orc/notes.txt', 'checked', null],
    ['Orc Pack/Orc/page.html', 'refused', 'file-active'],
    ['Orc Pack/Orc/picture.png', 'refused', 'file-content'],
  ]);
  const [same, first] = members;
  expect([same?.sha256, same?.sameAs?.id]).toEqual([sha256(body), first?.id]);
  const { storageKey } = await backend.pb
    .collection('uploads')
    .getOne<{ storageKey: string }>(first?.id ?? '');
  expect(sha256(await buffer(await front.app.assets.files.open(storageKey)))).toBe(sha256(body));
  expect(await partialFiles()).toEqual([]);
  // Archives and dropped folders are read the same way.
  const { products } = proposePack(members.filter(({ state }) => state === 'checked'));
  expect(products.map(({ name, files }) => [name, files.length])).toEqual([['Orc', 3]]);
});

it.each<[string, string, Buffer]>([
  ['a way out', 'zip-outside', aZip([packed('a.lys'), packed('../../evil.lys')])],
  ['a link', 'zip-link', aZip([packed('a.lys', Buffer.from('/etc/passwd'), { mode: 0o120777 })])],
  ['an archive', 'zip-nested', aZip([packed('a.lys'), packed('b.zip')])],
  ['a bomb', 'zip-ratio', aZip([packed('a.lys', Buffer.alloc(9 * MB))])],
  ['too many files', 'zip-too-many', aZip([packed('a.lys')], 2001)],
  ['nothing that can be read', 'zip-unreadable', aZip([packed('a.lys')]).subarray(0, -5)],
  ['a lock', 'zip-locked', aZip([packed('a.lys', randomBytes(9), { flags: 1 })])],
  ['more than the store has room for', 'store-full', aZip(Array.from({ length: 3 }, (_, at) => packed(`${at}.lys`, pattern(9_000_000))))],
])('with %s is refused with a message', async (_, reason, archive) => {
  const { whole, members } = await sent(archive);
  expect(whole).toMatchObject({ state: 'refused', reason });
  expect(whole.message).toMatch(/^[A-Z].*\.$/);
  expect(members.filter(({ state }) => state !== 'checked')).toEqual([]);
  expect(await partialFiles()).toEqual([]);
}); // biome-ignore format: a table

it('resumes after a restart, and no file is added twice', async () => {
  const archive = aZip(Array.from({ length: 6 }, (_, at) => packed(`part ${at}.lys`, randomBytes(50_000))));
  mira = await aSeller(backend, `mira-${++made}`);
  const {
    pb,
    assets: { uploads },
  } = front.app;
  const begun = await uploads.begin(mira.storeId, {
    name: 'o.zip',
    path: null,
    sizeBytes: archive.length,
    productId: null,
  });
  const id = 'id' in begun ? begun.id : '';
  await uploads.partial.write(id, Readable.from([archive]));
  // The state after a crash: one file partly unpacked.
  const half = { name: 'part 0.lys', path: 'o/part 0.lys', sizeBytes: 50_000 };
  const member = await aHalfMember(pb, { ...half, storeId: mira.storeId, archiveId: id });
  await uploads.partial.write(member, Readable.from([Buffer.from('half of it')]));
  await front.close();
  front = await openTestFront(backend, QUOTA);
  await front.app.assets.uploads.sweep();
  await front.app.assets.uploads.settled();
  const files = await uploadsOfStore(pb, mira.storeId);
  expect(files.map(({ path, state }) => [path, state])).toEqual(
    Array.from({ length: 6 }, (_, at) => [`o/part ${at}.lys`, 'checked']),
  );
  expect(files.map((file) => file.id)).toContain(member);
  expect(await partialFiles()).toEqual([]);
});

it('does not accept uploads to its members while it is unpacked', async () => {
  const { storeId, cookie } = await aSeller(backend, `mira-${++made}`);
  const half = { name: 'a.lys', path: 'o/a.lys', sizeBytes: 9, storeId };
  const member = await aHalfMember(backend.pb, { ...half, archiveId: 'a'.repeat(15) });
  const ask = async (method: string) =>
    (
      await fetch(front.url + paths.upload(member), {
        method,
        headers: { cookie, 'tus-resumable': '1.0.0', 'upload-offset': '0' },
      })
    ).status;
  expect([await ask('HEAD'), await ask('PATCH'), await ask('DELETE'), await ask('GET')]).toEqual([
    404, 404, 409, 200,
  ]);
});

/** Bytes that compress well, but stay below the ratio limit. */
function pattern(length: number): Buffer {
  return Buffer.concat([randomBytes(length / 20), Buffer.alloc(length - length / 20)]);
}
