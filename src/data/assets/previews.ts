import type PocketBase from 'pocketbase';
import type { ProductFile, SizeMm } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { fileOf } from '../catalogue/product-fields.ts';
import { VISIBLE } from '../catalogue/products.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type { PreviewsRecord, ProductFilesRecord, ProductsRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** A product with its files and their storage keys, from which its preview is chosen. */
export interface PreviewSource {
  productId: string;
  /** When the product last changed. */
  updatedAt: Instant;
  previewOff: boolean;
  files: (ProductFile & { storageKey: string })[];
  stored: StoredPreview | null;
}

/** The stored preview of a product: `none` if there is nothing to show, `failed` if generating it failed. */
export interface StoredPreview {
  state: 'ready' | 'none' | 'failed';
  /** Version of the preview generator that made it. */
  recipe: number;
  /** SHA-256 of the source file; "" if there was none. */
  madeOf: string;
  storageKey: string;
  sha256: string;
  sizeBytes: number;
  triangles: number;
  /** Size of the model itself; the simplified preview may differ slightly. */
  size: SizeMm | null;
  /** Failed attempts in a row, and when to retry. */
  tries: number;
  tryAfter: Instant | null;
}

export const NO_PREVIEW: Omit<StoredPreview, 'recipe' | 'madeOf'> = {
  state: 'none',
  storageKey: '',
  sha256: '',
  sizeBytes: 0,
  triangles: 0,
  size: null,
  tries: 0,
  tryAfter: null,
};

/** Products whose preview is missing, stale, made by an older recipe, or due for a retry. */
export async function productsWithPreviewDue(
  pb: PocketBase,
  recipe: number,
  now: Instant,
  limit: number,
): Promise<string[]> {
  const filter = pb.filter(
    `state != 'archived' && state != 'suspended' && (
      previews_via_product.id = '' || previews_via_product.judgedAt < updated ||
      previews_via_product.recipe < {:recipe} ||
      (previews_via_product.tryAfter != '' && previews_via_product.tryAfter <= {:now}))`,
    { recipe, now: dateOf(now) },
  );
  const list = await pb
    .collection('products')
    .getList<{ id: string }>(1, limit, { filter, fields: 'id', sort: 'id', skipTotal: true });
  return list.items.map(({ id }) => id);
}

/** What a product's preview is made from; null if there is no such product. */
export async function previewSource(pb: PocketBase, productId: string): Promise<PreviewSource | null> {
  if (!isRecordId(productId)) return null;
  const [product, files, stored] = await Promise.all([
    orNull(
      pb.collection('products').getOne<Pick<ProductsRecord, 'updated' | 'previewOff'>>(productId, {
        fields: 'updated,previewOff',
      }),
    ),
    pb.collection('product_files').getFullList<ProductFilesRecord>({
      filter: pb.filter('product = {:productId}', { productId }),
      sort: 'position,name,-version',
    }),
    orNull(pb.collection('previews').getOne<PreviewsRecord>(productId)),
  ]);
  return (
    product && {
      productId,
      updatedAt: instantOf(product.updated) ?? 0,
      previewOff: product.previewOff,
      files: files.map((record) => ({ ...fileOf(record), storageKey: record.storageKey })),
      stored: stored && storedPreviewOf(stored),
    }
  );
}

/** A product file of this store with its storage key; null if the store has no such file. */
export async function sellerFile(
  pb: PocketBase,
  storeId: string,
  { productId, fileId }: { productId: string; fileId: string },
): Promise<(ProductFile & { storageKey: string }) | null> {
  if (!isRecordId(productId) || !isRecordId(fileId)) return null;
  const record = await orNull(
    pb.collection('product_files').getFirstListItem<ProductFilesRecord>(
      pb.filter('id = {:fileId} && product = {:productId} && product.store = {:storeId}', {
        fileId,
        productId,
        storeId,
      }),
    ),
  );
  return record && { ...fileOf(record), storageKey: record.storageKey };
}

/** Stores a product's preview as of `judgedAt`, unless another process has stored one of a later state of the product. */
export async function savePreview(
  pb: PocketBase,
  productId: string,
  preview: StoredPreview,
  judgedAt: Instant,
  now: Instant,
): Promise<void> {
  const { size, tryAfter, ...rest } = preview;
  await transaction(pb)
    .exec(
      sql`INSERT INTO previews (id, product, state, recipe, madeOf, storageKey, sha256, sizeBytes, triangles, sizeX, sizeY, sizeZ, judgedAt, tries, tryAfter, created, updated)
        VALUES ({:productId}, {:productId}, {:state}, {:recipe}, {:madeOf}, {:storageKey}, {:sha256}, {:sizeBytes}, {:triangles}, {:x}, {:y}, {:z}, {:judgedAt}, {:tries}, {:tryAfter}, {:now}, {:now})
        ON CONFLICT (id) DO UPDATE SET state = {:state}, recipe = {:recipe}, madeOf = {:madeOf}, storageKey = {:storageKey}, sha256 = {:sha256},
          sizeBytes = {:sizeBytes}, triangles = {:triangles}, sizeX = {:x}, sizeY = {:y}, sizeZ = {:z},
          judgedAt = {:judgedAt}, tries = {:tries}, tryAfter = {:tryAfter}, updated = {:now}
          WHERE judgedAt <= {:judgedAt} OR recipe < {:recipe} OR tryAfter <> ''`,
      {
        productId,
        ...rest,
        x: size?.x ?? 0,
        y: size?.y ?? 0,
        z: size?.z ?? 0,
        tryAfter: dateOf(tryAfter),
        judgedAt: dateOf(judgedAt),
        now: dateOf(now),
      },
    )
    .run();
}

/** The ids of previews of deleted products, at most `limit`. */
export async function orphanedPreviews(pb: PocketBase, limit: number): Promise<string[]> {
  const list = await pb
    .collection('previews')
    .getList<{ id: string }>(1, limit, { filter: "product.id = ''", fields: 'id', skipTotal: true });
  return list.items.map(({ id }) => id);
}

export async function deletePreview(pb: PocketBase, id: string): Promise<void> {
  await transaction(pb).exec(sql`DELETE FROM previews WHERE id = {:id}`, { id }).run();
}

export type PublicPreview = Pick<StoredPreview, 'storageKey' | 'sha256' | 'sizeBytes'>;

/** The public preview: its product is visible and the seller has not switched it off. Null otherwise. */
export async function publicPreview(pb: PocketBase, productId: string): Promise<PublicPreview | null> {
  if (!isRecordId(productId)) return null;
  const product = await orNull(
    pb
      .collection('products')
      .getFirstListItem<{ expand?: { previews_via_product?: PreviewsRecord[] } }>(
        pb.filter(`id = {:productId} && previewOff = false && ${VISIBLE}`, { productId }),
        { expand: 'previews_via_product', fields: 'id,expand.previews_via_product' },
      ),
  );
  const record = product?.expand?.previews_via_product?.[0];
  return record?.state === 'ready' ? storedPreviewOf(record) : null;
}

function storedPreviewOf(record: PreviewsRecord): StoredPreview {
  const { state, recipe, madeOf, storageKey, sha256, sizeBytes, triangles, tries } = record;
  const { sizeX: x, sizeY: y, sizeZ: z } = record;
  return {
    state: state === '' ? 'none' : state,
    recipe,
    madeOf,
    storageKey,
    sha256,
    sizeBytes,
    triangles,
    size: x > 0 ? { x, y, z } : null,
    tries,
    tryAfter: instantOf(record.tryAfter),
  };
}
