import type PocketBase from 'pocketbase';
import type { ProductFile } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { REQUEST_RECORDED_EVERY_MS } from '../../domain/library/archive.ts';
import { openPreOrders, preOrderOf } from '../commerce/pre-orders.ts';
import { anyOf, partsOf } from '../kernel/any-of.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import { IS_HELD_SQL, type LeaseHolder, leaseParams } from '../kernel/leases.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import type { ProductFilesRecord, ProductsRecord, ProductZipsRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** A file that an owner may download. The storage key must not leave the server. */
export type DownloadableFile = Pick<
  ProductFile,
  'id' | 'name' | 'role' | 'scale' | 'sizeBytes' | 'sha256' | 'version' | 'retiredAt'
> & {
  storageKey: string;
  /** CRC-32, 8 hexadecimal digits; "" for a file of before checksums were kept. */
  crc32: string;
  addedAt: Instant;
};

export interface Download {
  slug: string;
  files: DownloadableFile[];
}

/**
 * The files of a product the user owns, in whatever state product and store are; null if they do not own it, or it is a
 * pre-order that was not delivered.
 */
export async function downloadOfOwner(
  pb: PocketBase,
  userId: string,
  productId: string,
): Promise<Download | null> {
  if (!isRecordId(productId)) return null;
  // One trip: what it says of a product that is not owned stays here.
  const [owned, product, files, preOrder] = await Promise.all([
    orNull(
      pb
        .collection('entitlements')
        .getFirstListItem<{ id: string }>(
          pb.filter("user = {:userId} && product = {:productId} && revokedAt = ''", { userId, productId }),
          { fields: 'id' },
        ),
    ),
    orNull(pb.collection('products').getOne<Pick<ProductsRecord, 'slug'>>(productId, { fields: 'slug' })),
    downloadableFiles(pb, productId),
    preOrderOf(pb, productId),
  ]);
  if (!owned || !product || preOrder?.state === 'open') return null;
  return { slug: product.slug, files };
}

/** A product of a selection with the names of its folders in an archive. */
export interface SelectedProduct {
  id: string;
  name: string;
  /** The store's name. */
  store: string;
  files: DownloadableFile[];
}

/** These products with their files, in the given order; null unless the user owns every one of them. */
export async function selectionOfOwner(
  pb: PocketBase,
  userId: string,
  productIds: readonly string[],
): Promise<SelectedProduct[] | null> {
  const wanted = [...new Set(productIds)];
  if (!wanted.every(isRecordId)) return null;
  const parts = await Promise.all(partsOf(wanted).map((ids) => selectedPart(pb, userId, ids)));
  const found = new Map(parts.flat().map((product) => [product.id, product]));
  const selected = wanted.flatMap((id) => found.get(id) ?? []);
  return selected.length === wanted.length ? selected : null;
}

async function selectedPart(pb: PocketBase, userId: string, ids: string[]): Promise<SelectedProduct[]> {
  const [owned, products, files] = await Promise.all([
    pb.collection('entitlements').getFullList<{ product: string }>({
      filter: `${pb.filter('user = {:userId}', { userId })} && revokedAt = '' && ${anyOf(pb, 'product', ids)}`,
      fields: 'product',
    }),
    pb
      .collection('products')
      .getFullList<Pick<ProductsRecord, 'id' | 'name'> & { expand?: { store?: { name: string } } }>({
        filter: anyOf(pb, 'id', ids),
        fields: 'id,name,expand.store.name',
        expand: 'store',
      }),
    pb.collection('product_files').getFullList<ProductFilesRecord>({
      filter: anyOf(pb, 'product', ids),
      sort: FILE_ORDER,
    }),
  ]);
  const isOwned = new Set(owned.map(({ product }) => product));
  const awaited = await openPreOrders(pb, ids);
  return products
    .filter(({ id }) => isOwned.has(id))
    .map(({ id, name, expand }) => ({
      id,
      name,
      store: expand?.store?.name ?? '',
      // A pre-order that is not delivered has nothing yet.
      files: awaited.has(id) ? [] : files.filter(({ product }) => product === id).map(downloadableFile),
    }));
}

/** Whether a user may see a product in whatever state it is: they own it, or their store sells it. */
export async function canAlwaysSeeProduct(
  pb: PocketBase,
  userId: string,
  productId: string,
): Promise<boolean> {
  if (!isRecordId(productId)) return false;
  const first = (collection: string, filter: string) =>
    orNull(
      pb.collection(collection).getFirstListItem(pb.filter(filter, { userId, productId }), { fields: 'id' }),
    );
  const found = await Promise.all([
    first('entitlements', "user = {:userId} && product = {:productId} && revokedAt = ''"),
    first('products', 'id = {:productId} && store.owner = {:userId}'),
  ]);
  return found.some((record) => record !== null);
}

/** The files of a product in their order, without a check of ownership. */
export async function downloadableFiles(pb: PocketBase, productId: string): Promise<DownloadableFile[]> {
  const records = await pb.collection('product_files').getFullList<ProductFilesRecord>({
    filter: pb.filter('product = {:productId}', { productId }),
    sort: FILE_ORDER,
  });
  return records.map(downloadableFile);
}

const FILE_ORDER = 'position,name,version,id';

function downloadableFile(record: ProductFilesRecord): DownloadableFile {
  return {
    id: record.id,
    name: record.name,
    role: record.role === '' ? 'other' : record.role,
    scale: orAbsent(record.scale),
    sizeBytes: record.sizeBytes,
    sha256: record.sha256,
    version: record.version,
    retiredAt: instantOf(record.retiredAt),
    storageKey: record.storageKey,
    crc32: record.crc32,
    addedAt: instantOf(record.created) ?? 0,
  };
}

/** Stores the checksum of a file that had none. */
export async function saveChecksum(pb: PocketBase, storageKey: string, crc32: string): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE product_files SET crc32 = {:crc32} WHERE storageKey = {:storageKey} AND crc32 = ''`, {
      storageKey,
      crc32,
    })
    .run();
}

/** A download of a part of a product: a file's id, a variant's key, or "all". */
export interface RecordedDownload {
  userId: string;
  productId: string;
  part: string;
  version: number;
  sizeBytes: number;
}

/** Records downloads that ended at the same time. That they began was written down by `deliveries.ts`. */
export async function recordDownloads(
  pb: PocketBase,
  downloads: readonly RecordedDownload[],
  at: Instant,
): Promise<void> {
  const steps = transaction(pb);
  for (const download of downloads)
    steps.exec(
      sql`INSERT INTO downloads (id, [[user]], product, part, version, times, sentBytes, lastAt, begunAt, created, updated)
        VALUES (${NEW_ID_SQL}, {:userId}, {:productId}, {:part}, {:version}, 1, {:sizeBytes}, {:now}, {:now}, {:now}, {:now})
        ON CONFLICT ([[user]], product, part) DO UPDATE SET version = {:version}, times = times + 1,
          sentBytes = sentBytes + {:sizeBytes}, lastAt = {:now}, updated = {:now}`,
      { ...download, now: dateOf(at) },
    );
  await steps.run();
}

/** An archive of a product's files. `contents` is one hash over its entries. */
export interface ProductArchive {
  id: string;
  state: 'waiting' | 'building' | 'ready' | 'failed';
  doneBytes: number;
  sizeBytes: number;
  sha256: string;
  storageKey: string;
}

/** The archive with these contents; inserted if it is new. Records the request, at most once a day. */
export async function requestArchive(
  pb: PocketBase,
  archive: { productId: string; part: string; contents: string; sizeBytes: number },
  now: Instant,
): Promise<ProductArchive> {
  await transaction(pb)
    .exec(
      sql`INSERT INTO product_zips (id, product, contents, part, state, doneBytes, sizeBytes, sha256, storageKey, error, created, updated)
        VALUES (${NEW_ID_SQL}, {:productId}, {:contents}, {:part}, 'waiting', 0, {:sizeBytes}, '', '', '', {:now}, {:now})
        ON CONFLICT (product, contents) DO UPDATE SET updated = {:now} WHERE updated < {:recordedBefore}`,
      { ...archive, now: dateOf(now), recordedBefore: dateOf(now - REQUEST_RECORDED_EVERY_MS) },
    )
    .run();
  const record = await pb.collection('product_zips').getFirstListItem<ProductZipsRecord>(
    pb.filter('product = {:productId} && contents = {:contents}', {
      productId: archive.productId,
      contents: archive.contents,
    }),
  );
  return archiveOf(record);
}

/** An archive by its id; null once it was cleaned up. */
export async function archiveById(pb: PocketBase, archiveId: string): Promise<ProductArchive | null> {
  const record = await orNull(pb.collection('product_zips').getOne<ProductZipsRecord>(archiveId));
  return record && archiveOf(record);
}

function archiveOf(record: ProductZipsRecord): ProductArchive {
  const { id, state, doneBytes, sizeBytes, sha256, storageKey } = record;
  return { id, state: state === '' ? 'waiting' : state, doneBytes, sizeBytes, sha256, storageKey };
}

/** Records how far the build of an archive is. Does nothing if another process holds the lease now. */
export async function recordArchiveProgress(
  pb: PocketBase,
  archiveId: string,
  doneBytes: number,
  lease: LeaseHolder,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE product_zips SET state = 'building', doneBytes = {:doneBytes}, error = ''
        WHERE id = {:archiveId} AND ${IS_HELD_SQL}`,
      { archiveId, doneBytes, ...leaseParams(lease) },
    )
    .run();
}

