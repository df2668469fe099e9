import type PocketBase from 'pocketbase';
import type { ProductFile, SizeMm } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { fileIn, isVisible } from '../catalogue/product-parts.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { from, type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const v = tables.previews.as('v');
const p = tables.products.as('p');
const s = tables.stores.as('s');
const f = tables.productFiles.as('f');

const FILE = shape({ ...fileIn(f), storageKey: f.storageKey });
const ID = shape({ id: p.id });
const PREVIEW_ID = shape({ id: v.id });
const PREVIEWED = shape({ updatedAt: p.updated, previewOff: p.previewOff });
const STORED_FIELDS = {
  /** `none` if there is nothing to show, `failed` if generating it failed. */
  state: v.state,
  /** Version of the preview generator that made it. */
  recipe: v.recipe,
  /** SHA-256 of the source file; "" if there was none. */
  madeOf: v.madeOf,
  storageKey: v.storageKey,
  sha256: v.sha256,
  sizeBytes: v.sizeBytes,
  triangles: v.triangles,
  /** Size of the model itself; the simplified preview may differ slightly. */
  size: from({ x: v.sizeX, y: v.sizeY, z: v.sizeZ }, (size): SizeMm | null => (size.x > 0 ? size : null)),
  /** Failed attempts in a row, and when to retry. */
  tries: v.tries,
  tryAfter: v.tryAfter,
};
const STORED = shape(STORED_FIELDS);
const PUBLIC_FIELDS = { storageKey: v.storageKey, sha256: v.sha256, sizeBytes: v.sizeBytes };
const PUBLIC = shape(PUBLIC_FIELDS);

/** The stored preview of a product. */
export type StoredPreview = RowOf<typeof STORED_FIELDS>;

/** A product with its files and their storage keys, from which its preview is chosen. */
export interface PreviewSource {
  productId: string;
  /** When the product last changed. */
  updatedAt: Instant;
  previewOff: boolean;
  files: (ProductFile & { storageKey: string })[];
  stored: StoredPreview | null;
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
  const [due] = await ask(
    pb,
    select(
      ID,
      sql`SELECT ${ID} FROM products p LEFT JOIN previews v ON v.product = p.id
        WHERE p.state NOT IN ('archived', 'suspended') AND (v.id IS NULL OR v.judgedAt < p.updated
          OR v.recipe < {:recipe} OR (v.tryAfter <> '' AND v.tryAfter <= {:now})) ORDER BY p.id LIMIT {:limit}`,
      { recipe, now: dateOf(now), limit },
    ),
  );
  return due.map(({ id }) => id);
}

/** What a product's preview is made from; null if there is no such product. */
export async function previewSource(pb: PocketBase, productId: string): Promise<PreviewSource | null> {
  if (!isRecordId(productId)) return null;
  const [[product], files, [stored]] = await ask(
    pb,
    select(PREVIEWED, sql`SELECT ${PREVIEWED} FROM products p WHERE p.id = {:productId}`, { productId }),
    select(
      FILE,
      sql`SELECT ${FILE} FROM product_files f WHERE f.product = {:productId} ORDER BY f.position, f.name, f.version DESC`,
      { productId },
    ),
    select(STORED, sql`SELECT ${STORED} FROM previews v WHERE v.id = {:productId}`, { productId }),
  );
  return product ? { productId, ...product, files, stored: stored ?? null } : null;
}

/** A product file of this store with its storage key; null if the store has no such file. */
export async function sellerFile(
  pb: PocketBase,
  storeId: string,
  { productId, fileId }: { productId: string; fileId: string },
): Promise<(ProductFile & { storageKey: string }) | null> {
  if (!isRecordId(productId) || !isRecordId(fileId)) return null;
  return first(
    pb,
    select(
      FILE,
      sql`SELECT ${FILE} FROM product_files f JOIN products p ON p.id = f.product
        WHERE f.id = {:fileId} AND f.product = {:productId} AND p.store = {:storeId}`,
      { fileId, productId, storeId },
    ),
  );
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
  const [orphaned] = await ask(
    pb,
    select(
      PREVIEW_ID,
      sql`SELECT ${PREVIEW_ID} FROM previews v LEFT JOIN products p ON p.id = v.product WHERE p.id IS NULL LIMIT {:limit}`,
      { limit },
    ),
  );
  return orphaned.map(({ id }) => id);
}

export async function deletePreview(pb: PocketBase, id: string): Promise<void> {
  await transaction(pb).exec(sql`DELETE FROM previews WHERE id = {:id}`, { id }).run();
}

export type PublicPreview = RowOf<typeof PUBLIC_FIELDS>;

/** The public preview: its product is visible and the seller has not switched it off. Null otherwise. */
export async function publicPreview(pb: PocketBase, productId: string): Promise<PublicPreview | null> {
  if (!isRecordId(productId)) return null;
  return first(
    pb,
    select(
      PUBLIC,
      sql`SELECT ${PUBLIC} FROM previews v JOIN products p ON p.id = v.product JOIN stores s ON s.id = p.store
        WHERE p.id = {:productId} AND v.state = 'ready' AND p.previewOff = FALSE AND ${isVisible(p, s)}`,
      { productId },
    ),
  );
}
