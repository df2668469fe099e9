import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginMember, recordRefusedMember } from '../../../src/data/assets/archive-members.ts';
import {
  addUploadsToProduct,
  beginUpload,
  deleteUpload,
  markArrived,
  markChecked,
  markUnpacked,
  markUploadRefused,
  type StoredUpload,
  sameContent,
  uploadOfStore,
  uploadsOfStore,
} from '../../../src/data/assets/uploads.ts';
import { type LeaseHolder, takeLease } from '../../../src/data/kernel/leases.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const GB = 1024 ** 3;
const ROOM = { free: GB, pro: 2 * GB };
const SHA256 = 'ab'.repeat(32);
const STORAGE_KEY = `ab/${SHA256}`;
const HELD = { name: 'these tests', holder: newRecordId() };
const USE = { position: 0, role: 'unsupported', scale: '32', part: 'Body', version: 1 } as const;

let world: TestWorld;
let store = '';
let other = '';
let product = '';
let foreign = '';

beforeAll(async () => {
  world = await openTestWorld();
  await takeLease(world.pb, HELD, 3_600_000);
  [store, product] = await aStore('mira');
  [other, foreign] = await aStore('tobias');
});
afterAll(() => world.close());

type StoreUpload = NonNullable<Awaited<ReturnType<typeof uploadOfStore>>>;
const put = (upload: StoreUpload, id: string) =>
  addUploadsToProduct(world.pb, { id, size: null }, [{ upload, use: USE }], NOW);

async function aStore(name: string): Promise<[store: string, product: string]> {
  const id = await world.store(name);
  return [id, await world.product(id, { name: 'Orc', state: 'draft' })];
}

const begin = (more: object = {}) => {
  const id = newRecordId();
  const file = { name: 'orc.stl', path: 'Orc/orc.stl', sizeBytes: 134, productId: null };
  return beginUpload(world.pb, { ...file, id, storeId: store, ...more }, ROOM, NOW).then((refusal) => ({
    id,
    refusal,
  }));
};
async function checked(): Promise<StoredUpload> {
  const { id } = await begin();
  await markArrived(world.pb, id, NOW);
  const facts = { size: { x: 1, y: 2, z: 3 }, volumeMl: 4, triangles: 5, watertight: true, shells: 1 };
  const edges = { openEdges: 0, crowdedEdges: 0, flippedEdges: 0, degenerate: 0 };
  const mesh = { ...facts, ...edges, outline: [], manifold: true, insideOut: false, pieces: 1 };
  await markChecked(
    world.pb,
    id,
    { sha256: SHA256, crc32: 'cbf43926', storageKey: STORAGE_KEY, mesh, sameAs: null },
    NOW,
    HELD,
  );
  const upload = await uploadOfStore(world.pb, store, id);
  if (!upload) throw new Error('the upload is gone');
  return upload;
}

