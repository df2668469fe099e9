import { createHash } from 'node:crypto';
import { rename } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addProductFile } from '../../../src/data/catalogue/product-drafts.ts';
import { transport } from '../../../src/data/kernel/transport.ts';
import { paths } from '../../../src/paths.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

/** Interrupted downloads, lost files, a silent backend and rate limits, at the real front server. */
/** More than the socket buffers hold, so that a client can disconnect in the middle. */
const BIG = Buffer.alloc(24_000_000, 'a dragon made of very many triangles ');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let world: TestWorld;
let front: TestFront;
let cookie = '';
let product = '';
let dragon = '';
let emoji = '';
const opened: Readable[] = [];

beforeAll(async () => {
  world = await openTestWorld();
  front = await openTestFront(world, { BEHIND_PROXY: '1' });
  const {
    assets: { files },
  } = front.app;
  const open = files.open.bind(files);
  files.open = async (...of) => {
    const bytes = await open(...of);
    opened.push(bytes);
    return bytes;
  };
  const { pb } = world;
  const owner = await world.signedIn('owner');
  cookie = owner.cookie;
  const store = await world.store('lair', { owner: owner.id });
  product = await world.product(store, { name: 'Dragon', state: 'unlisted' });
  const add = async (name: string, bytes: Buffer, version: number) =>
    addProductFile(pb, product, {
      ...(await files.put(pieces(bytes))),
      name,
      version,
      role: 'unsupported',
      position: 0,
      scale: '32',
      part: null,
      mesh: null,
    });
  dragon = await add('dragon.stl', BIG, 2);
  emoji = await add(`a${'🐉'.repeat(90)}.stl`, Buffer.from('tiny'), 1);
  await world.own(owner.id, product, { source: 'operator' });
});
afterAll(async () => {
  await front.close();
  await world.close();
});

async function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(front.url + path, { headers: { cookie, ...headers }, redirect: 'manual' });
/** What arrived whole; that something was given stands in a row from its first byte on, with no times. */
const recorded = () =>
  world.pb.collection('downloads').getFullList({ fields: 'part,version,times', filter: 'times > 0' });

/** Downloads until this many bytes have arrived, then disconnects. */
function cutAfter(path: string, enough: number): Promise<{ bytes: Buffer; etag: string }> {
  return new Promise((resolve, reject) => {
    const req = http.get(front.url + path, { headers: { cookie }, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      let length = 0;
      res.on('error', () => undefined);
      res.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length < enough || res.destroyed) return;
        res.destroy();
        resolve({ bytes: Buffer.concat(chunks), etag: String(res.headers.etag) });
      });
    });
    req.on('error', reject);
  });
}

it('an interrupted download closes its file, is not recorded, and can be resumed', async () => {
  const path = paths.downloadFile(product, dragon);
  const cut = await cutAfter(path, BIG.length / 2);
  expect(cut.bytes.length).toBeLessThan(BIG.length);
  await expect.poll(() => opened.length > 0 && opened.every(({ closed }) => closed)).toBe(true);
  expect(await recorded()).toEqual([]);
  const rest = await get(path, { range: `bytes=${cut.bytes.length}-`, 'if-range': cut.etag });
  expect(rest.status).toBe(206);
  expect(sha256(Buffer.concat([cut.bytes, Buffer.from(await rest.arrayBuffer())]))).toBe(sha256(BIG));
  await expect.poll(recorded).toEqual([{ part: dragon, version: 2, times: 1 }]);
});

it('a partial download is not recorded', async () => {
  expect(await (await get(paths.downloadFile(product, emoji), { range: 'bytes=0-1' })).text()).toBe('ti');
  // Recorded after the partial download would have been.
  await (await get(paths.downloadFile(product, dragon))).arrayBuffer();
  await expect.poll(recorded).toContainEqual({ part: dragon, version: 2, times: 2 });
  expect(await recorded()).toHaveLength(1);
});

