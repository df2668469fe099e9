import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addProductFile } from '../../../src/data/catalogue/product-drafts.ts';
import { paths } from '../../../src/paths.ts';
import { type FileStore, openFolderStore } from '../../../src/server/adapters/files/file-store.ts';
import { openOpenLinks } from '../../../src/server/library/open-links.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';
import { entriesOfZip } from '../assets/zip-entries.ts';

const BYTES = Buffer.alloc(300_000, 'a model made of triangles ');
const SUPPORTED = Buffer.alloc(120_000, 'the same with supports ');

let world: TestWorld;
let files: FileStore;
let front: TestFront;
let url = '';
let product = '';
let other = '';
/** Owned too. */
let second = '';
let file = '';
const cookies: Record<string, string> = {};

beforeAll(async () => {
  world = await openTestWorld();
  const { pb } = world;
  files = await openFolderStore(world.modelsDir);
  const ids = { owner: '', stranger: '', refunded: '' };
  for (const name of ['owner', 'stranger', 'refunded'] as const) {
    const { id, cookie } = await world.signedIn(name);
    [ids[name], cookies[name]] = [id, cookie];
  }
  const store = await world.store('gone', { name: 'Gone', owner: ids.stranger, state: 'closed' });
  const make = (name: string) => world.product(store, { name, state: 'archived' });
  product = await make('old-golem');
  other = await make('other');
  second = await make('second');
  const add = async (id: string, name: string, role: 'unsupported' | 'presupported', bytes: Buffer) => {
    const stored = await files.put(pieces(bytes));
    return addProductFile(pb, id, {
      ...stored,
      name,
      role,
      position: 0,
      scale: '32',
      part: null,
      version: 3,
      mesh: null,
    });
  };
  file = await add(product, 'Golem "left" arm\r\nx: y/ü.stl', 'unsupported', BYTES);
  await add(product, 'golem.stl', 'presupported', SUPPORTED);
  await add(second, 'second.stl', 'unsupported', SUPPORTED);
  await add(other, 'other.stl', 'unsupported', SUPPORTED);
  await world.own(ids.owner, product);
  await world.own(ids.owner, second);
  await world.own(ids.refunded, product, { revokedAt: new Date().toISOString(), revocation: 'refund' });
  front = await openTestFront(world, { BEHIND_PROXY: '1' });
  url = front.url;
});
afterAll(async () => {
  await front.close();
  await world.close();
});

async function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const get = (path: string, who: string | null, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    headers: { ...headers, ...(who ? { cookie: cookies[who] ?? '' } : {}) },
    redirect: 'manual',
  });
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