describe('an upload', () => {
  it('moves through its states and never back', async () => {
    const { id } = await begin();
    const found = { sha256: SHA256, crc32: 'cbf43926', storageKey: STORAGE_KEY, mesh: null, sameAs: null };
    expect(await markChecked(world.pb, id, found, NOW, HELD)).toBe(false);
    expect([await markArrived(world.pb, id, NOW), await markArrived(world.pb, id, NOW)]).toEqual([
      true,
      false,
    ]);
    expect(await deleteUpload(world.pb, id)).toBe(false);
    // A process that has lost its lease decides nothing.
    const lost = { ...HELD, holder: newRecordId() };
    expect(await markChecked(world.pb, id, found, NOW, lost)).toBe(false);
    expect(await markUploadRefused(world.pb, id, 'file-content', NOW, lost)).toBe(false);
    expect(await markUnpacked(world.pb, id, NOW, lost)).toBe(false);
    expect(await markUploadRefused(world.pb, id, 'file-content', NOW, HELD)).toBe(true);
    expect(await markChecked(world.pb, id, found, NOW, HELD)).toBe(false);
    expect(await uploadOfStore(world.pb, store, id)).toMatchObject({
      state: 'refused',
      reason: 'file-content',
    });
    expect([await deleteUpload(world.pb, id), await deleteUpload(world.pb, id)]).toEqual([true, false]);
  });

  it('can only be intended for a product of its own store, and only its store finds it', async () => {
    expect((await begin({ productId: foreign })).refusal).toBe('upload-product');
    expect((await begin({ productId: 'nosuchproduct00' })).refusal).toBe('upload-product');
    const { id, refusal } = await begin({ productId: product });
    expect(refusal).toBeNull();
    expect((await uploadOfStore(world.pb, store, id))?.productId).toBe(product);
    expect(await uploadOfStore(world.pb, other, id)).toBeNull();
    expect(await uploadOfStore(world.pb, store, '../x')).toBeNull();
  });

  it('becomes a product file once, even with concurrent requests', async () => {
    const upload = await checked();
    expect(await put(upload, foreign)).toEqual({
      refusal: 'upload-product',
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(upload, product)));
    expect(answers.filter((answer) => 'fileIds' in answer)).toHaveLength(1);
    const files = await world.pb.collection('product_files').getFullList();
    expect(files).toMatchObject([
      {
        product,
        name: 'orc.stl',
        part: 'Body',
        scale: '32',
        sha256: SHA256,
        storageKey: STORAGE_KEY,
        sizeZ: 3,
      },
    ]);
    expect((await uploadsOfStore(world.pb, store)).map(({ id }) => id)).not.toContain(upload.id);
    expect(await deleteUpload(world.pb, upload.id)).toBe(false);
    // The bytes are the file's alone: they go with it.
    expect(await uploadOfStore(world.pb, store, upload.id)).toMatchObject({
      state: 'used',
      storageKey: null,
    });
    // Product files come before uploads; other stores see neither.
    expect(await sameContent(world.pb, store, SHA256, 'x')).toEqual({
      kind: 'file',
      id: files[0]?.id,
      name: 'orc.stl',
    });
    expect(await sameContent(world.pb, other, SHA256, 'x')).toBeNull();
  });
});

it('a process that has lost an archive records no member of it', async () => {
  const { id: archiveId } = await begin({ name: 'o.zip', path: 'o.zip' });
  const name = `upload/${archiveId}`;
  const [slow, quick] = [
    { name, holder: newRecordId() },
    { name, holder: newRecordId() },
  ];
  const member = (lease: LeaseHolder) => {
    const upload = { name: 'a.lys', path: 'o/a.lys', sizeBytes: 9, productId: null, storeId: store };
    return beginMember(world.pb, { ...upload, id: newRecordId(), archiveId }, ROOM, NOW, lease);
  };
  const refused = (lease: LeaseHolder) => {
    const upload = { name: 'b.exe', path: 'o/b.exe', sizeBytes: 9, storeId: store, archiveId };
    return recordRefusedMember(world.pb, { ...upload, reason: 'file-kind' }, lease);
  };
  expect(await takeLease(world.pb, slow, -1)).toBe(true);
  expect(await takeLease(world.pb, quick, 60_000)).toBe(true);
  expect([await member(slow), await refused(slow)]).toEqual(['lease-lost', 'lease-lost']);
  expect([await member(quick), await refused(quick)]).toEqual([null, null]);
  await expect(member(quick)).rejects.toThrow('conflict');
});

it('a store on Pro has more storage; when Pro ends everything stays and new uploads are refused', async () => {
  const [shop, product] = await aStore('planner');
  const accounts = world.pb.collection('business_accounts');
  const account = await accounts.create({ store: shop, state: 'active', plan: 'pro' });
  await world.pb.collection('products').update(product, { state: 'published' });
  const first = await begin({ storeId: shop, sizeBytes: 1.5 * GB });
  expect(first.refusal).toBeNull();
  await accounts.update(account.id, { plan: 'free' });
  expect((await begin({ storeId: shop })).refusal).toBe('store-full');
  expect((await uploadsOfStore(world.pb, shop)).map(({ id }) => id)).toEqual([first.id]);
  expect((await world.pb.collection('products').getOne(product))['state']).toBe('published');
});
