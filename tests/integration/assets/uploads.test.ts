import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Upload } from '../../../src/domain/assets/upload.ts';
import { paths } from '../../../src/paths.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { aSeller, refusalOf, type Sending, send, type TestSeller } from '../commerce/sellers.ts';

/** Uploads over HTTP as the page sends them, over connections that break. */
const MB = 1024 * 1024;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** A slicer file: its content is never read. */
/** Random, except for its first byte: one file in 30 000 began like a program, and was refused. */
const lys = (megabytes: number) => randomBytes(Math.round(megabytes * MB)).fill('l', 0, 1);

let backend: TestBackend;
let front: TestFront;
let mira: TestSeller;
let tobias: TestSeller;

beforeAll(async () => {
  backend = await openTestBackend();
  front = await openTestFront(backend);
  mira = await aSeller(backend, 'mira');
  tobias = await aSeller(backend, 'tobias');
});
afterAll(async () => {
  await front.close();
  await backend.close();
});
beforeEach(() => {
  front.log.splice(0);
});

const sendAs = (seller: TestSeller, more: Omit<Sending, 'front' | 'cookie'>) =>
  send({ front, cookie: seller.cookie, ...more });
const ask = (path: string, seller: TestSeller | null, init: RequestInit = {}) =>
  fetch(front.url + path, { ...init, headers: { ...init.headers, cookie: seller?.cookie ?? '' } });
const shown = async (seller: TestSeller, url: string) =>
  (await (await ask(url, seller)).json()) as Upload & { message: string | null };
const partialFiles = () => readdir(join(backend.modelsDir, 'uploads'));
async function checked(seller: TestSeller, url: string) {
  await front.app.assets.uploads.settled();
  return shown(seller, url);
}
async function restart(): Promise<void> {
  await front.close();
  front = await openTestFront(backend);
}

describe('a file', () => {
  it('interrupted three times, with a restart in between, arrives complete and once', async () => {
    const bytes = lys(5);
    const first = await sendAs(mira, { bytes, name: 'orc.lys', cutAfter: 0.7 * MB });
    expect(first.cut).toBe(true);
    const again = { bytes, name: 'orc.lys', uploadUrl: first.url };
    expect((await sendAs(mira, { ...again, cutAfter: 2.5 * MB })).cut).toBe(true);
    await restart();
    expect((await shown(mira, first.url)).state).toBe('uploading');
    expect((await sendAs(mira, { ...again, cutAfter: 3.5 * MB })).cut).toBe(true);
    expect(await sendAs(mira, again)).toEqual({ url: first.url, cut: false });
    expect(await checked(mira, first.url)).toMatchObject({
      name: 'orc.lys',
      path: 'orc.lys',
      sizeBytes: bytes.length,
      state: 'checked',
      reason: null,
      sha256: sha256(bytes),
      sameAs: null,
    });
    const { storageKey } = await backend.pb.collection('uploads').getOne<{ storageKey: string }>(first.url.split('/').at(-1) ?? '');
    expect(sha256(await buffer(await front.app.assets.files.open(storageKey)))).toBe(sha256(bytes));
    expect(await partialFiles()).toEqual([]);
    // A page that missed the answer asks again and learns that the file is complete.
    expect(await sendAs(mira, again)).toEqual({ url: first.url, cut: false });
    expect(front.log).toEqual([]);
  }); // biome-ignore format: one line

  it('uploads in parallel with others, and duplicates are recognised', async () => {
    const [one, other] = [lys(2), lys(2)];
    const sent = await Promise.all([
      sendAs(mira, { bytes: one, name: 'a.lys', path: 'Orc/LYS/a.lys' }),
      sendAs(mira, { bytes: other, name: 'b.lys' }),
      sendAs(mira, { bytes: one, name: 'c.lys' }),
      sendAs(tobias, { bytes: one, name: 'd.lys' }),
    ]);
    const [a, b, c] = await Promise.all(sent.slice(0, 3).map(({ url }) => checked(mira, url)));
    expect([a?.path, a?.sha256, b?.sha256]).toEqual(['Orc/LYS/a.lys', sha256(one), sha256(other)]);
    // Whichever came second is the duplicate; other stores' files are never revealed.
    const twins = [a?.sameAs, c?.sameAs].filter((twin) => twin !== null);
    expect(twins).toHaveLength(1);
    expect([a?.id, c?.id]).toContain(twins[0]?.id);
    expect(b?.sameAs).toBeNull();
    expect((await checked(tobias, sent[3]?.url ?? '')).sameAs).toBeNull();
  });

  it('that is a model is measured', async () => {
    const { url } = await sendAs(mira, { bytes: triangle(), name: 'tri.stl' });
    expect(await checked(mira, url)).toMatchObject({ state: 'checked', mesh: { triangles: 1 } });
  });

  it('whose content does not match its name is refused with a message and leaves nothing', async () => {
    const before = await partialFiles();
    const { url } = await sendAs(mira, { bytes: Buffer.from('<html>'.repeat(99)), name: 'orc.pdf' });
    expect(await checked(mira, url)).toMatchObject({
      state: 'refused',
      reason: 'file-content',
      message: 'The content of this file does not match its name; export it again.',
    });
    const stl = await sendAs(mira, { bytes: Buffer.alloc(4000), name: 'orc.stl' });
    expect((await checked(mira, stl.url)).state).toBe('refused');
    expect(await partialFiles()).toEqual(before);
  });
});

