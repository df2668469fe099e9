import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProduct } from '../../../src/data/catalogue/product-drafts.ts';
import { createStore } from '../../../src/data/catalogue/store-openings.ts';
import { matchedModel, matchFile } from '../../../src/data/desk/model-matches.ts';
import { queueAges, queuePage } from '../../../src/data/desk/queue.ts';
import { NO_PRINT_SETTINGS } from '../../../src/domain/catalogue/print/print-settings.ts';
import { PRODUCT_FIELDS } from '../../../src/domain/catalogue/product-fields.ts';
import { emptyOf } from '../../../src/domain/kernel/fields/field-table.ts';
import { writeStl } from '../../../src/mesh/stl.ts';
import { type FileStore, openFolderStore } from '../../../src/server/adapters/files/file-store.ts';
import { compareDue } from '../../../src/server/assets/model-matches.ts';
import { addModelFile } from '../../../src/server/assets/product-files.ts';
import { decideAbout } from '../../../src/server/desk/model-matches.ts';
import { openLeases } from '../../../src/server/kernel/leases.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';
import { box, bumpyBall } from '../../mesh/shapes.ts';

let world: TestWorld;
let files: FileStore;
let folder: string;
let made = 0;
const stores = { original: '', thief: '', partner: '' };
const failures: unknown[] = [];
const STAFF = { id: 'staff0000000001', name: 'magnus', role: 'moderator' } as const;

async function aStore(name: string): Promise<string> {
  const { id } = await world.person(name);
  return createStore(world.pb, {
    ...{ ownerId: id, slug: name, name, tagline: '', about: '', socials: {} },
    ...{ state: 'open', openedAt: 0, logo: null, banner: null },
  });
}

/** A published product with these bytes as its only model. */
async function aProduct(storeId: string, bytes: Uint8Array): Promise<string> {
  made += 1;
  const id = await createProduct(world.pb, {
    ...{ storeId, categoryId: null, name: `Chest ${made}`, slug: `chest-${made}`, description: '' },
    ...{ priceCents: 500, free: false, sale: null, shelves: [], tags: [] },
    facets: { type: null, genre: [], scale: null, supports: [], printer: [], parts: null },
    ...emptyOf(PRODUCT_FIELDS),
    licences: ['personal'],
    ...{ print: NO_PRINT_SETTINGS, mature: false, ai: 'none' },
  });
  await world.pb.collection('products').update(id, { state: 'published' });
  await addModel(id, bytes);
  return id;
}

async function addModel(product: string, bytes: Uint8Array): Promise<void> {
  const path = join(folder, 'model.stl');
  await writeFile(path, bytes);
  const file = {
    path,
    name: `${made}.stl`,
    role: 'unsupported' as const,
    position: 0,
    scale: null,
    part: null,
  };
  await addModelFile({ pb: world.pb, files }, product, file);
}

/** Compares all that is due, and answers the products of the open matches, oldest match first. */
async function found(): Promise<[older: string, newer: string][]> {
  const { pb } = world;
  const parts = { pb, files, leases: openLeases(pb), folder: join(folder, 'work'), now: Date.now };
  // Ids decide where two files came in the same millisecond, so that the newest is not always taken first.
  for (;;) {
    await compareDue({ ...parts, onError: (reason) => failures.push(reason) }, new AbortController().signal);
    if ((await pb.collection('model_shapes').getList(1, 1, { filter: "dueAt != ''" })).totalItems === 0)
      break;
    if (failures.length > 0) throw failures[0];
  }
  const matches = await Promise.all((await open()).map(({ id }) => matchFile(pb, id)));
  return matches.flatMap((match) => (match ? [[match.older.product.id, match.newer.product.id]] : []));
}

const open = async () =>
  (await queuePage(world.pb, { kinds: ['match'], after: null, limit: 20, now: Date.now() })).entries;

const MODELS = {
  chest: [20, 1],
  golem: [24, 0.4],
  tower: [28, 1.5],
  dragon: [32, 2],
  well: [36, 2.5],
  tile: [3, 1],
} as const;
const stl = (model: keyof typeof MODELS) => writeStl(bumpyBall(MODELS[model]), model);

/** The model turned and scaled, with its triangles in reverse order. */
function turnedCopy(model: keyof typeof MODELS): Uint8Array {
  const points = bumpyBall(MODELS[model]);
  const out = new Float32Array(points.length);
  for (let at = 0; at < points.length; at += 3) {
    const to = points.length - 3 - at;
    const [x = 0, y = 0, z = 0] = points.subarray(at, at + 3);
    out.set([(x * 0.6 - y * 0.8) * 2, z * 2, (x * 0.8 + y * 0.6) * 2], to);
  }
  return writeStl(out, 'a copy');
}