it('an interrupted archive can be resumed', async () => {
  const path = paths.downloadArchive(product);
  const cut = await cutAfter(path, BIG.length / 2);
  const rest = await get(path, { range: `bytes=${cut.bytes.length}-`, 'if-range': cut.etag });
  expect(rest.status).toBe(206);
  const whole = Buffer.concat([cut.bytes, Buffer.from(await rest.arrayBuffer())]);
  expect(`"${sha256(whole)}"`).toBe(cut.etag);
});

it('a client that disconnects before the first byte leaves no file open', async () => {
  const leaves = (): Promise<void> =>
    new Promise((resolve) => {
      const req = http.get(front.url + paths.downloadFile(product, dragon), { headers: { cookie } });
      req.on('error', () => undefined);
      req.on('socket', (socket) => socket.on('connect', () => setImmediate(() => req.destroy())));
      req.on('close', resolve);
    });
  const before = opened.length;
  await Promise.all(Array.from({ length: 10 }, leaves));
  expect((await get(paths.downloadFile(product, emoji))).status).toBe(200);
  await expect.poll(() => opened.length > before && opened.every(({ closed }) => closed)).toBe(true);
});

it('every response is private, not sniffable and not executable', async () => {
  const file = paths.downloadFile(product, emoji);
  const answers = await Promise.all([
    get(file),
    get(file, { range: 'bytes=1-2' }),
    get(file, { range: 'bytes=99-' }),
    get(file, { cookie: '' }),
    get(file, { cookie: '', accept: 'text/html' }),
    get(paths.downloadFile(product, 'nosuchfile00000')),
    get(paths.archiveProgress(product)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 206, 416, 401, 302, 404, 200]);
  for (const { headers } of answers) {
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toMatch(/no-store/);
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect(headers.get('set-cookie')).toBeNull();
  }
});

it('a name of many emoji is sent unchanged', async () => {
  const name = (await get(paths.downloadFile(product, emoji))).headers.get('content-disposition') ?? '';
  const exact = /filename\*=UTF-8''([\w.%-]+)$/.exec(name)?.[1] ?? '';
  expect(decodeURIComponent(exact)).toMatch(/^a🐉+\.stl$/u);
});

it('while the backend is silent the visitor is asked to retry, and stays signed in', async () => {
  front.app.http.sessions.forget('users', null);
  const { fetch } = transport;
  const silent = vi.spyOn(transport, 'fetch').mockImplementation((address, options) => {
    const isRefresh = String(address).includes('/auth-refresh');
    return isRefresh ? Promise.reject(new TypeError('fetch failed')) : fetch(address, options);
  });
  try {
    const answer = await get(paths.downloadFile(product, emoji));
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([503, null]);
    expect(await answer.text()).toMatch(/Try again in a moment\.$/);
  } finally {
    silent.mockRestore();
  }
});

it('a file lost from the store is an error before anything is sent', async () => {
  const { storageKey } = await world.pb.collection('product_files').getOne<{ storageKey: string }>(emoji);
  const [there, away] = [join(world.modelsDir, storageKey), join(world.modelsDir, 'away')];
  await rename(there, away);
  try {
    const answer = await get(paths.downloadFile(product, emoji));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.text()).toBe('This file cannot be read at the moment. Try again in a moment.');
    expect(front.log.splice(0).join()).toContain('a download failed');
  } finally {
    await rename(away, there);
  }
});

it('an address that sends too many requests is limited; others are not', async () => {
  const ask = (from: string) =>
    get(paths.downloadFile(product, emoji), { cookie: '', 'x-forwarded-for': from });
  const statuses: number[] = [];
  for (let round = 0; round < 13; round++)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 50 }, () => ask('10.0.0.1')))).map(({ status }) => status),
    );
  expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  expect(Number((await ask('10.0.0.1')).headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('10.0.0.2')).status).toBe(401);
  expect(front.log).toEqual([]);
});
