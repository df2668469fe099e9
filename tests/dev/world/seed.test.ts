import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { categoriesNow } from '../../../src/data/catalogue/categories.ts';
import { newestProducts, productsOfStore } from '../../../src/data/catalogue/product-cards.ts';
import { partnerOfProduct, partnersOfStore } from '../../../src/data/catalogue/product-partners.ts';
import { productById, publishedProduct } from '../../../src/data/catalogue/products.ts';
import { shelvesOfStore, storesWithModels, visibleStore } from '../../../src/data/catalogue/stores.ts';
import { bundlesOfStore } from '../../../src/data/commerce/product-bundles.ts';
import { tiersOfGuild } from '../../../src/data/guild/guild-tiers.ts';
import { guildOfStore } from '../../../src/data/guild/guilds.ts';
import { shownReleases } from '../../../src/data/guild/releases.ts';
import { userClient } from '../../../src/data/kernel/client.ts';
import { libraryChanges } from '../../../src/data/library/library-copies.ts';
import { earnedInAll } from '../../../src/data/payments/seller-income.ts';
import {
  BACKSTAGE,
  CATEGORIES,
  DEMO_PASSWORD,
  demoProduct,
  PEOPLE,
  SHOP_WINDOW,
  STORES,
} from '../../../src/dev/world/cast.ts';
import { DEMO_GUILD } from '../../../src/dev/world/guild.ts';
import { seedWorld } from '../../../src/dev/world/seed.ts';
import { publishRefusals } from '../../../src/domain/catalogue/product.ts';
import { libraryItems } from '../../../src/domain/library/library-rows.ts';
import { sumOfIncome } from '../../../src/domain/payments/income.ts';
import { openFolderStore } from '../../../src/server/adapters/files/file-store.ts';
import { guildPanel } from '../../../src/server/guild/seller-guild.ts';
import { allSales } from '../../data/commerce/all-sales.ts';
import { openTestBackend, type TestBackend } from './backend.ts';
import figures from './figures.json' with { type: 'json' };

let backend: TestBackend;
const now = Date.parse('2026-11-20T12:00:00Z');
const lines: string[] = [];
const COLLECTIONS = [
  'users',
  'stores',
  'categories',
  'shelves',
  'products',
  'product_files',
  'view_counts',
  'questions',
  'pre_orders',
  'product_bundles',
  'product_partners',
];

const seed = (progress: (line: string) => void = () => undefined) =>
  seedWorld({ pb: backend.pb, pocketbaseUrl: backend.url, modelsDir: backend.modelsDir, now, progress });

/** All stored records and files, as one text. */
async function everything(): Promise<string> {
  const all = await Promise.all(
    COLLECTIONS.map((name) => backend.pb.collection(name).getFullList({ sort: 'id' })),
  );
  return JSON.stringify([all, (await readdir(backend.modelsDir, { recursive: true })).sort()]);
}

beforeAll(async () => {
  backend = await openTestBackend();
  await seed((line) => lines.push(line));
}, 240_000);
afterAll(() => backend.close());