const decide = (id: string, outcome: Parameters<typeof decideAbout>[2]['outcome']) =>
  decideAbout(world.pb, STAFF, { id, outcome, against: 'newer', claim: 'Where is it from?' }, Date.now());
const firstOpen = async () => (await open())[0]?.id ?? '';

beforeAll(async () => {
  world = await openTestWorld();
  folder = await mkdtemp(join(tmpdir(), 'matches-'));
  files = await openFolderStore(world.modelsDir);
  for (const name of ['original', 'thief', 'partner'] as const) stores[name] = await aStore(name);
}, 60_000);
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

it('a turned copy in another store waits at the desk, once, and nobody else hears of it', async () => {
  const { pb } = world;
  const first = await aProduct(stores.original, stl('chest'));
  await aProduct(stores.original, stl('chest'));
  await aProduct(stores.thief, stl('golem'));
  expect(await found()).toEqual([]);

  const copy = await aProduct(stores.thief, turnedCopy('chest'));
  const pairs = await found();
  expect(pairs.map(([, newer]) => newer)).toEqual([copy, copy]);
  expect(pairs.map(([older]) => older)).toContain(first);
  const [match] = await open();
  expect(match).toMatchObject({ kind: 'match', detail: 'The same mesh, perhaps turned or scaled' });
  expect(await queueAges(pb, ['match', 'report'], 100, Date.now())).toMatchObject([
    { kind: 'match', count: 2, oldestAt: expect.any(Number) },
    { kind: 'report', count: 0, oldestAt: null },
  ]);
  for (const side of ['older', 'newer'] as const)
    expect(await matchedModel(pb, match?.id ?? '', side)).toMatchObject({ storageKey: expect.any(String) });

  await addModel(copy, turnedCopy('chest'));
  expect(await found()).toHaveLength(2);
  for (const collection of ['cases', 'mails', 'notifications'])
    expect((await pb.collection(collection).getList(1, 1)).totalItems, collection).toBe(0);

  for (const { id } of await open()) expect(await decide(id, 'different')).toBeNull();
  await addModel(copy, stl('chest'));
  expect(await found()).toEqual([]);
}, 120_000);

it('a store that is licensed by another one is not compared with it after one decision', async () => {
  await aProduct(stores.original, stl('tower'));
  await aProduct(stores.partner, stl('tower'));
  expect(await found()).toHaveLength(1);
  const id = await firstOpen();
  expect(await decide(id, 'licensed')).toBeNull();
  expect(await decide(id, 'licensed'), 'sent twice').toBeNull();
  expect(await decide(id, 'common')).toBe('decided');
  await aProduct(stores.original, stl('dragon'));
  await aProduct(stores.partner, stl('dragon'));
  expect(await found()).toEqual([]);
  await aProduct(stores.thief, stl('dragon'));
  expect(await found()).toHaveLength(2);
  for (const { id } of await open()) await decide(id, 'different');
}, 120_000);

it('a turned copy of a plain model is found', async () => {
  const first = await aProduct(stores.original, stl('tile'));
  const copy = await aProduct(stores.thief, turnedCopy('tile'));
  expect(await found()).toEqual([[first, copy]]);
  await decide(await firstOpen(), 'different');
}, 120_000);

it('a part that was decided to be common is found no more', async () => {
  const base = writeStl(new Float32Array(box(25, 25, 3)), 'base');
  await aProduct(stores.original, base);
  await aProduct(stores.thief, base);
  expect(await found()).toHaveLength(1);
  expect(await decide(await firstOpen(), 'common')).toBeNull();
  await aProduct(stores.partner, base);
  expect(await found()).toEqual([]);
}, 120_000);

it('a decision opens a case against one side, with the deed in the log', async () => {
  const { pb } = world;
  await aProduct(stores.original, stl('well'));
  const copy = await aProduct(stores.thief, stl('well'));
  expect(await found()).toHaveLength(1);
  const id = await firstOpen();
  expect(await decide(id, 'case')).toBeNull();
  expect(await open()).toEqual([]);
  const cases = await pb.collection('cases').getFullList();
  expect(cases).toMatchObject([
    { what: 'product', subject: copy, kind: 'copyright', state: 'open', claim: 'Where is it from?' },
  ]);
  expect(await pb.collection('audit_log').getFullList({ filter: `record = '${id}'` })).toMatchObject([
    { field: 'match.decide', actorName: 'magnus' },
  ]);
  expect(await decide('a'.repeat(15), 'case')).toBe('not-found');
}, 120_000);
