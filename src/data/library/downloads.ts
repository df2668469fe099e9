import type PocketBase from 'pocketbase';
import type { ProductFile } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { ASKED_NOTED_EVERY_MS } from '../../domain/library/archive.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import type { ProductFilesRecord, ProductsRecord, ProductZipsRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** What an owner may fetch, and what he has fetched. Storage keys stay on the server. */
export type DownloadableFile = Pick<
  ProductFile,
  'id' | 'name' | 'role' | 'scale' | 'sizeBytes' | 'sha256' | 'version' | 'retiredAt'
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
  const [product, files] = await Promise.all([
    pb.collection('products').getOne<Pick<ProductsRecord, 'slug'>>(productId, { fields: 'slug' }),
    downloadableFiles(pb, productId),
  ]);
  return { slug: product.slug, files };
}

/** Whether a product stays this person's to see whatever became of it: he owns it, or it is his own store's. */
export async function isProductKeptFor(pb: PocketBase, userId: string, productId: string): Promise<boolean> {
  if (!isRecordId(productId)) return false;
  const one = (collection: string, filter: string) =>
    orNull(
      pb.collection(collection).getFirstListItem(pb.filter(filter, { userId, productId }), { fields: 'id' }),
    );
  const found = await Promise.all([
    one('entitlements', "user = {:userId} && product = {:productId} && revokedAt = ''"),
    one('products', 'id = {:productId} && store.owner = {:userId}'),
  ]);
  return found.some((record) => record !== null);
}

/** The files of a product in their order, whoever owns it. */
export async function downloadableFiles(pb: PocketBase, productId: string): Promise<DownloadableFile[]> {
  const records = await pb.collection('product_files').getFullList<ProductFilesRecord>({
    filter: pb.filter('product = {:productId}', { productId }),
    sort: 'position,name,version,id',
  });
  return records.map((record) => ({
    id: record.id,
    name: record.name,
    role: record.role === '' ? 'other' : record.role,
    scale: orAbsent(record.scale),
    sizeBytes: record.sizeBytes,
    sha256: record.sha256,
    version: record.version,
    retiredAt: instantOf(record.retiredAt),
    storageKey: record.storageKey,
    addedAt: instantOf(record.created) ?? 0,
  }));
}

/** Notes that a person fetched a part of a product (a file's id, a variant's key, or "all") at a version. */
export async function recordDownload(
  pb: PocketBase,
  download: { userId: string; productId: string; part: string; version: number },
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`INSERT INTO downloads (id, [[user]], product, part, version, times, lastAt, created, updated)
        VALUES (${NEW_ID_SQL}, {:userId}, {:productId}, {:part}, {:version}, 1, {:now}, {:now}, {:now})
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

/** The archive of these contents, made known where it is new. That it was asked for is noted once a day. */
export async function productZip(
  pb: PocketBase,
  zip: { productId: string; part: string; contents: string; sizeBytes: number },
  now: Instant,
): Promise<ProductZip> {
  await transaction(pb)
    .exec(
      sql`INSERT INTO product_zips (id, product, contents, part, state, doneBytes, sizeBytes, sha256, storageKey, error, created, updated)
        VALUES (${NEW_ID_SQL}, {:productId}, {:contents}, {:part}, 'waiting', 0, {:sizeBytes}, '', '', '', {:now}, {:now})
        ON CONFLICT (product, contents) DO UPDATE SET updated = {:now} WHERE updated < {:noted}`,
      { ...zip, now: dateOf(now), noted: dateOf(now - ASKED_NOTED_EVERY_MS) },
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

/** An archive that is there or was begun, and when somebody last asked for it. */
export type KeptZip = Pick<ProductZip, 'id' | 'sizeBytes' | 'storageKey'> & {
  productId: string;
  part: string;
  contents: string;
  askedAt: Instant;
};

/** Every archive. What is not packed yet, or could not be, weighs nothing. */
export async function keptZips(pb: PocketBase): Promise<KeptZip[]> {
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
    askedAt: instantOf(updated) ?? 0,
  }));
}

/** Forgets an archive; its bytes stay for the caller to release. False where somebody has asked for it meanwhile. */
export async function forgetZip(pb: PocketBase, { id, askedAt }: KeptZip): Promise<boolean> {
  const steps = transaction(pb);
  const gone = steps.count(sql`DELETE FROM product_zips WHERE id = {:id} AND updated <= {:askedAt}`, {
    id,
    askedAt: dateOf(askedAt),
  });
  await steps.run();
  return gone.rows === 1;
}
