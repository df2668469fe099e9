import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createProduct,
  markPublished,
  type ProductDraft,
} from '../../../src/data/catalogue/product-drafts.ts';
import { productById } from '../../../src/data/catalogue/products.ts';
import { createShelves, createStore } from '../../../src/data/catalogue/store-openings.ts';
import { saveBusinessAccount } from '../../../src/data/payments/business-accounts.ts';
import { NO_PRINT_SETTINGS } from '../../../src/domain/catalogue/print/print-settings.ts';
import { PRODUCT_FIELDS } from '../../../src/domain/catalogue/product-fields.ts';
import { emptyOf } from '../../../src/domain/kernel/fields/field-table.ts';
import { writeStl } from '../../../src/mesh/stl.ts';
import { openFolderStore } from '../../../src/server/adapters/files/file-store.ts';
import { addModelFile, type FileIntake } from '../../../src/server/assets/product-files.ts';
import { addPictures, publishProduct } from '../../../src/server/catalogue/product-publishing.ts';
import { ownerOf } from '../../dashboard-states.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

let world: TestWorld;
let intake: FileIntake;
let folder: string;
let storeId: string;
let shelfId: string;
let productId: string;
let drafts = 0;
const now = Date.parse('2026-11-20T12:00:00Z');

const draft = (): ProductDraft => ({
  storeId,
  categoryId: null,
  name: 'Door',
  slug: `door-${++drafts}`,
  description: '',
  priceCents: 500,
  free: false,
  sale: null,
  shelves: [shelfId],
  tags: [],
  facets: {
    type: 'terrain',
    genre: ['fantasy'],
    scale: '32',
    supports: ['support_free'],
    printer: ['resin'],
    parts: 'single',
  },
  ...emptyOf(PRODUCT_FIELDS),
  licences: ['personal'],
  print: NO_PRINT_SETTINGS,
  mature: false,
  ai: 'none',
});

const triangle = writeStl(new Float32Array([0, 0, 0, 4, 0, 0, 0, 5, 1]), 'x');
const blank = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#345' } })
    .png()
    .toBuffer();

async function addFile(name: string, bytes: Uint8Array) {
  const path = join(folder, 'arrived');
  await writeFile(path, bytes);
  const role = name.endsWith('.txt') ? 'document' : 'unsupported';
  return addModelFile(intake, productId, { path, name, role, position: 0, scale: null, part: null });
}

async function productCounts(): Promise<[number, number]> {
  const store = await world.pb.collection('stores').getOne<{ productCount: number }>(storeId);
  const shelf = await world.pb.collection('shelves').getOne<{ productCount: number }>(shelfId);
  return [store.productCount, shelf.productCount];
}

beforeAll(async () => {
  world = await openTestWorld();
  folder = await mkdtemp(join(tmpdir(), 'intake-'));
  intake = { pb: world.pb, files: await openFolderStore(world.modelsDir) };
  const owner = await world.person('seller');
  storeId = await createStore(world.pb, {
    ownerId: owner.id,
    slug: 'doors',
    name: 'Doors',
    tagline: '',
    about: '',
    socials: {},
    state: 'open',
    openedAt: now,
    logo: null,
    banner: null,
  });
  await saveBusinessAccount(world.pb, storeId, { stripeAccountId: '', state: 'active', plan: 'free' });
  shelfId = 'shelf0000000001';
  await createShelves(world.pb, storeId, [{ id: shelfId, slug: 'all', name: 'All' }]);
}, 60_000);
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  productId = await createProduct(world.pb, draft());
});

describe('addModelFile', () => {
  it('measures an STL, lists it, and gives the product its size and outline', async () => {
    await addFile('door.stl', triangle);
    const product = await productById(world.pb, productId);
    const mesh = { size: { x: 4, y: 5, z: 1 }, volumeMl: 0, triangles: 1, watertight: false, shells: 1 };
    expect(product?.files).toMatchObject([
      { name: 'door.stl', sizeBytes: triangle.length, version: 1, mesh },
    ]);
    expect(product?.size).toEqual(mesh.size);
    // Seen from the front the triangle is 4 mm wide and 1 mm tall.
    const corners = product?.outline.flat() ?? [];
    expect(Math.max(...corners.filter((_, at) => at % 2 === 0))).toBe(4);
    expect(Math.max(...corners.filter((_, at) => at % 2 === 1))).toBe(1);
  });

  it.each([
    null,
    'M0 0',
    [[0, 0, 1]],
    [[0, 0, 1, 0, 1, -1]],
    [Array(242).fill(1)],
    { 0: [0, 0, 1, 0, 1, 1] },
  ])('shows no outline if the stored value is invalid: %j', async (outline) => {
    await world.pb.collection('products').update(productId, { outline });
    expect((await productById(world.pb, productId))?.outline).toEqual([]);
  });

  it('accepts a text file', async () => {
    await addFile('notes.txt', new TextEncoder().encode('Print it slowly.'));
    expect((await productById(world.pb, productId))?.files).toMatchObject([{ role: 'document', mesh: null }]);
  });

  it.each([
    ['door.stl', 'file-empty', new Uint8Array(0)],
    ['door.stl', 'stl-size-mismatch', triangle.subarray(0, 120)],
    ['door.STL', 'stl-unreadable', new TextEncoder().encode('#!/bin/sh')],
    ['door.stl', 'stl-not-finite', writeStl(new Float32Array(9).fill(Number.NaN), 'x')],
    ['notes.txt', 'file-no-text', triangle],
    ['notes.txt', 'file-no-text', new Uint8Array(1024 * 1024 + 1).fill(65)],
    ['page.html', 'file-kind', new TextEncoder().encode('<script>')],
    ['noending', 'file-kind', triangle],
  ])('refuses %s (%s) and stores nothing', async (name, code, bytes) => {
    const before = await readdir(world.modelsDir, { recursive: true });
    const refused = await addFile(name, bytes).catch((reason: unknown) => reason);
    expect(refused).toMatchObject({ name: 'FileRefused', code });
    expect((refused as Error).message).toMatch(/^This .*\.$/);
    expect(await readdir(world.modelsDir, { recursive: true })).toEqual(before);
    expect((await productById(world.pb, productId))?.files).toEqual([]);
  });
});

