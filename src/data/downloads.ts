import type PocketBase from 'pocketbase';
import type { Instant } from '../domain/instant.ts';
import type { ProductFile } from '../domain/product.ts';
import { orNull } from './client.ts';
import { dateOf, instantOf, isRecordId, orAbsent } from './fields.ts';
import type { ProductFilesRecord, ProductsRecord, ProductZipsRecord } from './records.ts';
import { transaction } from './transaction.ts';

/** What an owner may fetch, and what he has fetched. Storage keys stay on the server. */
export type DownloadableFile = Pick<
  ProductFile,
  'id' | 'name' | 'role' | 'scale' | 'sizeBytes' | 'sha256' | 'version'
> & { storageKey: string; addedAt: Instant };

export interface Download {
  slug: string;
  files: DownloadableFile[];
}

/** The files of a product this person owns, whatever became of product and store; null where he does not own it. */
export async function downloadOfOwner(
  pb: PocketBase,
  userId: string,
  productId: string,
): Promise<Download | null> {
  if (!isRecordId(productId)) return null;
  const owned = await orNull(
    pb
      .collection('entitlements')
      .getFirstListItem<{ id: string }>(
        pb.filter("user = {:userId} && product = {:productId} && revokedAt = ''", { userId, productId }),
        { fields: 'id' },
      ),
  );
  if (!owned) return null;
  const [product, records] = await Promise.all([
    pb.collection('products').getOne<Pick<ProductsRecord, 'slug'>>(productId, { fields: 'slug' }),
    pb.collection('product_files').getFullList<ProductFilesRecord>({
      filter: pb.filter('product = {:productId}', { productId }),
      sort: 'position,name,version,id',
    }),
  ]);
  return {
    slug: product.slug,
    files: records.map((record) => ({
      id: record.id,
      name: record.name,
      role: record.role === '' ? 'other' : record.role,
      scale: orAbsent(record.scale),
      sizeBytes: record.sizeBytes,
      sha256: record.sha256,
      version: record.version,
      storageKey: record.storageKey,
      addedAt: instantOf(record.created) ?? 0,
    })),
  };
}

/** Notes that a person fetched a part of a product (a file's id, a variant's key, or "all") at a version. */
export async function recordDownload(
  pb: PocketBase,
  download: { userId: string; productId: string; part: string; version: number },
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      `INSERT INTO downloads (id, [[user]], product, part, version, times, lastAt, created, updated)
        VALUES ('d' || lower(hex(randomblob(7))), {:userId}, {:productId}, {:part}, {:version}, 1, {:now}, {:now}, {:now})
        ON CONFLICT ([[user]], product, part) DO UPDATE SET version = {:version}, times = times + 1, lastAt = {:now}, updated = {:now}`,
      { ...download, now: dateOf(at) },
    )
    .run();
}

/** An archive made ready of a product's files. `contents` is one hash over what is in it. */
export interface ProductZip {
  id: string;
  state: 'waiting' | 'building' | 'ready' | 'failed';
  doneBytes: number;
  sizeBytes: number;
  sha256: string;
  storageKey: string;
}

/** The archive of these contents, made known where it is new. */
export async function productZip(
  pb: PocketBase,
  zip: { productId: string; part: string; contents: string; sizeBytes: number },
  now: Instant,
): Promise<ProductZip> {
  await transaction(pb)
    .exec(
      `INSERT OR IGNORE INTO product_zips (id, product, contents, part, state, doneBytes, sizeBytes, sha256, storageKey, error, created, updated)
        VALUES ('z' || lower(hex(randomblob(7))), {:productId}, {:contents}, {:part}, 'waiting', 0, {:sizeBytes}, '', '', '', {:now}, {:now})`,
      { ...zip, now: dateOf(now) },
    )
    .run();
  const record = await pb.collection('product_zips').getFirstListItem<ProductZipsRecord>(
    pb.filter('product = {:productId} && contents = {:contents}', {
      productId: zip.productId,
      contents: zip.contents,
    }),
  );
  const { id, state, doneBytes, sizeBytes, sha256, storageKey } = record;
  return { id, state: state === '' ? 'waiting' : state, doneBytes, sizeBytes, sha256, storageKey };
}

/** Keeps how far an archive has come. */
export async function noteZip(
  pb: PocketBase,
  zipId: string,
  change: Partial<Omit<ProductZip, 'id'>> & { error?: string },
): Promise<void> {
  await pb.collection('product_zips').update(zipId, change);
}
