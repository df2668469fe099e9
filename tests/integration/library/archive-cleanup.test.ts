import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addProductFile } from '../../../src/data/catalogue/product-drafts.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { downloadableFiles } from '../../../src/data/library/downloads.ts';
import { type FileStore, openFolderStore } from '../../../src/server/adapters/files/file-store.ts';
import { openLeases } from '../../../src/server/kernel/leases.ts';
import { cleanUpArchives } from '../../../src/server/library/archive-cleanup.ts';
import { type Archives, openArchives } from '../../../src/server/library/archives.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';
import { deleteLeftFiles } from '../assets/deleted.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
const ROOMY = 1e12;

let world: TestWorld;
let store: FileStore;
let archives: Archives;
let shop = '';
let made = 0;
let product = '';

beforeAll(async () => {
  world = await openTestWorld();
  store = await openFolderStore(world.modelsDir);
  shop = await world.store('hall');
  archives = openArchives({
    pb: world.pb,
    files: store,
    leases: openLeases(world.pb),
    now: () => NOW,
    onError: (reason) => {
      throw reason;
    },
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const { id } of await world.pb.collection('product_zips').getFullList())
    await world.pb.collection('product_zips').delete(id);
  product = await newProduct();
});

async function newProduct(): Promise<string> {
  const slug = `golem-${++made}`;
  const id = await world.product(shop, { name: slug, state: 'archived' });
  await addFile(id, `${slug}.stl`);
  return id;
}

async function addFile(productId: string, name: string): Promise<void> {
  const bytes = Buffer.alloc(2_000, `${name} `);
  const stored = await store.put(
    (async function* () {
      yield bytes;
    })(),
  );
  const role = 'unsupported';
  const rest = { role, position: 0, scale: '32', part: null, version: 1, mesh: null } as const;
  await addProductFile(world.pb, productId, { ...stored, ...rest, name });
}

/** Builds an archive and backdates its last request by this many days. */
async function packedAgo(productId: string, days: number) {
  const made = await pack(productId);
  await transaction(world.pb)
    .exec(sql`UPDATE product_zips SET updated = {:at} WHERE storageKey = {:key}`, {
      key: made.storageKey,
      at: new Date(NOW - days * DAY_MS).toISOString().replace('T', ' '),
    })
    .run();
  return made;
}

const pack = async (productId: string) =>
  archives.ready({ productId, part: 'all', files: await downloadableFiles(world.pb, productId) });

/** Clears archives, then deletes the files that nothing refers to. */
async function clear(limitBytes = ROOMY): Promise<number> {
  const { pb } = world;
  const onError = (reason: unknown) => {
    throw reason;
  };
  const cleared = await cleanUpArchives({ pb, limitBytes, now: () => NOW, onError });
  await deleteLeftFiles(pb, store);
  return cleared;
}
const isThere = ({ storageKey, sizeBytes }: { storageKey: string; sizeBytes: number }) =>
  store.has(storageKey, sizeBytes);

describe('the archive cleanup', () => {
  it('deletes a superseded archive with its bytes, and keeps the current one and the files', async () => {
    const old = await packedAgo(product, 31);
    await addFile(product, 'a better arm.stl');
    const current = await packedAgo(product, 31);
    expect(await clear()).toBe(1);
    expect([await isThere(old), await isThere(current)]).toEqual([false, true]);
    for (const file of await downloadableFiles(world.pb, product)) expect(await isThere(file)).toBe(true);
    expect(await clear()).toBe(0);
  });

  it('keeps a superseded archive that was requested recently', async () => {
    const old = await packedAgo(product, 29);
    await addFile(product, 'a better arm.stl');
    expect(await clear()).toBe(0);
    expect(await isThere(old)).toBe(true);
  });

  it('deletes the least recently requested ones over the limit; a new request builds them again', async () => {
    const other = await newProduct();
    const older = await packedAgo(product, 9);
    const newer = await packedAgo(other, 3);
    expect(await clear(newer.sizeBytes)).toBe(1);
    expect([await isThere(older), await isThere(newer)]).toEqual([false, true]);
    expect(await pack(product)).toEqual(older);
    expect(await isThere(older)).toBe(true);
  });

  it('keeps one that was requested meanwhile', async () => {
    const kept = await packedAgo(product, 9);
    await pack(product);
    expect(await clear(0)).toBe(0);
    expect(await isThere(kept)).toBe(true);
  });

  it('keeps bytes that an artist also sells as a file', async () => {
    const old = await packedAgo(product, 31);
    const rest = { role: 'other', position: 1, scale: null, part: null, version: 1, mesh: null } as const;
    await addProductFile(world.pb, product, { ...old, ...rest, name: 'golem.zip' });
    expect(await clear()).toBe(1);
    expect(await isThere(old)).toBe(true);
    expect(await world.pb.collection('product_zips').getFullList()).toEqual([]);
  });

  it('deletes one that was never finished', async () => {
    const { id } = await world.pb
      .collection('product_zips')
      .create({ product, contents: 'a'.repeat(64), part: 'all', state: 'failed', sizeBytes: 9 });
    await transaction(world.pb)
      .exec(sql`UPDATE product_zips SET updated = '2026-10-01 00:00:00.000Z' WHERE id = {:id}`, { id })
      .run();
    expect(await clear()).toBe(1);
  });
});
