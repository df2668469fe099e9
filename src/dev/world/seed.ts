import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import sharp from 'sharp';
import { createProduct } from '../../data/catalogue/product-drafts.ts';
import { productById } from '../../data/catalogue/products.ts';
import { changeProductState } from '../../data/catalogue/seller-products.ts';
import { createShelves, createStore, saveSellerStatus } from '../../data/catalogue/store-openings.ts';
import { storeById } from '../../data/catalogue/stores.ts';
import { savePreOrder } from '../../data/commerce/pre-orders.ts';
import { giveRole } from '../../data/identity/roles.ts';
import { actingAs, asSeller } from '../../data/kernel/actor.ts';
import { orNull, userClient } from '../../data/kernel/client.ts';
import { sql } from '../../data/kernel/sql.ts';
import { transaction } from '../../data/kernel/transaction.ts';
import { accountOfStore, saveBusinessAccount } from '../../data/payments/business-accounts.ts';
import { PRODUCT_FIELDS } from '../../domain/catalogue/product-fields.ts';
import { emptyOf } from '../../domain/kernel/fields/field-table.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { writeStl } from '../../mesh/stl.ts';
import { cornersOf } from '../../mesh/weld.ts';
import { openFolderStore } from '../../server/adapters/files/file-store.ts';
import { addModelFile, type FileIntake } from '../../server/assets/product-files.ts';
import { addPictures, publishProduct } from '../../server/catalogue/product-publishing.ts';
import { processPicture } from '../../server/kernel/picture-intake.ts';
import { seedCases } from './cases.ts';
import { CATEGORIES, type DemoProduct, PEOPLE, PRODUCTS, STORES } from './cast.ts';
import { seedConversations } from './conversations.ts';
import { seedFollows } from './follows.ts';
import { seedGuild } from './guild.ts';
import { unpackModel } from './models.ts';
import { seedNotifications } from './notifications.ts';
import { seedOffers } from './offers.ts';
import type { DemoPerson } from './people.ts';
import { seedPosts } from './posts.ts';
import { printNotesText } from './print-notes.ts';
import { seedQuestions } from './questions.ts';
import type { DemoStore } from './stores.ts';
import { presupported } from './supports.ts';
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
/** Products created at the same time; pictures and meshes share the cores. */
const AT_ONCE = 4;

/**
 * Fills an empty database with the demo world, through the code that people use. Does nothing if the world is complete,
 * even if its sellers have changed it since; continues an earlier run that was cut off.
 */
export async function seedWorld(options: SeedOptions): Promise<void> {
  const { pb, now, modelsDir } = options;
  const say = options.progress ?? (() => undefined);
  if (await isComplete(pb)) return;

  say('The demo world: people and stores');
  await Promise.all([
    seedCategories(pb),
    ...Object.values(PEOPLE).map((person) => seedPerson(options, person)),
  ]);
  await Promise.all(Object.values(STORES).map((store) => seedStore(pb, store, now)));

  const intake: FileIntake = { pb, files: await openFolderStore(modelsDir) };
  const desk = join(modelsDir, 'incoming', `seed-${randomUUID()}`);
  await mkdir(desk, { recursive: true });
  try {
    let done = 0;
    const seedOne = async (product: DemoProduct) => {
      await seedProduct(intake, product, now, desk);
      done += 1;
      if (done % 6 === 0 || done === PRODUCTS.length)
        say(`The demo world: ${done} of ${PRODUCTS.length} products`);
    };
    await inParallel(PRODUCTS.slice(0, -1), AT_ONCE, seedOne);
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
    // The last product marks that everything is there; see isComplete.
    for (const last of PRODUCTS.slice(-1)) await seedOne(last);
  } finally {
    await rm(desk, { recursive: true, force: true });
  }
}

/** The last product is published only after everything else. */
async function isComplete(pb: PocketBase): Promise<boolean> {
  const last = await productById(pb, PRODUCTS.at(-1)?.id ?? '');
  return last !== null && last.state !== 'draft';
}