describe('a client of tus', () => {
  it('learns the version from a refusal, and the abilities without signing in', async () => {
    for (const version of [{}, { 'tus-resumable': '0.2.2' }]) {
      for (const [path, method] of [[paths.uploads(), 'POST'], [paths.upload('a'.repeat(15)), 'PATCH']] as const) {
        const answer = await ask(path, mira, { method, headers: version as Record<string, string> });
        expect([answer.status, answer.headers.get('tus-version')]).toEqual([412, '1.0.0']);
        expect(answer.headers.get('tus-resumable')).toBe('1.0.0');
      }
    }
    const { status, headers } = await ask(paths.uploads(), null, { method: 'OPTIONS' });
    expect(status).toBe(204);
    expect(headers.get('tus-version')).toBe('1.0.0');
    expect(headers.get('tus-extension')).toBe('creation,creation-with-upload,termination');
    expect(Number(headers.get('tus-max-size'))).toBeGreaterThan(1e9);
    const refused = await ask(paths.uploads(), mira, { method: 'PUT' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS']);
  }); // biome-ignore format: one line
});

describe('access', () => {
  it('is for sellers only, each with their own uploads', async () => {
    const { url } = await sendAs(mira, { bytes: lys(1.5), name: 'own.lys', cutAfter: 0.2 * MB });
    const buyer = await aSeller(backend, 'buyer', false);
    const tiny = { bytes: Buffer.from('x'), name: 'x.lys' };
    expect(await refusalOf(send({ front, cookie: '', ...tiny }))).toBe('401 Sign in to send files.');
    expect(await refusalOf(sendAs(buyer, tiny))).toBe('403 Open a store before you send files for it.');
    const forged = tobias.cookie.replace(/.{30}$/, '%22%7D');
    for (const [seller, status] of [[tobias, 404], [null, 401], [buyer, 403], [{ ...tobias, cookie: forged }, 401]] as const) {
      for (const method of ['GET', 'HEAD', 'PATCH', 'DELETE']) {
        const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
        expect((await ask(url, seller, { method, headers })).status).toBe(status);
      }
      expect((await ask(paths.uploads(), seller)).status).toBe(seller === tobias ? 200 : status);
    }
    const listed = async (seller: TestSeller) =>
      ((await (await ask(paths.uploads(), seller)).json()) as { uploads: Upload[] }).uploads.map(({ name }) => name);
    expect(await listed(mira)).toContain('own.lys');
    expect(await listed(tobias)).not.toContain('own.lys');
    expect(JSON.stringify(await shown(mira, url))).not.toMatch(/storageKey|storeId/);
    const foreign = { method: 'POST', headers: { origin: 'https://elsewhere.test', 'tus-resumable': '1.0.0' } };
    expect((await ask(paths.uploads(), mira, foreign)).status).toBe(403);
  }); // biome-ignore format: a table

  it('refuses invalid uploads before a byte is sent', async () => {
    const before = await partialFiles();
    const begin = async (headers: Record<string, string>, metadata: Record<string, string> = {}) => {
      const said = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
      const answer = await ask(paths.uploads(), mira, {
        method: 'POST',
        headers: { 'tus-resumable': '1.0.0', ...(said.length > 0 ? { 'upload-metadata': said.join() } : {}), ...headers },
      });
      const body = (await answer.json()) as { data: Record<string, { code: string }> };
      return [answer.status, ...Object.entries(body.data).map(([field, { code }]) => `${field} ${code}`)].join(' ');
    };
    const length = { 'upload-length': '9' };
    expect(await begin(length, { filename: 'run.exe' })).toBe('400 name file-active');
    expect(await begin(length, { filename: 'page.html' })).toBe('400 name file-active');
    expect(await begin(length, { filename: 'orc.rar' })).toBe('400 name file-archive');
    expect(await begin(length, { filename: 'orc' })).toBe('400 name file-kind');
    expect(await begin(length)).toBe('400 name upload-name');
    expect(await begin(length, { filename: '../orc.stl' })).toBe('400 name upload-name');
    expect(await begin(length, { filename: `${'x'.repeat(200)}.stl` })).toBe('400 name upload-name');
    expect(await begin(length, { filename: 'orc.stl', path: '../../orc.stl' })).toBe('400 path upload-name');
    expect(await begin(length, { filename: 'orc.stl', product: 'x'.repeat(15) })).toBe('400 productId upload-product');
    expect(await begin(length, { filename: 'orc.stl', product: '__proto__' })).toBe('400 productId upload-product');
    expect(await begin({}, { filename: 'orc.stl' })).toBe('400 sizeBytes upload-size');
    expect(await begin({ 'upload-length': '-1' }, { filename: 'orc.stl' })).toBe('400 sizeBytes upload-size');
    expect(await begin({ 'upload-defer-length': '1' }, { filename: 'orc.stl' })).toBe('400 sizeBytes upload-size');
    expect(await begin({ 'upload-length': '0' }, { filename: 'orc.stl' })).toBe('400 sizeBytes file-empty');
    expect(await begin({ 'upload-length': String(301 * MB) }, { filename: 'orc.stl' })).toBe('413 sizeBytes file-too-large');
    expect(await begin({ 'upload-length': String(2049 * MB) }, { filename: 'orc.lys' })).toBe('413 sizeBytes file-too-large');
    expect((await ask(paths.uploads(), mira, { method: 'PUT' })).status).toBe(405);
    expect(await partialFiles()).toEqual(before);
    expect(front.log).toEqual([]);
  }); // biome-ignore format: a table

  it('accepts at most 16 MB per request, and never more than the declared size', async () => {
    const whole = { bytes: lys(17), name: 'big.lys', chunkBytes: 17 * MB };
    expect(await refusalOf(sendAs(mira, whole))).toMatch(/^413 One request carries at most 16 MB/);
    const { url } = await sendAs(mira, { bytes: lys(2), name: 'two.lys', cutAfter: 0.1 * MB });
    const { headers } = await ask(url, mira, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
    const answer = await ask(url, mira, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': headers.get('upload-offset') ?? '',
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(lys(3)),
    });
    expect(answer.status).toBe(413);
    expect((await ask(url, mira, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })).status).toBe(
      204,
    );
    expect((await ask(url, mira)).status).toBe(404);
  });
});

/** One triangle of 10 mm, as binary STL. */
function triangle(): Buffer {
  const stl = Buffer.alloc(134);
  stl.writeUInt32LE(1, 80);
  stl.writeFloatLE(10, 108);
  stl.writeFloatLE(10, 124);
  return stl;
}
