import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { previewSource, savePreview, sellerFile } from '../../../src/data/assets/previews.ts';
import { createProduct } from '../../../src/data/catalogue/product-drafts.ts';
import { productById } from '../../../src/data/catalogue/products.ts';
import { createStore } from '../../../src/data/catalogue/store-openings.ts';
import { endLease, takeLease } from '../../../src/data/kernel/leases.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { unpackModel } from '../../../src/dev/world/models.ts';
import { NO_PRINT_SETTINGS } from '../../../src/domain/catalogue/print/print-settings.ts';
import { PRODUCT_FIELDS } from '../../../src/domain/catalogue/product-fields.ts';
import { emptyOf } from '../../../src/domain/kernel/fields/field-table.ts';
import { writeStl } from '../../../src/mesh/stl.ts';
import { paths } from '../../../src/paths.ts';
import { type FileStore, openFolderStore } from '../../../src/server/adapters/files/file-store.ts';
import { openPreviews, type Previews } from '../../../src/server/assets/previews.ts';
import { addModelFile } from '../../../src/server/assets/product-files.ts';
import { openLeases } from '../../../src/server/kernel/leases.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';
import { box } from '../../mesh/shapes.ts';
import { deleteLeftFiles } from './deleted.ts';

let world: TestWorld;
let front: TestFront;
let files: FileStore;
let folder: string;
let storeId: string;
let previews: Previews;
let made = 0;
const failures: unknown[] = [];

async function aProduct(...models: [role: 'unsupported' | 'presupported', size: number][]): Promise<string> {
  const id = await createProduct(world.pb, {
    storeId,
    categoryId: null,
    name: 'Box',
    slug: `box-${++made}`,
    description: '',
    priceCents: 500,
    free: false,
    sale: null,
    shelves: [],
    tags: [],
    facets: { type: null, genre: [], scale: null, supports: [], printer: [], parts: null },
    ...emptyOf(PRODUCT_FIELDS),
    licences: ['personal'],
    print: NO_PRINT_SETTINGS,
    mature: false,
    ai: 'none',
  });
  await world.pb.collection('products').update(id, { state: 'published' });
  for (const [position, [role, size]] of models.entries()) await addBox(id, role, size, position);
  return id;
}

async function addBox(id: string, role: 'unsupported' | 'presupported', size: number, position: number) {
  const path = join(folder, 'box.stl');
  await writeFile(path, writeStl(new Float32Array(box(size, size, size)), 'box'));
  const file = { path, name: `${size}.stl`, role, position, scale: null, part: null };
  await addModelFile({ pb: world.pb, files }, id, file);
}

async function shown(id: string) {
  await previews.sweep();
  return (await productById(world.pb, id))?.preview ?? null;
}

async function statusOf(id: string, hash: string): Promise<number> {
  await front.app.settled();
  const answer = await fetch(front.url + paths.preview(id, hash));
  await answer.arrayBuffer();
  return answer.status;
}