describe('an owned file', () => {
  it('is sent in full, with its hash, private, as an attachment with a safe name', async () => {
    const answer = await get(paths.downloadFile(product, file), 'owner');
    expect(answer.status).toBe(200);
    expect(sha256(await bytesOf(answer))).toBe(sha256(BYTES));
    expect(answer.headers.get('etag')).toBe(`"${sha256(BYTES)}"`);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const name = answer.headers.get('content-disposition') ?? '';
    expect(name).toMatch(/^attachment; filename="[^"\r\n/\\]+\.stl"; filename\*=UTF-8''[\w.%-]+\.stl$/);
    await expect
      .poll(() => world.pb.collection('downloads').getFullList())
      .toMatchObject([{ part: file, version: 3, times: 1 }]);
  });

  it('can be resumed in the middle, and the parts match', async () => {
    const path = paths.downloadFile(product, file);
    const half = BYTES.length / 2;
    const first = await get(path, 'owner', { range: `bytes=0-${half - 1}` });
    const rest = await get(path, 'owner', {
      range: `bytes=${half}-`,
      'if-range': first.headers.get('etag') ?? '',
    });
    expect([first.status, rest.status]).toEqual([206, 206]);
    expect(rest.headers.get('content-range')).toBe(`bytes ${half}-${BYTES.length - 1}/${BYTES.length}`);
    expect(sha256(Buffer.concat([await bytesOf(first), await bytesOf(rest)]))).toBe(sha256(BYTES));
  });

  it('is sent in full if the range is of another version', async () => {
    const answer = await get(paths.downloadFile(product, file), 'owner', {
      range: 'bytes=10-',
      'if-range': '"another"',
    });
    expect(answer.status).toBe(200);
    expect((await bytesOf(answer)).length).toBe(BYTES.length);
  });

  it.each([
    [`bytes=${BYTES.length}-`, 416],
    ['bytes=-0', 416],
    ['bytes=5-2', 200],
    ['lines=1-2', 200],
    ['bytes=0-1,5-6', 200],
    ['bytes=-5', 206],
  ])('answers the range %s with %i', async (range, status) => {
    const answer = await get(paths.downloadFile(product, file), 'owner', { range });
    await answer.arrayBuffer();
    expect(answer.status).toBe(status);
  });

  it('answers HEAD, and 304 for a known ETag', async () => {
    const path = paths.downloadFile(product, file);
    const head = await fetch(url + path, { method: 'HEAD', headers: { cookie: cookies['owner'] ?? '' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(BYTES.length)]);
    const known = await get(path, 'owner', { 'if-none-match': `"${sha256(BYTES)}"` });
    expect(known.status).toBe(304);
  });
});

describe('an archive', () => {
  it('contains every file, is the same every time, and can be resumed', async () => {
    const path = paths.downloadArchive(product);
    const whole = await bytesOf(await get(path, 'owner'));
    const again = await get(path, 'owner');
    expect(again.headers.get('etag')).toBe(`"${sha256(whole)}"`);
    expect(sha256(await bytesOf(again))).toBe(sha256(whole));
    const part = await get(path, 'owner', { range: 'bytes=1000-' });
    expect(sha256(Buffer.concat([whole.subarray(0, 1000), await bytesOf(part)]))).toBe(sha256(whole));
    expect(whole.length).toBeGreaterThan(BYTES.length + SUPPORTED.length);
    expect(await (await get(paths.archiveProgress(product), 'owner')).json()).toEqual({
      state: 'ready',
      doneBytes: whole.length,
      sizeBytes: whole.length,
    });
  });

  it('is built once for twenty concurrent requests', async () => {
    const requests = Array.from({ length: 20 }, () =>
      get(paths.downloadArchive(product, 'presupported-32'), 'owner'),
    );
    const hashes = await Promise.all(requests.map(async (answer) => sha256(await bytesOf(await answer))));
    expect(new Set(hashes).size).toBe(1);
  });

  it('of an unknown variant is not found', async () => {
    expect((await get(paths.downloadArchive(product, 'sliced-75'), 'owner')).status).toBe(404);
  });
});

describe('a link for a slicer', () => {
  const links = () => openOpenLinks(world.service.password);
  const linkOf = (userId: string, productId: string, fileId: string, expiresAt = Date.now() + 60_000) =>
    paths.openFile(links().write({ userId, productId, fileId }, expiresAt), 'golem.stl');
  const userOf = async (name: string) =>
    (await world.pb.collection('users').getFirstListItem(`username = '${name}'`)).id;

  it('sends the file without a session, and counts as a download of its owner', async () => {
    const owner = await userOf('owner');
    const counted = async () =>
      (
        await world.pb
          .collection('downloads')
          .getFullList({ filter: `user = '${owner}' && part = '${file}'` })
      )[0]?.['times'] as number | undefined;
    const before = (await counted()) ?? 0;
    const answer = await get(linkOf(owner, product, file), null);
    expect(answer.status).toBe(200);
    expect(sha256(await bytesOf(answer))).toBe(sha256(BYTES));
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    await expect.poll(counted).toBe(before + 1);
  });

  it('that has expired, or was changed, sends nothing', async () => {
    const owner = await userOf('owner');
    expect((await get(linkOf(owner, product, file, Date.now() - 2000), null)).status).toBe(410);
    expect((await get(linkOf(owner, product, file).replace(file, 'z'.repeat(15)), null)).status).toBe(404);
    expect((await get(`${linkOf(owner, product, file)}/more`, null)).status).toBe(404);
  });

  it('sends nothing after the refund that took the file back', async () => {
    const owner = await userOf('owner');
    const entitlements = world.pb.collection('entitlements');
    const { id } = await entitlements.create({
      ...{ user: owner, product: other, source: 'purchase', sourceId: 'line9', licenceText: 'a'.repeat(64) },
      grantedAt: new Date().toISOString(),
    });
    const [its] = await world.pb.collection('product_files').getFullList({ filter: `product = '${other}'` });
    const link = linkOf(owner, other, its?.id ?? '');
    expect((await get(link, null, { range: 'bytes=0-9' })).status).toBe(206);
    await entitlements.update(id, { revokedAt: new Date().toISOString(), revocation: 'refund' });
    expect((await get(link, null)).status).toBe(404);
  });
});

describe('a selection', () => {
  it('is one archive of every file, in folders by artist and model', async () => {
    const answer = await get(paths.downloadSelection(product, second), 'owner');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('content-disposition')).toContain('filename="2-models.zip"');
    const whole = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(whole.length));
    const entries = entriesOfZip(whole).map(({ name, bytes }) => [name, bytes.length]);
    expect(entries.sort()).toEqual([
      ['Gone/old-golem/presupported-32/golem.stl', SUPPORTED.length],
      ['Gone/old-golem/unsupported-32/ü.stl', BYTES.length],
      ['Gone/second/second.stl', SUPPORTED.length],
    ]);
    await expect
      .poll(() =>
        world.pb.collection('downloads').getFullList({ filter: "part = 'all'", fields: 'product,version' }),
      )
      .toEqual(
        expect.arrayContaining([
          { product, version: 3 },
          { product: second, version: 3 },
        ]),
      );
  });

  it('that was cut off is resumed where it stopped, and the parts match', async () => {
    const path = paths.downloadSelection(product, second);
    const answer = await get(path, 'owner');
    const whole = await bytesOf(answer);
    const etag = answer.headers.get('etag') ?? '';
    // In a header, at the end of a piece, in the middle of a file, in the list at the end.
    for (const at of [1, 65_536, BYTES.length, whole.length - 20]) {
      const rest = await get(path, 'owner', { range: `bytes=${at}-`, 'if-range': etag });
      expect([rest.status, rest.headers.get('etag')]).toEqual([206, etag]);
      expect(sha256(Buffer.concat([whole.subarray(0, at), await bytesOf(rest)]))).toBe(sha256(whole));
    }
    const middle = await bytesOf(await get(path, 'owner', { range: 'bytes=100000-100009' }));
    expect(middle).toEqual(whole.subarray(100_000, 100_010));
    expect((await get(path, 'owner', { range: `bytes=${whole.length}-` })).status).toBe(416);
    const head = await fetch(url + path, { method: 'HEAD', headers: { cookie: cookies['owner'] ?? '' } });
    expect(head.headers.get('content-length')).toBe(String(whole.length));
  });

  it('with one model that is not owned, or no longer, gives away nothing', async () => {
    expect((await get(paths.downloadSelection(product, other), 'owner')).status).toBe(404);
    expect((await get(paths.downloadSelection(product, 'a'.repeat(15)), 'owner')).status).toBe(404);
    for (const who of ['stranger', 'refunded'])
      expect((await get(paths.downloadSelection(product), who)).status).toBe(404);
    expect((await get(paths.downloadSelection(product), null)).status).toBe(401);
    const person = await get(paths.downloadSelection(product), null, { accept: 'text/html' });
    expect(person.headers.get('location')).toBe(paths.login(paths.downloadSelection(product)));
  });

  it('of nothing, of too many or of no ids is refused with one sentence', async () => {
    const many = Array.from({ length: 101 }, (_, at) => String(at).padStart(15, 'a'));
    for (const [path, sentence] of [
      ['/download/zip', 'Choose at least one model.'],
      [paths.downloadSelection(...many), 'One download holds at most 100 models; choose fewer.'],
      ['/download/zip?product=__proto__', 'product: this is not the id of a model.'],
    ] as const) {
      const answer = await get(path, 'owner');
      expect([answer.status, await answer.text()]).toEqual([400, sentence]);
    }
  });
});

