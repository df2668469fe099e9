import { readFile } from 'node:fs/promises';
import type PocketBase from 'pocketbase';
import sharp from 'sharp';
import { sql } from '../../../data/kernel/sql.ts';
import { transaction } from '../../../data/kernel/transaction.ts';
import { type SeedOptions, seedCategories, seedPerson, seedStore } from '../seed.ts';
import { hasProducts, seedProducts } from '../seed-products.ts';
import { seedBackers, seedHomePage, seedSaleWeek } from './campaign.ts';
import { FULL_CATEGORIES } from './categories.ts';
import { seedTaste, seedVersions } from './community.ts';
import { HOBBYISTS, seedCrowd } from './crowd.ts';
import { FACES, faceSvg } from './faces.ts';
import { seedWarband } from './guild.ts';
import { seedNews } from './news.ts';
import { FULL_PRODUCTS } from './products.ts';
import { seedOpinions } from './reviews.ts';
import { demoSales, seedSales } from './sales.ts';
import { ARTISTS, FULL_STORES } from './stores.ts';

/** Every so many hobbyists one shows a miniature as their picture. */
const WITH_PICTURE = 3;
const PORTRAIT_PX = 320;

/**
 * Adds to the seeded demo world what only the full one has: artists, models, people and a year of what they did. Does nothing if
 * it is there, and goes on where an earlier run was cut off.
 */
export async function seedFullWorld(options: SeedOptions): Promise<void> {
  const { pb, now, modelsDir } = options;
  const say = options.progress ?? (() => undefined);
  if (await hasProducts(pb, FULL_PRODUCTS)) return;

  say('The full world: artists and people');
  await seedCategories(pb, FULL_CATEGORIES);
  await seedCrowd(pb, now);
  await Promise.all(Object.values(ARTISTS).map((artist) => seedPerson(options, artist)));
  await seedPortraits(pb);
  await Promise.all(Object.values(FULL_STORES).map((store) => seedStore(pb, store, now)));

  const progress = (done: number, all: number) => {
    if (done % 12 === 0 || done === all) say(`The full world: ${done} of ${all} products`);
  };
  await seedProducts(
    { pb, modelsDir, categories: FULL_CATEGORIES, now, progress },
    FULL_PRODUCTS,
    async () => {
      await seedTaste(pb, now);
      await seedVersions(pb, now);
      await seedWarband(pb, now);
      await seedNews(pb, now);
      await seedBackers(pb, now);
      await seedSaleWeek(pb, now);
      await seedHomePage(pb, now);
    },
  );
  say('The full world: a year of sales and reviews');
  const sales = demoSales(now);
  await seedSales(pb, sales);
  await seedOpinions(pb, sales, now);
  await transaction(pb).exec(sql`DELETE FROM product_interest`, {}).run();
}

/** The artists as they are drawn, and hobbyists behind a miniature of theirs. */
async function seedPortraits(pb: PocketBase): Promise<void> {
  const drawn = Object.entries(ARTISTS).map(async ([name, { id }]) => {
    const face = FACES[name];
    if (face) await savePortrait(pb, id, Buffer.from(faceSvg(face)));
  });
  const shown = HOBBYISTS.filter((_, nth) => nth % WITH_PICTURE === 0).map(async ({ id }, nth) => {
    const model = FULL_PRODUCTS[(nth * 5) % FULL_PRODUCTS.length]?.model;
    await savePortrait(pb, id, await readFile(new URL(`./pictures/detail/${model}.webp`, import.meta.url)));
  });
  await Promise.all([...drawn, ...shown]);
}

async function savePortrait(pb: PocketBase, user: string, picture: Buffer): Promise<void> {
  const square = await sharp(picture)
    .resize(PORTRAIT_PX, PORTRAIT_PX)
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
  const form = new FormData();
  form.append('avatar', new File([new Uint8Array(square)], 'avatar.webp', { type: 'image/webp' }));
  await pb.collection('users').update(user, form);
}