beforeAll(async () => {
  world = await openTestWorld();
  folder = await mkdtemp(join(tmpdir(), 'folder-'));
  files = await openFolderStore(world.modelsDir);
  front = await openTestFront(world, { MODELS_DIR: world.modelsDir });
  // The front's own previews would race the ones under test.
  await front.app.assets.previews.close();
  previews = await openPreviews({
    pb: world.pb,
    leases: openLeases(world.pb),
    files,
    folder: join(world.modelsDir, 'previews'),
    now: Date.now,
    onError: (reason) => failures.push(reason),
  });
  const owner = await world.person('seller');
  storeId = await createStore(world.pb, {
    ownerId: owner.id,
    slug: 'boxes',
    name: 'Boxes',
    tagline: '',
    about: '',
    socials: {},
    state: 'open',
    openedAt: 0,
    logo: null,
    banner: null,
  });
}, 60_000);
afterAll(async () => {
  await previews.close();
  await front.close();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

it('serves the model without supports publicly, under an immutable URL', async () => {
  const id = await aProduct(['presupported', 30], ['unsupported', 20]);
  const preview = await shown(id);
  expect(preview).toMatchObject({ size: { x: 20, y: 20, z: 20 } });
  const answer = await fetch(front.url + paths.preview(id, preview?.hash ?? ''));
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'model/gltf-binary',
    'content-length': String(preview?.sizeBytes),
    'cache-control': 'public, max-age=2592000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  const mesh = await unpackModel(new Uint8Array(await answer.arrayBuffer()));
  expect(mesh.indices).toHaveLength(36);
  expect(await statusOf(id, 'a'.repeat(64))).toBe(404);
});

it('updates with the product: no file, new files', async () => {
  const id = await aProduct();
  expect(await shown(id)).toBeNull();
  await addBox(id, 'presupported', 11, 1);
  const first = await shown(id);
  expect(first?.size.x).toBe(11);
  await addBox(id, 'unsupported', 12, 0);
  const second = await shown(id);
  expect(second?.size.x).toBe(12);
  expect(await statusOf(id, first?.hash ?? '')).toBe(404);
  expect(await statusOf(id, second?.hash ?? '')).toBe(200);
});

it('is not found while switched off, or while the product or its store is hidden', async () => {
  const id = await aProduct(['unsupported', 13]);
  const { hash = '' } = (await shown(id)) ?? {};
  const change = (collection: string, record: string, to: object) =>
    world.pb.collection(collection).update(record, to);
  expect(await statusOf(id, hash)).toBe(200);
  await change('products', id, { previewOff: true });
  expect(await statusOf(id, hash)).toBe(404);
  expect(await shown(id)).toBeNull();
  await change('products', id, { previewOff: false, state: 'draft' });
  expect(await statusOf(id, hash)).toBe(404);
  await change('products', id, { state: 'unlisted' });
  expect(await statusOf(id, hash)).toBe(200);
  await change('stores', storeId, { state: 'closed' });
  expect(await statusOf(id, hash)).toBe(404);
  await change('stores', storeId, { state: 'open' });
  expect(await statusOf(id, hash)).toBe(200);
});

it('is not made while switched off', async () => {
  const id = await aProduct();
  await world.pb.collection('products').update(id, { previewOff: true });
  await addBox(id, 'unsupported', 14, 0);
  await previews.sweep();
  expect(await world.pb.collection('previews').getOne(id)).toMatchObject({ state: 'none', storageKey: '' });
  await world.pb.collection('products').update(id, { previewOff: false });
  expect((await shown(id))?.size.x).toBe(14);
});

it('keeps the file as long as any product shows it', async () => {
  const [one, other] = [await aProduct(['unsupported', 15]), await aProduct(['unsupported', 15])];
  await shown(one);
  const { storageKey, sizeBytes } = await world.pb.collection('previews').getOne(one);
  await world.pb.collection('products').update(one, { previewOff: false });
  for (const file of await world.pb.collection('product_files').getFullList({ filter: `product = '${one}'` }))
    await world.pb.collection('product_files').delete(file.id);
  await world.pb.collection('products').delete(one);
  await previews.sweep();
  await deleteLeftFiles(world.pb, files);
  expect(await files.has(storageKey, sizeBytes)).toBe(true);
  await addBox(other, 'unsupported', 16, 0);
  await world.pb
    .collection('product_files')
    .update(
      (await world.pb.collection('product_files').getFirstListItem(`product = '${other}' && name = '15.stl'`))
        .id,
      { position: 5 },
    );
  expect((await shown(other))?.size.x).toBe(16);
  await deleteLeftFiles(world.pb, files);
  expect(await files.has(storageKey, sizeBytes)).toBe(false);
});

it('logs a model that cannot be read and shows none; other previews are still made', async () => {
  const bad = await aProduct(['unsupported', 17]);
  const file = await world.pb.collection('product_files').getFirstListItem(`product = '${bad}'`);
  await files.delete(file['storageKey']);
  const good = await aProduct(['unsupported', 18]);
  expect((await shown(good))?.size.x).toBe(18);
  expect(failures).toMatchObject([{ code: 'file-missing' }]);
  expect(await world.pb.collection('previews').getOne(bad)).toMatchObject({ state: 'failed', tries: 1 });
  // Its retry is not due yet.
  await previews.sweep();
  expect(failures).toHaveLength(1);
});

it('makes urgent previews first', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) ids.push(await aProduct(['unsupported', 20 + n]));
  previews.enqueue(ids);
  previews.prioritise(ids[3] ?? '');
  await previews.sweep();
  const rows = await world.pb.collection('previews').getFullList({ sort: 'updated' });
  const order = rows.map(({ id }) => id).filter((id) => ids.includes(id));
  // One had already started.
  expect(order.indexOf(ids[3] ?? '')).toBeLessThanOrEqual(1);
});

it('continues after the site was stopped in the middle', async () => {
  await previews.close();
  const id = await aProduct(['unsupported', 19]);
  previews = await openPreviews({
    pb: world.pb,
    leases: openLeases(world.pb),
    files,
    folder: join(world.modelsDir, 'previews'),
    now: Date.now,
    onError: (reason) => failures.push(reason),
  });
  expect((await shown(id))?.size.x).toBe(19);
  expect(await readFile(join(folder, 'box.stl'))).toBeDefined();
});

it('a preview is made by one process at a time, and an older one never replaces it', async () => {
  const id = await aProduct(['unsupported', 21]);
  const lease = { name: `preview/${id}`, holder: newRecordId() };
  expect(await takeLease(world.pb, lease, 3_600_000)).toBe(true);
  expect(await shown(id)).toBeNull();
  await endLease(world.pb, lease);
  expect((await shown(id))?.size.x).toBe(21);

  const source = await previewSource(world.pb, id);
  if (!source?.stored) return expect.unreachable();
  const older = { ...source.stored, triangles: 1 };
  await savePreview(world.pb, id, older, source.updatedAt - 1, Date.now());
  expect((await previewSource(world.pb, id))?.stored).toEqual(source.stored);
});

it('makes a light model of any file for its seller, even for drafts and when switched off', async () => {
  const id = await aProduct(['presupported', 30], ['unsupported', 20]);
  await world.pb.collection('products').update(id, { previewOff: true, state: 'draft' });
  const [first] = (await productById(world.pb, id))?.files ?? [];
  const request = { productId: id, fileId: first?.id ?? '' };
  const file = await sellerFile(world.pb, storeId, request);
  if (!file) throw new Error('the file was not found');
  const {
    assets: { filePreviews },
  } = front.app;
  const glb = await filePreviews.glbOf(file);
  expect((await unpackModel(glb ?? new Uint8Array())).indices).toHaveLength(36);
  expect(await filePreviews.glbOf(file)).toBe(glb);
  expect(await filePreviews.glbOf({ ...file, name: 'readme.txt' })).toBeNull();

  expect(await sellerFile(world.pb, 'a'.repeat(15), request)).toBeNull();
  expect(await sellerFile(world.pb, storeId, { ...request, productId: 'a'.repeat(15) })).toBeNull();
  expect(await sellerFile(world.pb, storeId, { ...request, fileId: '" || 1=1 //' })).toBeNull();
});