describe('addPictures', () => {
  it('adds them after existing pictures, each with its alt text', async () => {
    await addPictures(intake, productId, [{ bytes: await blank(), alt: 'first' }]);
    await addPictures(intake, productId, [
      { bytes: await blank(), alt: 'second' },
      { bytes: await blank(), alt: 'third' },
    ]);
    const { images = [] } = (await productById(world.pb, productId)) ?? {};
    expect(images.map(({ alt }) => alt)).toEqual(['first', 'second', 'third']);
    for (const { file } of images) expect(file).toMatch(/\.webp$/);
  });

  it('stores none if one is refused', async () => {
    const svg = new TextEncoder().encode('<svg/>');
    const adding = addPictures(intake, productId, [
      { bytes: await blank(), alt: 'good' },
      { bytes: svg, alt: 'bad' },
    ]);
    await expect(adding).rejects.toMatchObject({ name: 'PictureRefused', code: 'picture-kind' });
    expect((await productById(world.pb, productId))?.images).toEqual([]);
  });
});

describe('publishProduct', () => {
  let own = { pb: world?.pb };
  const complete = async () => {
    own = { pb: await ownerOf(world.pb, storeId) };
    await addFile('door.stl', triangle);
    await addPictures(intake, productId, [{ bytes: await blank(), alt: 'a door' }]);
  };

  it('publishes a valid product and counts it once, even with concurrent requests', async () => {
    await complete();
    const [products, onShelf] = await productCounts();
    const answers = await Promise.all(Array.from({ length: 6 }, () => publishProduct(own, productId, now)));
    expect(answers.filter((answer) => answer.length === 0)).toHaveLength(1);
    expect(await publishProduct(own, productId, now)).toEqual(['state']);
    expect(await productCounts()).toEqual([products + 1, onShelf + 1]);
    expect(await productById(world.pb, productId)).toMatchObject({ state: 'published', publishedAt: now });
  });

  it('reports everything that is missing, and publishes nothing', async () => {
    const before = await productCounts();
    expect(await publishProduct(intake, productId, now)).toEqual(['image-missing', 'file-missing']);
    expect(await publishProduct(intake, 'nothing00000000', now)).toEqual(['not-found']);
    expect(await productCounts()).toEqual(before);
    expect((await productById(world.pb, productId))?.state).toBe('draft');
  });

  it('publishes paid products only once the store can be paid, and free ones at once', async () => {
    await complete();
    const setAccount = (state: 'pending' | 'restricted' | 'active') =>
      saveBusinessAccount(world.pb, storeId, { stripeAccountId: '', state, plan: 'free' });
    for (const state of ['pending', 'restricted'] as const) {
      await setAccount(state);
      expect(await publishProduct(own, productId, now)).toEqual(['account-not-active']);
    }
    await world.pb.collection('products').update(productId, { priceCents: 0, free: true });
    expect(await publishProduct(own, productId, now)).toEqual([]);
    await setAccount('active');
  });

  it('does not publish a suspended product', async () => {
    await complete();
    await world.pb.collection('products').update(productId, { state: 'suspended' });
    expect(await publishProduct(own, productId, now)).toEqual(['suspended']);
  });

  it('does nothing if the product changed after the check', async () => {
    await complete();
    const seen = await productById(world.pb, productId);
    if (!seen) throw new Error('the product is gone');
    await world.pb.collection('products').update(productId, { licences: [] });
    const before = await productCounts();
    expect(await markPublished(world.pb, { ...seen, updatedAt: seen.updatedAt - 1 }, now, now)).toBe(
      'changed-meanwhile',
    );
    expect(await productCounts()).toEqual(before);
    expect((await productById(world.pb, productId))?.state).toBe('draft');
  });
});
