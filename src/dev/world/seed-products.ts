import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import { addProductPictures, createProduct } from '../../data/catalogue/product-drafts.ts';
import { productById } from '../../data/catalogue/products.ts';
import { changeProductState } from '../../data/catalogue/seller-products.ts';
import { storeById } from '../../data/catalogue/stores.ts';
import { savePreOrder } from '../../data/commerce/pre-orders.ts';
import { actingAs, asSeller } from '../../data/kernel/actor.ts';
import { orNull } from '../../data/kernel/client.ts';
import { sql } from '../../data/kernel/sql.ts';
import { transaction } from '../../data/kernel/transaction.ts';
import { PRODUCT_FIELDS } from '../../domain/catalogue/product-fields.ts';
import { emptyOf } from '../../domain/kernel/fields/field-table.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { writeStl } from '../../mesh/stl.ts';
import { cornersOf } from '../../mesh/weld.ts';
import { openFolderStore } from '../../server/adapters/files/file-store.ts';
import { addModelFile, type FileIntake } from '../../server/assets/product-files.ts';
import { addPictures, publishProduct } from '../../server/catalogue/product-publishing.ts';
import type { DemoCategory } from './categories.ts';
import { unpackModel } from './models.ts';
import { printNotesText } from './print-notes.ts';
import type { DemoProduct, DemoView } from './product.ts';
import { presupported } from './supports.ts';

const DAY_MS = 86_400_000;
/** Products created at the same time; pictures and meshes share the cores. */
const AT_ONCE = 4;

export interface ProductSeeding {
  pb: PocketBase;
  modelsDir: string;
  categories: readonly DemoCategory[];
  now: Instant;
  /** Called with the number of finished products and of all. */
  progress: (done: number, all: number) => void;
}

/** Creates the products, each with its pictures and files; `last` runs before the last one, which marks that all is there. */
export async function seedProducts(
  { pb, modelsDir, categories, now, progress }: ProductSeeding,
  products: readonly DemoProduct[],
  last: () => Promise<void>,
): Promise<void> {
  const intake: FileIntake = { pb, files: await openFolderStore(modelsDir) };
  const desk = join(modelsDir, 'incoming', `seed-${randomUUID()}`);
  await mkdir(desk, { recursive: true });
  try {
    let done = 0;
    const seedOne = async (product: DemoProduct) => {
      await seedProduct(intake, categories, product, now, desk);
      done += 1;
      progress(done, products.length);
    };
    await inParallel(products.slice(0, -1), AT_ONCE, seedOne);
    await last();
    for (const product of products.slice(-1)) await seedOne(product);
  } finally {
    await rm(desk, { recursive: true, force: true });
  }
}

/** Whether an earlier run has created them all: the last one is published only after everything else. */
export async function hasProducts(pb: PocketBase, products: readonly DemoProduct[]): Promise<boolean> {
  const last = await productById(pb, products.at(-1)?.id ?? '');
  return last !== null && last.state !== 'draft';
}

/** The steps of a seller; each checks whether an earlier run has already done it. */
async function seedProduct(
  parts: FileIntake,
  categories: readonly DemoCategory[],
  demo: DemoProduct,
  now: Instant,
  desk: string,
): Promise<void> {
  const owner = (await storeById(parts.pb, demo.storeId))?.ownerId ?? '';
  const pb = asSeller(parts.pb, owner);
  const intake = { ...parts, pb };
  if (!(await isThere(pb, demo.id))) await createDraft(pb, categories, demo, now);
  const product = await productById(pb, demo.id);
  if (!product) throw new Error(`the demo product ${demo.name} is missing its store`);
  if (product.state !== 'draft') return;
  if (product.images.length === 0) await seedPictures(intake, demo);
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

async function seedPictures(intake: FileIntake, demo: DemoProduct): Promise<void> {
  const [painted, primer] = await Promise.all([readPicture(demo, 'painted'), readPicture(demo, 'primer')]);
  const plain = [
    { bytes: painted, alt: demo.alt },
    { bytes: primer, alt: `${demo.name} as printed, in grey primer` },
  ];
  if (demo.views.length === 0) return addPictures(intake, demo.id, plain);
  // Pictures of the full world are kept as the site stores them: nothing is left to be taken out of them.
  const views = await Promise.all(
    demo.views.map(async (view) => ({
      bytes: await readPicture(demo, view),
      alt: VIEW_ALTS[view].replace('%', demo.name),
    })),
  );
  const [hero, ...rest] = plain;
  await addProductPictures(intake.pb, demo.id, [...(hero ? [hero] : []), ...views, ...rest]);
}

const VIEW_ALTS: Record<DemoView, string> = {
  back: '% painted, seen from behind',
  detail: '% painted, from close by',
};

async function createDraft(
  pb: PocketBase,
  categories: readonly DemoCategory[],
  demo: DemoProduct,
  now: Instant,
): Promise<void> {
  const { category, shelfIds, sale, ...more } = demo;
  const { model: _, alt: __, state: ___, daysAgo: ____, arrivesInDays: _____, ...written } = more;
  const { folder: ______, views: _______, ...plain } = written;
  const place = categories.flatMap((top) => [top, ...top.children]).find(({ slug }) => slug === category);
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
  const mesh = await unpackModel(
    await readFile(new URL(`./${demo.folder}models/${demo.model}.glb`, import.meta.url)),
  );
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

async function readPicture({ folder, model }: DemoProduct, look: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await readFile(new URL(`./${folder}pictures/${look}/${model}.webp`, import.meta.url)),
  );
}

async function isThere(pb: PocketBase, id: string): Promise<boolean> {
  return (await orNull(pb.collection('products').getOne(id, { fields: 'id' }))) !== null;
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
