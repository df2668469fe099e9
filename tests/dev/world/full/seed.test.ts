import { afterAll, beforeAll, expect, it } from 'vitest';
import { categoriesNow } from '../../../../src/data/catalogue/categories.ts';
import { newestProducts } from '../../../../src/data/catalogue/product-cards.ts';
import { productById } from '../../../../src/data/catalogue/products.ts';
import { guildOfStore } from '../../../../src/data/guild/guilds.ts';
import { userClient } from '../../../../src/data/kernel/client.ts';
import { accessGroupsOfStore } from '../../../../src/data/library/access-groups.ts';
import { DEMO_PASSWORD, SHOP_WINDOW } from '../../../../src/dev/world/cast.ts';
import { CAMPAIGN } from '../../../../src/dev/world/full/campaign.ts';
import { FULL_CATEGORIES } from '../../../../src/dev/world/full/categories.ts';
import { BOGTOOTH_GUILD, BOGTOOTH_MEMBERS } from '../../../../src/dev/world/full/guild.ts';
import { FULL_PRODUCTS } from '../../../../src/dev/world/full/products.ts';
import { REVIEW_COUNT } from '../../../../src/dev/world/full/reviews.ts';
import { seedFullWorld } from '../../../../src/dev/world/full/seed.ts';
import { FULL_STORES } from '../../../../src/dev/world/full/stores.ts';
import { seedWorld } from '../../../../src/dev/world/seed.ts';
import { openTestBackend, type TestBackend } from '../backend.ts';

let backend: TestBackend;
const now = Date.parse('2026-11-20T12:00:00Z');
const options = () => ({ pb: backend.pb, pocketbaseUrl: backend.url, modelsDir: backend.modelsDir, now });
const count = async (collection: string, filter = '') =>
  (await backend.pb.collection(collection).getList(1, 1, { filter, fields: 'id' })).totalItems;

beforeAll(async () => {
  backend = await openTestBackend();
  await seedWorld(options());
  await seedFullWorld(options());
}, 480_000);
afterAll(() => backend.close());

it('sells the models of the small world and its own, with four pictures each', async () => {
  const cards = await newestProducts(backend.pb, { limit: 200 });
  expect(cards.map(({ name }) => name).sort()).toEqual(
    [...SHOP_WINDOW, ...FULL_PRODUCTS].map(({ name }) => name).sort(),
  );
  for (const { id, alt } of FULL_PRODUCTS) {
    const product = await productById(backend.pb, id);
    expect([product?.images.length, product?.images[0]?.alt]).toEqual([4, alt]);
    expect(product?.files.every(({ mesh, role }) => role === 'document' || mesh?.watertight)).toBe(true);
  }
  expect((await categoriesNow(backend.pb)).offered).toEqual(FULL_CATEGORIES);
});

it('has 300 reviews, of people who own what they review', async () => {
  expect(await count('reviews')).toBe(REVIEW_COUNT);
  const reviews = await backend.pb.collection('reviews').getFullList<{ user: string; product: string }>();
  const owned = await backend.pb.collection('entitlements').getFullList<{ user: string; product: string }>();
  const keys = new Set(owned.map(({ user, product }) => `${user}/${product}`));
  for (const { user, product } of reviews) expect(keys.has(`${user}/${product}`)).toBe(true);
});

it('has a guild with 140 members and a year of months', async () => {
  const guild = await guildOfStore(backend.pb, FULL_STORES.bogtooth.id);
  expect(guild?.state).toBe('live');
  expect(await count('guild_members', `guild = '${BOGTOOTH_GUILD.id}' && state = 'active'`)).toBe(
    BOGTOOTH_MEMBERS,
  );
  expect(await count('guild_months', `guild = '${BOGTOOTH_GUILD.id}'`)).toBeGreaterThanOrEqual(12);
});

it('has a campaign whose backers have claimed, and a sale week that runs', async () => {
  const [group] = await accessGroupsOfStore(backend.pb, CAMPAIGN.storeId);
  expect(group?.claimed).toBeGreaterThan(50);
  expect(group?.invited).toBeGreaterThan(5);
  expect(await count('sale_week_products')).toBeGreaterThan(10);
});

it('lets a hobbyist sign in with the password of all', async () => {
  const signedIn = await userClient(backend.url)
    .collection('users')
    .authWithPassword('greywash@guildhall.test', DEMO_PASSWORD);
  expect(signedIn.record['username']).toBe('greywash');
});

it('is left as it is by a second start', async () => {
  const before = await Promise.all(
    ['users', 'products', 'reviews', 'orders', 'follows'].map((name) => count(name)),
  );
  await seedFullWorld(options());
  expect(
    await Promise.all(['users', 'products', 'reviews', 'orders', 'follows'].map((name) => count(name))),
  ).toEqual(before);
});