async function seedPerson({ pb, pocketbaseUrl, now }: SeedOptions, person: DemoPerson): Promise<void> {
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

async function seedCategories(pb: PocketBase): Promise<void> {
  const known = new Set(
    (await pb.collection('categories').getFullList({ fields: 'id' })).map(({ id }) => id),
  );
  const steps = transaction(pb);
  let missing = 0;
  CATEGORIES.forEach((top, position) => {
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

async function seedStore(pb: PocketBase, store: DemoStore, now: Instant): Promise<void> {
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

/** The steps of a seller; each checks whether an earlier run has already done it. */
async function seedProduct(parts: FileIntake, demo: DemoProduct, now: Instant, desk: string): Promise<void> {
  const owner = (await storeById(parts.pb, demo.storeId))?.ownerId ?? '';
  const pb = asSeller(parts.pb, owner);
  const intake = { ...parts, pb };
  if (!(await exists(pb, 'products', demo.id))) await createDraft(pb, demo, now);
  const product = await productById(pb, demo.id);
  if (!product) throw new Error(`the demo product ${demo.name} is missing its store`);
  if (product.state !== 'draft') return;
  if (product.images.length === 0) {
    const [painted, primer] = await Promise.all([
      readPicture(`painted/${demo.model}`),
      readPicture(`primer/${demo.model}`),
    ]);
    await addPictures(intake, demo.id, [
      { bytes: painted, alt: demo.alt },
      { bytes: primer, alt: `${demo.name} as printed, in grey primer` },
    ]);
  }
  await seedFiles(intake, demo, new Set(product.files.map(({ name }) => name)), desk);
  const at = now - demo.daysAgo * DAY_MS;
  if (demo.arrivesInDays !== null) {
    const day = now - (now % DAY_MS) + demo.arrivesInDays * DAY_MS;
    if (!(await savePreOrder(pb, demo, day, now))) throw new Error(`${demo.name} cannot be promised`);
  }
  if (demo.state === 'published') {
    const refusals = await publishProduct(intake, demo.id, now, at);
    if (refusals.length > 0) throw new Error(`${demo.name} cannot be published: ${refusals.join(', ')}`);
  } else if (demo.state !== 'draft') {
    const filled = await productById(pb, demo.id);
    // Not by its seller's steps: the demo world's operator leads it to where it is.
    const operator = actingAs(parts.pb, { id: '', name: 'demo world', role: 'operator' });
    const raced =
      filled && (await changeProductState(operator, filled, demo.state, now, { publishedAt: at }));
    if (raced !== null) throw new Error(`${demo.name} cannot be led to ${demo.state}: ${raced}`);
  }
}

async function createDraft(pb: PocketBase, demo: DemoProduct, now: Instant): Promise<void> {
  const { category, shelfIds, sale, ...more } = demo;
  const { model: _, alt: __, state: ___, daysAgo: ____, arrivesInDays: _____, ...plain } = more;
  const place = CATEGORIES.flatMap((top) => [top, ...top.children]).find(({ slug }) => slug === category);
  await createProduct(pb, {
    ...emptyOf(PRODUCT_FIELDS),
    ...plain,
    mature: false,
    categoryId: place?.id ?? null,
    shelves: shelfIds,
    sale: sale && {
      percent: sale.percent,
      from: now + sale.fromDay * DAY_MS,
      to: now + sale.toDay * DAY_MS,
    },
  });
  // Some products are more popular than others: a number made from the id, the same in every database.
  await transaction(pb)
    .exec(sql`UPDATE products SET popularity = {:popularity} WHERE id = {:id}`, {
      popularity: Number.parseInt(demo.id.slice(0, 4), 36) % 250,
      id: demo.id,
    })
    .run();
}

async function seedFiles(
  intake: FileIntake,
  demo: DemoProduct,
  known: Set<string>,
  desk: string,
): Promise<void> {
  const mesh = await unpackModel(await readFile(new URL(`./models/${demo.model}.glb`, import.meta.url)));
  const title = `${demo.model} - Guildhall demo model, millimetres`;
  const files = [
    {
      name: `${demo.slug}.stl`,
      role: 'unsupported' as const,
      bytes: () => writeStl(cornersOf(mesh), title),
    },
    ...(demo.facets.supports.includes('presupported')
      ? [
          {
            name: `${demo.slug}-presupported.stl`,
            role: 'presupported' as const,
            bytes: () => writeStl(presupported(mesh), `${title}, supported`),
          },
        ]
      : []),
    {
      name: 'print-notes.txt',
      role: 'document' as const,
      bytes: () => new TextEncoder().encode(printNotesText(demo)),
    },
  ];
  for (const [position, { name, role, bytes }] of files.entries()) {
    if (known.has(name)) continue;
    const path = join(desk, `${demo.id}-${position}`);
    await writeFile(path, bytes());
    const scale = role === 'document' ? null : demo.facets.scale;
    await addModelFile(intake, demo.id, { path, name, role, position, scale, part: null });
    await rm(path);
  }
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

/** Runs `work` for each item, at most `width` at a time; the first failure ends it. */
async function inParallel<T>(items: T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