describe('a seeded database', () => {
  it('shows the 31 products in three open stores, newest first', async () => {
    const cards = await newestProducts(backend.pb, { limit: 100 });
    expect(cards.map(({ name }) => name).sort()).toEqual(SHOP_WINDOW.map(({ name }) => name).sort());
    expect(cards[0]?.name).toBe('Grandfather Hollowbough');
    const { stores } = await storesWithModels(backend.pb, { page: 1, perPage: 10, order: 'newest' });
    expect(stores.map(({ name, productCount }) => [name, productCount])).toEqual([
      ['Orbital Foundry', 7],
      ['Ashgrove Miniatures', 9],
      ['Deepdelve Terrain', 15],
    ]);
    for (const { logo, banner, socials } of stores) {
      expect([logo, banner?.alt, socials.website].every(Boolean)).toBe(true);
    }
  });

  it('hides each product that is not published', async () => {
    for (const { id, state, storeId } of BACKSTAGE) {
      const product = await publishedProduct(backend.pb, id);
      expect(product?.state ?? null).toBe(state === 'unlisted' ? 'unlisted' : null);
      const stored = await productById(backend.pb, id);
      expect(stored?.state).toBe(state);
      expect(stored?.store.id).toBe(storeId);
    }
    expect(await visibleStore(backend.pb, STORES.blackquill.slug)).toBeNull();
  });

  it('counts the products of each shelf', async () => {
    for (const store of [STORES.ashgrove, STORES.deepdelve, STORES.orbital]) {
      for (const shelf of await shelvesOfStore(backend.pb, store.id)) {
        const { total } = await productsOfStore(backend.pb, store.id, {
          page: 1,
          perPage: 1,
          shelf: shelf.id,
        });
        expect([shelf.name, shelf.productCount]).toEqual([shelf.name, total]);
        expect(total).toBeGreaterThan(0);
      }
    }
  });

  it('has the demo categories in their order', async () => {
    const { offered } = await categoriesNow(backend.pb);
    expect(offered).toEqual(CATEGORIES);
  });

  it('has the measured facts of each product’s files', async () => {
    for (const demo of SHOP_WINDOW) {
      const product = await publishedProduct(backend.pb, demo.id);
      if (!product) throw new Error(demo.name);
      const given = figures[demo.model as keyof typeof figures];
      expect(product.volumeMl).toBeCloseTo(given.volumeMl, 1);
      expect(product.size?.z).toBeCloseTo(given.box[2] ?? 0, 0);
      expect(publishRefusals(product, 'active')).toEqual([]);
      expect(product.facets).toEqual(demo.facets);
      expect(product.images).toHaveLength(2);
      expect(product.publishedAt).toBe(now - demo.daysAgo * 86_400_000);
      const roles = product.files.map(({ role }) => role);
      const presupported = demo.facets.supports.includes('presupported') ? ['presupported'] : [];
      expect(roles).toEqual(['unsupported', ...presupported, 'document']);
      for (const { mesh, role } of product.files) {
        expect(mesh?.watertight ?? null).toBe(role === 'document' ? null : true);
      }
    }
  });

  it('stores every file under its hash', async () => {
    const files = await openFolderStore(backend.modelsDir);
    const records = await backend.pb.collection('product_files').getFullList();
    expect(records.length).toBeGreaterThan(80);
    for (const { storageKey, sizeBytes } of records) {
      expect(await files.has(String(storageKey), Number(sizeBytes))).toBe(true);
    }
    const notes = records.find(({ product, role }) => {
      return product === demoProduct('Mossback Cairn-Golem').id && role === 'document';
    });
    const content = await text(await files.open(String(notes?.['storageKey'])));
    expect(content).toContain('Mossback Cairn-Golem');
    expect(createHash('sha256').update(content).digest('hex')).toBe(notes?.['sha256']);
    expect(await readdir(join(backend.modelsDir, 'incoming'))).toEqual([]);
  });

  it('stores pictures as WebP at full width', async () => {
    const product = await productById(backend.pb, demoProduct('Mossback Cairn-Golem').id);
    const file = product?.images[0]?.file ?? '';
    const answer = await fetch(`${backend.url}/api/files/products/${product?.id}/${file}`);
    const { format, width } = await sharp(new Uint8Array(await answer.arrayBuffer())).metadata();
    expect([format, width]).toEqual(['webp', 1200]);
  });

  it('lets users sign in, except the suspended one', async () => {
    const signIn = (email: string) =>
      userClient(backend.url).collection('users').authWithPassword(email, DEMO_PASSWORD);
    const tobias = await signIn(PEOPLE.tobias.email);
    expect([tobias.record['verified'], tobias.record['username']]).toEqual([true, 'tobias']);
    expect((await signIn(PEOPLE.wren.email)).record['verified']).toBe(false);
    await expect(signIn(PEOPLE.corvin.email)).rejects.toMatchObject({ status: 403 });
  });

  it('has a guild whose members own what they have paid for, and no future release', async () => {
    const guild = await guildOfStore(backend.pb, STORES.ashgrove.id);
    expect(guild).toMatchObject({ id: DEMO_GUILD.id, state: 'live', members: 2 });
    expect(guild?.informationShown.map(({ kind }) => kind)).toEqual(['text', 'showcase', 'schedule', 'faq']);
    const tiers = await tiersOfGuild(backend.pb, DEMO_GUILD.id, ['public']);
    expect(tiers.map(({ name, members }) => [name, members])).toEqual([
      ['Sapling', 1],
      ['Heartwood', 1],
      ['Market stall', 0],
    ]);
    const releases = await shownReleases(backend.pb, DEMO_GUILD.id);
    expect(releases.map(({ month, state, reached }) => [month, state, reached])).toEqual([
      ['2026-12', 'scheduled', 0],
      ['2026-11', 'published', 1],
      ['2026-11', 'published', 2],
      ['2026-10', 'published', 1],
    ]);
    const owned = async (userId: string) =>
      libraryItems((await libraryChanges(backend.pb, userId, null)).rows)
        .map(({ name, sources }) => `${name}: ${sources}`)
        .sort();
    expect(await owned(PEOPLE.dorin.id)).toEqual([
      'Grasp of the Drowned Deep: release',
      'Gulper, the Larder Cube: release',
      'Old Fennimore, Sporekeeper: entry_bundle',
    ]);
    expect(await owned(PEOPLE.ines.id)).toEqual([
      'Ashkarra, the Ember Matriarch (Bust): release',
      'Gulper, the Larder Cube: release',
      'Old Fennimore, Sporekeeper: entry_bundle',
    ]);
  });

  it('has a guild whose page shows the same income as Sales', async () => {
    const { pb } = backend;
    const panel = await guildPanel({ pb, now: () => now }, STORES.ashgrove.id);
    if (!panel.guild) throw new Error('the guild is gone');
    const onGuildPage = sumOfIncome(panel.months);
    const sales = await allSales(pb, STORES.ashgrove.id);
    expect(onGuildPage.yoursCents).toBeGreaterThan(0);
    expect(sumOfIncome(sales)).toEqual(onGuildPage);
    expect(await earnedInAll(pb, STORES.ashgrove.id)).toEqual({
      yoursCents: onGuildPage.yoursCents,
      heldCents: 0,
    });
  });

  it('has a price that buyers choose, a bundle that saves money, a model on its way, and one of two artists', async () => {
    const { pb } = backend;
    const product = async (name: string) => await publishedProduct(pb, demoProduct(name).id);
    expect(await product('The Crooked Tankard: Common Room')).toMatchObject({
      priceCents: 200,
      openPrice: { suggestedCents: 500 },
    });
    const bundles = await bundlesOfStore(pb, STORES.orbital.id);
    expect(bundles.map(({ cents, parts }) => [cents, parts.map(({ listCents }) => listCents)])).toEqual([
      [1499, [749, 649, 549]],
    ]);
    const cargo = await product('Dockside Nine: Cargo Drop');
    expect(cargo?.preOrder).toEqual({ promisedDay: Date.parse('2027-03-20'), movedFrom: null });
    const throne = await product('Seat of the Bone Regent');
    expect(await partnerOfProduct(pb, throne?.id ?? '')).toMatchObject({ name: 'Ashgrove Miniatures' });
    const { received } = await partnersOfStore(pb, STORES.ashgrove.id);
    expect(received.map(({ state, percent }) => [state, percent])).toEqual([['agreed', 25]]);
  });

  it('reports its progress', () => {
    expect(lines[0]).toBe('The demo world: people and stores');
    expect(lines.at(-1)).toBe('The demo world: 36 of 36 products');
  });
});

