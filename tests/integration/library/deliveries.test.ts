import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addProductFile } from '../../../src/data/catalogue/product-drafts.ts';
import { DELIVERY_REFUSAL_TEXTS } from '../../../src/domain/library/delivery.ts';
import { paths } from '../../../src/paths.ts';
import { type FileStore, openFolderStore } from '../../../src/server/adapters/files/file-store.ts';
import { openOpenLinks } from '../../../src/server/library/open-links.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

/** What is written down before something is given to somebody, at the real front server. */
const BYTES = Buffer.alloc(300_000, 'a model made of triangles ');

let world: TestWorld;
let files: FileStore;
let front: TestFront;
let url = '';
let cookie = '';
let owner = '';
let store = '';

beforeAll(async () => {
  world = await openTestWorld();
  files = await openFolderStore(world.modelsDir);
  ({ id: owner, cookie } = await world.signedIn('owner'));
  store = await world.store('gone', { owner, state: 'closed' });
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
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { headers: { ...headers, cookie }, redirect: 'manual' });
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

describe('a delivery', () => {
  const rows = (part: string) => world.pb.collection('downloads').getFullList({ filter: `part = '${part}'` });
  /** A product of the owner's own with one file, and the file's id. */
  const given = async (slug: string, source = 'operator', sourceId = slug) => {
    const productId = await world.product(store, { name: slug, state: 'archived' });
    const name = `${slug}.stl`;
    const looks = {
      name,
      role: 'unsupported',
      position: 0,
      scale: '32',
      part: null,
      version: 1,
      mesh: null,
    } as const;
    const its = await addProductFile(world.pb, productId, { ...(await files.put(pieces(BYTES))), ...looks });
    await world.own(owner, productId, { source, sourceId });
    return { productId, fileId: its, userId: owner, path: paths.downloadFile(productId, its) };
  };

  it('begins with the first byte, and counts as a download with the last one', async () => {
    const { path, fileId } = await given('nearly');
    const nearly = await get(path, { range: `bytes=0-${BYTES.length - 2}` });
    expect((await bytesOf(nearly)).length).toBe(BYTES.length - 1);
    const [row, ...more] = await rows(fileId);
    expect(more).toEqual([]);
    // The library goes on saying "downloaded" of what came to its end only.
    expect(row).toMatchObject({ times: 0, lastAt: '', version: 1 });
    expect(row?.['begunAt']).not.toBe('');
    // Further ranges are read only.
    await (await get(path, { range: 'bytes=0-9' })).arrayBuffer();
    expect(await rows(fileId)).toEqual([row]);
    await (await get(path, { range: `bytes=${BYTES.length - 1}-` })).arrayBuffer();
    await expect.poll(() => rows(fileId)).toMatchObject([{ times: 1, begunAt: row?.['begunAt'] }]);
  });

  it('is not what HEAD, a known ETag or a range outside of the file are answered', async () => {
    const { path, fileId } = await given('asked-only');
    await fetch(url + path, { method: 'HEAD', headers: { cookie } });
    await get(path, { 'if-none-match': `"${sha256(BYTES)}"` });
    await get(path, { range: `bytes=${BYTES.length}-` });
    expect(await rows(fileId)).toEqual([]);
  });

  it('of an archive and of a selection is written down before their first byte', async () => {
    const { productId } = await given('packed');
    await (await get(paths.downloadArchive(productId), { range: 'bytes=0-0' })).arrayBuffer();
    expect((await rows('all')).filter((row) => row['product'] === productId)).toMatchObject([{ times: 0 }]);
    const other = await given('selected');
    await (await get(paths.downloadSelection(other.productId), { range: 'bytes=0-0' })).arrayBuffer();
    expect((await rows('all')).filter((row) => row['product'] === other.productId)).toMatchObject([
      { times: 0 },
    ]);
  });

  it('waits for the waiver where the buyer can still withdraw, and for the end of a withdrawal', async () => {
    const { pb } = world;
    const now = new Date().toISOString();
    const order = await pb.collection('orders').create({
      ...{
        state: 'paid',
        email: 'owner@guildhall.test',
        placedAt: now,
        paidAt: now,
        country: 'DE',
        totalCents: 500,
        currency: 'USD',
      },
      ...{ expiresAt: now, fingerprint: 'f', checkoutKey: 'k' },
    });
    const line = await pb
      .collection('order_lines')
      .create({ order: order.id, listCents: 500, paidCents: 500 });
    const { path, productId, fileId, userId } = await given('withdrawable', 'purchase', line.id);
    const program = await get(path);
    expect([program.status, await program.text()]).toEqual([409, DELIVERY_REFUSAL_TEXTS.waiver]);
    const person = await get(path, { accept: 'text/html' });
    expect([person.status, person.headers.get('location')]).toEqual([
      303,
      paths.agreeToDelivery(productId, path),
    ]);
    for (const packed of [paths.downloadArchive(productId), paths.downloadSelection(productId)])
      expect((await get(packed)).status).toBe(409);
    const link = paths.openFile(
      openOpenLinks(world.service.password).write({ userId, productId, fileId }, Date.now() + 60_000),
      'a.stl',
    );
    expect((await fetch(url + link)).status).toBe(409);
    expect(await rows(fileId)).toEqual([]);

    await pb.collection('consents').create({ kind: 'withdrawal', wording: '2026-11', order: order.id });
    const withdrawal = await pb.collection('withdrawals').create({
      ...{ order: order.id, tokenHash: 'b'.repeat(64), expiresAt: now, startedAt: now },
    });
    const moving = await get(path);
    expect([moving.status, await moving.text()]).toEqual([409, DELIVERY_REFUSAL_TEXTS.refunded]);
    expect(await rows(fileId)).toEqual([]);
    await pb.collection('withdrawals').update(withdrawal.id, { confirmedAt: now });
    expect((await get(path)).status).toBe(200);
  });
});