describe('a file the user does not own', () => {
  it.each(['stranger', 'refunded'])('is not found by a %s', async (who) => {
    for (const path of [
      paths.downloadFile(product, file),
      paths.downloadArchive(product),
      paths.archiveProgress(product),
    ]) {
      expect((await get(path, who)).status).toBe(404);
    }
  });

  it('is not found under the id of an owned product', async () => {
    const [strange] = await world.pb
      .collection('product_files')
      .getFullList({ filter: world.pb.filter('product = {:other}', { other }) });
    expect((await get(paths.downloadFile(product, strange?.id ?? ''), 'owner')).status).toBe(404);
    expect((await get(paths.downloadFile(other, strange?.id ?? ''), 'owner')).status).toBe(404);
  });

  it('redirects browsers to the login, and answers programs 401', async () => {
    const path = paths.downloadFile(product, file);
    const person = await get(path, null, { accept: 'text/html' });
    expect([person.status, person.headers.get('location')]).toEqual([302, paths.login(path)]);
    expect((await get(path, null)).status).toBe(401);
    const forged = `pb_auth=${encodeURIComponent(JSON.stringify({ token: 'a.b.c', record: { id: 'x' } }))}`;
    expect((await fetch(url + path, { headers: { cookie: forged } })).status).toBe(401);
  });

  it('logs no errors', () => expect(front.log).toEqual([]));
});