describe('seeding again', () => {
  it('changes nothing', async () => {
    const before = await everything();
    const progress: string[] = [];
    await seed((line) => progress.push(line));
    expect(progress).toEqual([]);
    expect(await everything()).toBe(before);
  });

  it('keeps a seller’s later changes', async () => {
    const { id } = demoProduct("Potter's Field");
    await backend.pb.collection('products').update(id, { state: 'archived' });
    await seed();
    expect((await productById(backend.pb, id))?.state).toBe('archived');
    await backend.pb.collection('products').update(id, { state: 'published' });
  });

  it('resumes after an interruption', async () => {
    const before = (await newestProducts(backend.pb, { limit: 100 })).map(({ name }) => name);
    // As if killed midway: one product is incomplete, one and the last are missing.
    const half = demoProduct('Waystone of the Ninth Hour');
    const missing = demoProduct('Ivygate Ruin');
    const files = await backend.pb.collection('product_files').getFullList({
      filter: `product = '${missing.id}' || product = '${BACKSTAGE.at(-1)?.id}' || (product = '${half.id}' && position > 0)`,
    });
    for (const { id } of files) await backend.pb.collection('product_files').delete(id);
    for (const id of [missing.id, BACKSTAGE.at(-1)?.id ?? ''])
      await backend.pb.collection('products').delete(id);
    await backend.pb.collection('products').update(half.id, { state: 'draft', publishedAt: '' });
    await seed();
    expect((await newestProducts(backend.pb, { limit: 100 })).map(({ name }) => name)).toEqual(before);
    expect((await publishedProduct(backend.pb, half.id))?.files).toHaveLength(2);
  });
});
