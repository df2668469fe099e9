import type PocketBase from 'pocketbase';
import type { InspectedModel } from '../../domain/assets/mesh-report.ts';
import {
  isUploadRefusal,
  type NewUpload,
  OPEN_UPLOADS_MAX,
  type SameContent,
  type Upload,
  type UploadRefusal,
  type UploadState,
} from '../../domain/assets/upload.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { PlanStorage } from '../../domain/payments/seller-plan.ts';
import { type NewProductFile, withProductFile } from '../catalogue/product-drafts.ts';
import { dateOf } from '../kernel/fields.ts';
import { IS_HELD_SQL, type LeaseHolder, leaseParams } from '../kernel/leases.ts';
import { ask, type QueryParams, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

const u = tables.uploads.as('u');
const f = tables.productFiles.as('f');

const SELLER_FIELDS = {
  id: u.id,
  storeId: u.store,
  productId: u.product.orNull,
  name: u.name,
  path: u.path,
  archiveId: u.archive.orNull,
  sizeBytes: u.sizeBytes,
  state: u.state,
  reason: u.reason.as((reason) => (isUploadRefusal(reason) ? reason : null)),
  sha256: u.sha256.orNull,
  sameAs: u.sameAs.as((same) => same as SameContent | null),
  mesh: u.mesh.as((mesh) => mesh as InspectedModel | null),
  createdAt: u.created,
};
const SELLER_UPLOAD = shape(SELLER_FIELDS);
const FIELDS = {
  ...SELLER_FIELDS,
  storageKey: u.storageKey.orNull,
  /** CRC-32 of the bytes; "" before they are stored, and where they were stored before checksums were kept. */
  crc32: u.crc32,
  /** The SHA-256 that its sender says it has; null where they do not say. */
  expectedSha256: u.expectedSha256.orNull,
};
export const UPLOAD = shape(FIELDS);
const FILE = shape({ id: f.id, name: f.name });
const SAME_UPLOAD = shape({ id: u.id, name: u.path });

/** An upload with its storage key; for the server only. */
export type StoredUpload = RowOf<typeof FIELDS>;

export type BeginRefusal = Extract<UploadRefusal, 'too-many-open' | 'store-full' | 'upload-product'>;

/**
 * Records a new upload if the store has room for it.
 * @param storage maximum total size of a store's uploads and product files, by plan.
 */
export async function beginUpload(
  pb: PocketBase,
  upload: NewUpload & { id: string; storeId: string },
  storage: PlanStorage,
  now: Instant,
): Promise<BeginRefusal | null> {
  const steps = withNewUpload(transaction(pb), { ...upload, archiveId: '' }, storage, now);
  return refusalToBegin<never>(steps);
}

/** Runs the steps of `withNewUpload`. @param more other refusals that are expected. */
export function refusalToBegin<More extends string>(
  steps: Transaction,
  ...more: More[]
): Promise<BeginRefusal | More | null> {
  return refusalOf<BeginRefusal | More>(steps, ['too-many-open', 'upload-product', 'store-full', ...more]);
}

/** The steps that record an upload. */
export function withNewUpload(
  steps: Transaction,
  upload: NewUpload & { id: string; storeId: string; archiveId: string },
  storage: PlanStorage,
  now: Instant,
): Transaction {
  const { id, storeId, productId, name, path, sizeBytes, archiveId, expectedSha256 } = upload;
  return steps
    .exec(
      sql`INSERT INTO uploads (id, store, product, name, path, archive, sizeBytes, expectedSha256, state, created, updated)
        SELECT {:id}, {:storeId}, {:product}, {:name}, {:path}, {:archiveId}, {:sizeBytes}, {:sha256}, 'uploading', {:now},
          {:now}
        WHERE {:archiveId} <> '' OR (SELECT count(*) FROM uploads
          WHERE store = {:storeId} AND state = 'uploading' AND archive = '') < {:most}`,
      {
        id,
        storeId,
        product: productId ?? '',
        name,
        path,
        archiveId,
        sizeBytes,
        sha256: expectedSha256 ?? '',
        most: OPEN_UPLOADS_MAX,
        now: dateOf(now),
      },
      { expect: 1, else: 'too-many-open' },
    )
    .exec(
      sql`UPDATE uploads SET updated = {:now} WHERE id = {:id} AND (product = '' OR EXISTS (
        SELECT 1 FROM products p WHERE p.id = uploads.product AND p.store = uploads.store))`,
      { id, now: dateOf(now) },
      { expect: 1, else: 'upload-product' },
    )
    .exec(
      sql`UPDATE uploads SET updated = {:now} WHERE id = {:id} AND (
        (SELECT total(sizeBytes) FROM uploads
          WHERE store = {:storeId} AND state IN ('uploading', 'arrived', 'checked'))
        + (SELECT total(f.sizeBytes) FROM product_files f JOIN products p ON p.id = f.product
          WHERE p.store = {:storeId})) <= CASE
          WHEN EXISTS (SELECT 1 FROM business_accounts b WHERE b.store = {:storeId} AND b.plan = 'pro')
          THEN {:pro} ELSE {:free} END`,
      { id, storeId, free: storage.free, pro: storage.pro, now: dateOf(now) },
      { expect: 1, else: 'store-full' },
    );
}

/** An upload of this store; null if the store has none with this id. */
export async function uploadOfStore(
  pb: PocketBase,
  storeId: string,
  uploadId: string,
): Promise<StoredUpload | null> {
  const upload = await uploadById(pb, uploadId);
  return upload?.storeId === storeId ? upload : null;
}

/** An upload of any store; for the server's own work. */
export async function uploadById(pb: PocketBase, uploadId: string): Promise<StoredUpload | null> {
  if (!isRecordId(uploadId)) return null;
  const [upload] = await uploadsWhere(pb, sql`u.id = {:uploadId}`, { uploadId });
  return upload ?? null;
}

async function uploadsWhere(pb: PocketBase, which: Sql, params: QueryParams): Promise<StoredUpload[]> {
  const [found] = await ask(
    pb,
    select(UPLOAD, sql`SELECT ${UPLOAD} FROM uploads u WHERE ${which} ORDER BY u.created, u.id`, params),
  );
  return found;
}

/** A store's uploads that are not used yet, ordered by path. */
export async function uploadsOfStore(pb: PocketBase, storeId: string): Promise<Upload[]> {
  const [found] = await ask(
    pb,
    select(
      SELLER_UPLOAD,
      sql`SELECT ${SELLER_UPLOAD} FROM uploads u WHERE u.store = {:storeId} AND u.state <> 'used' ORDER BY u.path, u.id`,
      { storeId },
    ),
  );
  return found;
}

/** Uploads of all stores in this state, oldest first. */
export async function uploadsInState(
  pb: PocketBase,
  state: UploadState,
  createdBefore: Instant | null = null,
): Promise<StoredUpload[]> {
  return createdBefore === null
    ? uploadsWhere(pb, sql`u.state = {:state}`, { state })
    : uploadsWhere(pb, sql`u.state = {:state} AND u.created < {:before}`, {
        state,
        before: dateOf(createdBefore),
      });
}

/** Marks an upload as fully received. False if it was marked before. */
export async function markArrived(pb: PocketBase, uploadId: string, now: Instant): Promise<boolean> {
  return changeUploadState(pb, uploadId, ['uploading'], 'arrived', now);
}

/** Marks an upload as refused. False if it is already decided, or if another process holds the lease now. */
export async function markUploadRefused(
  pb: PocketBase,
  uploadId: string,
  reason: UploadRefusal,
  now: Instant,
  lease: LeaseHolder,
): Promise<boolean> {
  return changeUploadState(pb, uploadId, ['uploading', 'arrived'], 'refused', now, {
    set: sql`, reason = {:reason}`,
    held: sql`AND ${IS_HELD_SQL}`,
    params: { reason, ...leaseParams(lease) },
  });
}

/** Marks an upload as checked, with its storage key and findings. False as in `markRefused`. */
export async function markChecked(
  pb: PocketBase,
  uploadId: string,
  found: {
    sha256: string;
    crc32: string;
    storageKey: string;
    mesh: InspectedModel | null;
    sameAs: SameContent | null;
  },
  now: Instant,
  lease: LeaseHolder,
): Promise<boolean> {
  const { sha256, crc32, storageKey, mesh, sameAs } = found;
  return changeUploadState(pb, uploadId, ['arrived'], 'checked', now, {
    set: sql`, sha256 = {:sha256}, crc32 = {:crc32}, storageKey = {:storageKey}, mesh = {:mesh}, sameAs = {:sameAs}`,
    held: sql`AND ${IS_HELD_SQL}`,
    params: {
      ...{ sha256, crc32, storageKey, mesh: JSON.stringify(mesh), sameAs: JSON.stringify(sameAs) },
      ...leaseParams(lease),
    },
  });
}

/** Marks an archive as unpacked. False as in `markRefused`. */
export async function markUnpacked(
  pb: PocketBase,
  uploadId: string,
  now: Instant,
  lease: LeaseHolder,
): Promise<boolean> {
  return changeUploadState(pb, uploadId, ['arrived'], 'used', now, {
    set: sql``,
    held: sql`AND ${IS_HELD_SQL}`,
    params: leaseParams(lease),
  });
}

async function changeUploadState(
  pb: PocketBase,
  id: string,
  from: readonly UploadState[],
  to: UploadState,
  now: Instant,
  more: { set: Sql; held: Sql; params: Record<string, string> } = { set: sql``, held: sql``, params: {} },
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE uploads SET state = {:to}, updated = {:now}${more.set}
      WHERE id = {:id} AND state IN (SELECT value FROM json_each({:from})) ${more.held}`,
    { ...more.params, id, to, from: JSON.stringify(from), now: dateOf(now) },
    { expect: 1, else: 'state' },
  );
  return (await refusalOf(steps, ['state'])) === null;
}

/** How the seller lists an upload with a product. */
export type UploadUse = Pick<NewProductFile, 'position' | 'role' | 'scale' | 'part' | 'version'>;

/** Why uploads were not added to a product. */
export type AddUploadsRefusal = 'state' | 'upload-product' | 'changed-meanwhile';

/**
 * Adds checked uploads to a product of the same store, all or none; each becomes `used` and leaves its bytes to the
 * product's file. If the product has no size yet,
 * the first measured file without supports sets its size and outline.
 * @param before adds the steps that belong to it and come first; it may refuse as `changed-meanwhile`
 * @returns the ids of the new product files, or a refusal: not checked, already used, or another store's.
 */
export async function addUploadsToProduct(
  pb: PocketBase,
  product: Pick<Product, 'id' | 'size'>,
  uploads: readonly { upload: StoredUpload; use: UploadUse }[],
  now: Instant,
  before: (steps: Transaction) => void = () => undefined,
): Promise<{ fileIds: string[] } | { refusal: AddUploadsRefusal }> {
  const steps = transaction(pb);
  before(steps);
  const fileIds: string[] = [];
  let isMeasured = product.size !== null;
  for (const { upload, use } of uploads) {
    const { id, storeId, name, sizeBytes, sha256, crc32, storageKey, mesh } = upload;
    if (upload.state !== 'checked' || sha256 === null || storageKey === null) return { refusal: 'state' };
    const measures = !isMeasured && mesh !== null && use.role === 'unsupported';
    isMeasured ||= measures;
    steps
      .exec(
        sql`UPDATE uploads SET state = 'used', product = {:productId}, storageKey = '', updated = {:now}
          WHERE id = {:id} AND state = 'checked'`,
        { id, productId: product.id, now: dateOf(now) },
        { expect: 1, else: 'state' },
      )
      .exec(
        sql`UPDATE uploads SET updated = {:now} WHERE id = {:id} AND EXISTS (
          SELECT 1 FROM products p WHERE p.id = {:productId} AND p.store = {:storeId})`,
        { id, storeId, productId: product.id, now: dateOf(now) },
        { expect: 1, else: 'upload-product' },
      );
    const file = { ...use, name: cleanLine(name), sizeBytes, sha256, crc32, storageKey, mesh };
    fileIds.push(withProductFile(steps, product.id, file, measures));
  }
  const refusal = await refusalOf<AddUploadsRefusal>(steps, ['state', 'upload-product', 'changed-meanwhile']);
  return refusal === null ? { fileIds } : { refusal };
}

/** Deletes an upload. False if it is being checked or already used. */
export async function deleteUpload(pb: PocketBase, uploadId: string): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`DELETE FROM uploads WHERE id = {:id} AND state IN ('uploading', 'checked', 'refused')`,
    { id: uploadId },
    { expect: 1, else: 'state' },
  );
  return (await refusalOf(steps, ['state'])) === null;
}

/** Another file of the store with the same content; product files before uploads. */
export async function sameContent(
  pb: PocketBase,
  storeId: string,
  sha256: string,
  exceptUploadId: string,
): Promise<SameContent | null> {
  const which = { sha256, storeId };
  const [[file], [upload]] = await ask(
    pb,
    select(
      FILE,
      sql`SELECT ${FILE} FROM products p CROSS JOIN product_files f ON f.product = p.id
        WHERE p.store = {:storeId} AND f.sha256 = {:sha256} LIMIT 1`,
      which,
    ),
    select(
      SAME_UPLOAD,
      sql`SELECT ${SAME_UPLOAD} FROM uploads u WHERE u.sha256 = {:sha256} AND u.store = {:storeId}
        AND u.id <> {:exceptUploadId} AND u.state = 'checked' ORDER BY u.created, u.id LIMIT 1`,
      { ...which, exceptUploadId },
    ),
  );
  return file ? { kind: 'file', ...file } : upload ? { kind: 'upload', ...upload } : null;
}
