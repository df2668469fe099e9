import { readFile } from 'node:fs/promises';
import type PocketBase from 'pocketbase';
import sharp from 'sharp';
import { createShelves, createStore, saveSellerStatus } from '../../data/catalogue/store-openings.ts';
import { giveRole } from '../../data/identity/roles.ts';
import { orNull, userClient } from '../../data/kernel/client.ts';
import { sql } from '../../data/kernel/sql.ts';
import { transaction } from '../../data/kernel/transaction.ts';
import { accountOfStore, saveBusinessAccount } from '../../data/payments/business-accounts.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { processPicture } from '../../server/kernel/picture-intake.ts';
import { seedCases } from './cases.ts';
import { CATEGORIES, type DemoCategory, PEOPLE, PRODUCTS, STORES } from './cast.ts';
import { seedConversations } from './conversations.ts';
import { seedFollows } from './follows.ts';
import { seedGuild } from './guild.ts';
import { seedNotifications } from './notifications.ts';
import { seedOffers } from './offers.ts';
import type { DemoPerson } from './people.ts';
import { seedPosts } from './posts.ts';
import { seedQuestions } from './questions.ts';
import { hasProducts, seedProducts } from './seed-products.ts';
import type { DemoStore } from './stores.ts';
import { seedViews } from './views.ts';
import { seedWishes } from './wishes.ts';

export interface SeedOptions {
  /** The service's client. */
  pb: PocketBase;
  /** PocketBase's address; demo people sign up there like anybody else. */
  pocketbaseUrl: string;
  /** Folder of the model files. */
  modelsDir: string;
  /** The moment from which "three days ago" is counted. */
  now: Instant;
  /** Called with one line for each step. */
  progress?: (line: string) => void;
}

const DAY_MS = 86_400_000;

/**
 * Fills an empty database with the demo world, through the code that people use. Does nothing if the world is complete,
 * even if its sellers have changed it since; continues an earlier run that was cut off.
 */
export async function seedWorld(options: SeedOptions): Promise<void> {
  const { pb, now, modelsDir } = options;
  const say = options.progress ?? (() => undefined);
  if (await hasProducts(pb, PRODUCTS)) return;

  say('The demo world: people and stores');
  await Promise.all([
    seedCategories(pb, CATEGORIES),
    ...Object.values(PEOPLE).map((person) => seedPerson(options, person)),
  ]);
  await Promise.all(Object.values(STORES).map((store) => seedStore(pb, store, now)));

  const progress = (done: number, all: number) => {
    if (done % 6 === 0 || done === all) say(`The demo world: ${done} of ${all} products`);
  };
  await seedProducts({ pb, modelsDir, categories: CATEGORIES, now, progress }, PRODUCTS, async () => {
    await seedWishes(pb, now);
    await seedFollows(pb, now);
    await seedQuestions(pb, now);
    await seedPosts(pb, now);
    await seedNotifications(pb, now);
    await seedOffers(pb, now);
    await seedConversations(pb, now);
    await seedCases(pb, now);
    await seedGuild(pb, now);
    await seedViews(pb, now);
    // Views of months ago are no interest of today: the products are as popular as their ids say.
    await transaction(pb).exec(sql`DELETE FROM product_interest`, {}).run();
  });
}

/** Creates a person by sign-up, and what confirmation and the operator would add. */
export async function seedPerson({ pb, pocketbaseUrl, now }: SeedOptions, person: DemoPerson): Promise<void> {
  const { id, username, email, password, verified, suspended, portrait } = person;
  if (!(await exists(pb, 'users', id))) {
    await userClient(pocketbaseUrl)
      .collection('users')
      .create({ id, username, email, password, passwordConfirm: password });
  }
  // Instead of a confirmation mail and the operator.
  const form = new FormData();
  form.append('verified', String(verified));
  form.append('suspended', String(suspended));
  if (portrait !== null) {
    const face = await processPicture(await readPicture(`painted/${portrait}`), 'square');
    form.append('avatar', new File([face], 'avatar.webp', { type: 'image/webp' }));
  }
  await pb.collection('users').update(id, form);
  if (person.role !== null) await giveRole(pb, { userId: id, role: person.role, givenBy: 'demo world', now });
}

/** Creates the categories that are missing. */
export async function seedCategories(pb: PocketBase, categories: readonly DemoCategory[]): Promise<void> {
  const known = new Set(
    (await pb.collection('categories').getFullList({ fields: 'id' })).map(({ id }) => id),
  );
  const steps = transaction(pb);
  let missing = 0;
  categories.forEach((top, position) => {
    for (const [place, { children: _, ...category }] of [
      [position, top] as const,
      ...top.children.entries(),
    ]) {
      if (known.has(category.id)) continue;
      missing += 1;
      const parent = category.id === top.id ? '' : top.id;
      steps.create('categories', { ...category, position: place, parent });
    }
  });
  if (missing > 0) await steps.run();
}

/** Creates a store with its shelves and its account at the payment stand-in. */
export async function seedStore(pb: PocketBase, store: DemoStore, now: Instant): Promise<void> {
  const { shelves, logo, banner, openedDaysAgo, business, sellerStatus, ...rest } = store;
  if (!(await exists(pb, 'stores', store.id))) {
    await createStore(pb, {
      ...rest,
      openedAt: now - openedDaysAgo * DAY_MS,
      logo: logo === null ? null : await processPicture(await drawn(logo), 'square'),
      banner: banner && {
        bytes: await processPicture(await readPicture(`banners/${banner.picture}`)),
        alt: banner.alt,
      },
    });
    await saveSellerStatus(pb, store.id, sellerStatus, now);
  }
  if (!(await accountOfStore(pb, store.id)))
    await saveBusinessAccount(pb, store.id, {
      stripeAccountId: '',
      state: 'active',
      plan: 'free',
      ...business,
    });
  const first = shelves[0];
  if (first && !(await exists(pb, 'shelves', first.id))) await createShelves(pb, store.id, shelves);
}

async function readPicture(name: string): Promise<Uint8Array> {
  return readFile(new URL(`./pictures/${name}.webp`, import.meta.url));
}

/** A drawing of art/ as pixels; SVG itself is never accepted. */
async function drawn(name: string): Promise<Uint8Array> {
  return sharp(await readFile(new URL(`./art/${name}.svg`, import.meta.url)))
    .png()
    .toBuffer();
}

async function exists(pb: PocketBase, collection: string, id: string): Promise<boolean> {
  return (await orNull(pb.collection(collection).getOne(id, { fields: 'id' }))) !== null;
}
