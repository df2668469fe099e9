import type PocketBase from 'pocketbase';
import type { FileRole, MeasuredMesh, Product, ProductState } from '../../domain/catalogue/product.ts';
import type { ProductText } from '../../domain/catalogue/product-editing.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, textsOf } from '../kernel/fields.ts';
import { first, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { fieldsOfText } from './product-fields.ts';

const p = tables.products.as('p');
const ALTS = shape({ alts: p.imageAlts.as(textsOf) });

/** Writes drafts, their pictures and files, and publishes products. */

/** The text of a new product and its store. Pictures and files are added afterwards. */
export type ProductDraft = Omit<ProductText, 'previewOff' | 'openPrice'> &
  Partial<Pick<ProductText, 'previewOff' | 'openPrice'>> &
  Pick<Product, 'slug'> & { id?: string; storeId: string };

/**
 * Creates a product in state `draft` and returns its id.
 * @throws Refused "conflict" if the id, or the slug within the store, is taken.
 */
export async function createProduct(pb: PocketBase, draft: ProductDraft): Promise<string> {
  const id = draft.id ?? newRecordId();
  await withNewDraft(transaction(pb), { ...draft, id }).run();
  return id;
}

/** Adds the step that creates a product in state `draft`. */
export function withNewDraft(steps: Transaction, { slug, id, storeId, ...text }: ProductDraft): Transaction {
  return steps.create('products', {
    ...fieldsOfText(text),
    ...(id === undefined ? {} : { id }),
    slug,
    store: storeId,
    state: 'draft' satisfies ProductState,
  });
}

/** A picture ready to be stored (re-encoded WebP), and its alt text. */
export interface NewPicture {
  bytes: Uint8Array<ArrayBuffer>;
  alt: string;
}

/** Appends pictures to the product's; the first of all is its main image. */
export async function addProductPictures(
  pb: PocketBase,
  productId: string,
  pictures: NewPicture[],
): Promise<void> {
  const found = await first(
    pb,
    select(ALTS, sql`SELECT ${ALTS} FROM products p WHERE p.id = {:productId}`, { productId }),
  );
  const form = new FormData();
  for (const { bytes } of pictures) {
    form.append('images+', new File([bytes], 'picture.webp', { type: 'image/webp' }));
  }
  form.append('imageAlts', JSON.stringify([...(found?.alts ?? []), ...pictures.map(({ alt }) => alt)]));
  await pb.collection('products').update(productId, form);
}

/** A file already in the file store, to be listed with a product. */
export interface NewProductFile {
  position: number;
  name: string;
  role: FileRole;
  scale: string | null;
  part: string | null;
  sizeBytes: number;
  sha256: string;
  /** CRC-32, 8 hexadecimal digits. Absent where it is not known; it is then read when the file is first packed. */
  crc32?: string;
  version: number;
  storageKey: string;
  mesh: MeasuredMesh | null;
}

/**
 * Lists a file with its product and returns its id. The first measured file without supports gives the product its
 * size, volume and outline, because supports are cut off after printing.
 */
export async function addProductFile(
  pb: PocketBase,
  productId: string,
  file: NewProductFile,
): Promise<string> {
  const steps = transaction(pb);
  const id = withProductFile(steps, productId, file);
  await steps.run();
  return id;
}

/**
 * Adds the steps that list a file with its product. Returns the file's id.
 * @param measures whether the product takes its size, volume and outline from this file.
 */
export function withProductFile(
  steps: Transaction,
  productId: string,
  file: NewProductFile,
  measures = file.role === 'unsupported' && file.position === 0,
): string {
  const { mesh, scale, part, ...rest } = file;
  const size = mesh ? { sizeX: mesh.size.x, sizeY: mesh.size.y, sizeZ: mesh.size.z } : {};
  const facts = mesh
    ? {
        ...size,
        volumeMl: mesh.volumeMl,
        triangles: mesh.triangles,
        watertight: mesh.watertight,
        shells: mesh.shells,
        crowdedEdges: mesh.crowdedEdges ?? 0,
      }
    : {};
  const id = newRecordId();
  steps.create('product_files', {
    id,
    ...rest,
    ...facts,
    product: productId,
    scale: scale ?? '',
    part: part ?? '',
  });
  // The update also marks the product as changed, so that a stale editor cannot publish it.
  const ofProduct = mesh && measures ? { ...size, volumeMl: mesh.volumeMl, outline: mesh.outline } : {};
  steps.update('products', productId, ofProduct);
  return id;
}

export type PublishConflict = 'changed-meanwhile';

/** A product as it was when the rules were checked. */
type SeenProduct = Pick<Product, 'id' | 'store' | 'shelves' | 'state' | 'updatedAt'>;

/**
 * Publishes the product and updates the counters of its store and shelves, all or nothing.
 * @param product as it was when the rules were checked; if it changed since, nothing happens.
 */
export async function markPublished(
  pb: PocketBase,
  product: SeenProduct,
  at: Instant,
  now: Instant,
): Promise<PublishConflict | null> {
  return refusalOf(withPublished(transaction(pb), product, at, now), ['changed-meanwhile']);
}

/** Adds the steps that publish a product and update the counters of its store and shelves. */
export function withPublished(
  steps: Transaction,
  product: SeenProduct,
  at: Instant,
  now: Instant,
): Transaction {
  steps
    .exec(
      sql`UPDATE products SET state = {:published}, publishedAt = {:at}, updated = {:now}
        WHERE id = {:id} AND state = {:state} AND updated = {:seen}`,
      {
        published: 'published' satisfies ProductState,
        at: dateOf(at),
        now: dateOf(now),
        id: product.id,
        state: product.state,
        seen: dateOf(product.updatedAt),
      },
      { expect: 1, else: 'changed-meanwhile' },
    )
    .exec(sql`UPDATE stores SET productCount = productCount + 1 WHERE id = {:id}`, { id: product.store.id });
  for (const id of product.shelves) {
    steps.exec(sql`UPDATE shelves SET productCount = productCount + 1 WHERE id = {:id}`, { id });
  }
  return steps;
}