/** Records the stored bytes of an archive. Does nothing if another process holds the lease now. */
export async function recordArchiveBuilt(
  pb: PocketBase,
  archiveId: string,
  { storageKey, sha256, sizeBytes }: Pick<ProductArchive, 'storageKey' | 'sha256' | 'sizeBytes'>,
  lease: LeaseHolder,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE product_zips SET state = 'ready', doneBytes = {:sizeBytes}, storageKey = {:storageKey},
          sha256 = {:sha256}, sizeBytes = {:sizeBytes}
        WHERE id = {:archiveId} AND ${IS_HELD_SQL}`,
      { archiveId, storageKey, sha256, sizeBytes, ...leaseParams(lease) },
    )
    .run();
}

/** Records why an archive could not be built. Does nothing if another process holds the lease now. */
export async function recordArchiveFailed(
  pb: PocketBase,
  archiveId: string,
  error: string,
  lease: LeaseHolder,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE product_zips SET state = 'failed', error = {:error} WHERE id = {:archiveId} AND ${IS_HELD_SQL}`,
      { archiveId, error: error.slice(0, 500), ...leaseParams(lease) },
    )
    .run();
}

/** An archive in any state, and when it was last requested. */
export type ArchiveRecord = Pick<ProductArchive, 'id' | 'sizeBytes' | 'storageKey'> & {
  productId: string;
  part: string;
  contents: string;
  requestedAt: Instant;
};

/** All archives. Those that are not ready count 0 bytes. */
export async function allArchives(pb: PocketBase): Promise<ArchiveRecord[]> {
  const records = await pb.collection('product_zips').getFullList<ProductZipsRecord>({
    fields: 'id,product,part,contents,state,sizeBytes,storageKey,updated',
    batch: 1000,
  });
  return records.map(({ id, product, part, contents, state, sizeBytes, storageKey, updated }) => ({
    id,
    productId: product,
    part,
    contents,
    sizeBytes: state === 'ready' ? sizeBytes : 0,
    storageKey,
    requestedAt: instantOf(updated) ?? 0,
  }));
}

/** Deletes an archive's record; its bytes follow. False if it was requested meanwhile. */
export async function deleteArchive(pb: PocketBase, { id, requestedAt }: ArchiveRecord): Promise<boolean> {
  const steps = transaction(pb);
  const deleted = steps.count(sql`DELETE FROM product_zips WHERE id = {:id} AND updated <= {:requestedAt}`, {
    id,
    requestedAt: dateOf(requestedAt),
  });
  await steps.run();
  return deleted.rows === 1;
}
