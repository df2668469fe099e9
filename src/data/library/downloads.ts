import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { REQUEST_RECORDED_EVERY_MS } from '../../domain/library/archive.ts';
import { dateOf } from '../kernel/fields.ts';
import { IS_HELD_SQL, type LeaseHolder, leaseParams } from '../kernel/leases.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag, number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

/** Whether the user of `{:userId}` owns a product `p`. */
const IS_OWNED = sql`EXISTS (SELECT 1 FROM entitlements e
  WHERE e.[[user]] = {:userId} AND e.product = p.id AND e.revokedAt = '')`;
/** Whether a product `p` is a pre-order that was not delivered. */
const IS_AWAITED = sql`EXISTS (SELECT 1 FROM pre_orders o WHERE o.product = p.id AND o.state = 'open')`;
const FILE_ORDER = sql`f.position, f.name, f.version, f.id`;
const ARCHIVES_AT_ONCE = 1000;

const f = tables.productFiles.as('f');
const p = tables.products.as('p');
const s = tables.stores.as('s');
const z = tables.productZips.as('z');

const FILE = {
  ...{ id: f.id, name: f.name, role: f.role, scale: f.scale, sizeBytes: f.sizeBytes, sha256: f.sha256 },
  ...{ version: f.version, retiredAt: f.retiredAt, storageKey: f.storageKey },
  /** CRC-32, 8 hexadecimal digits; "" for a file of before checksums were kept. */
  crc32: f.crc32,
  addedAt: f.created,
};
const FILE_ROW = shape(FILE);
const OF_PRODUCT = shape({ productId: f.product, file: FILE });
const SLUG = shape({ slug: p.slug });
const SELECTED = shape({ id: p.id, name: p.name, store: s.name.or(''), isAwaited: value(IS_AWAITED, flag) });
const SEEN = shape({ id: p.id });
const ARCHIVE = {
  ...{ id: z.id, state: z.state, doneBytes: z.doneBytes, sizeBytes: z.sizeBytes },
  ...{ sha256: z.sha256, storageKey: z.storageKey },
};
const ARCHIVE_ROW = shape(ARCHIVE);
const STORED = {
  id: z.id,
  productId: z.product,
  part: z.part,
  contents: z.contents,
  sizeBytes: value(sql`iif(z.state = 'ready', z.sizeBytes, 0)`, number),
  storageKey: z.storageKey,
  requestedAt: z.updated,
};
const STORED_ROW = shape(STORED);

/** A file that an owner may download. The storage key must not leave the server. */
export type DownloadableFile = RowOf<typeof FILE>;

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
  const params = { userId, productId };
  // One trip: what it says of a product that is not owned stays here.
  const [[product], files] = await ask(
    pb,
    select(
      SLUG,
      sql`SELECT ${SLUG} FROM products p WHERE p.id = {:productId} AND ${IS_OWNED} AND NOT ${IS_AWAITED}`,
      params,
    ),
    select(
      FILE_ROW,
      sql`SELECT ${FILE_ROW} FROM product_files f WHERE f.product = {:productId} ORDER BY ${FILE_ORDER}`,
      params,
    ),
  );
  return product ? { slug: product.slug, files } : null;
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
  const [products, files] = await ask(
    pb,
    select(
      SELECTED,
      sql`SELECT ${SELECTED} FROM json_each({:wanted}) j CROSS JOIN products p ON p.id = j.value
        LEFT JOIN stores s ON s.id = p.store WHERE ${IS_OWNED}`,
      { userId, wanted },
    ),
    select(
      OF_PRODUCT,
      sql`SELECT ${OF_PRODUCT} FROM json_each({:wanted}) j CROSS JOIN product_files f ON f.product = j.value
        ORDER BY ${FILE_ORDER}`,
      { wanted },
    ),
  );
  if (products.length !== wanted.length) return null;
  const found = new Map(products.map((product) => [product.id, product]));
  const filesOf = Map.groupBy(files, ({ productId }) => productId);
  return wanted.flatMap((wantedId) => {
    const product = found.get(wantedId);
    if (!product) return [];
    const { id, name, store, isAwaited } = product;
    // A pre-order that is not delivered has nothing yet.
    return { id, name, store, files: isAwaited ? [] : (filesOf.get(id) ?? []).map(({ file }) => file) };
  });
}

/** Whether a user may see a product in whatever state it is: they own it, or their store sells it. */
export async function canAlwaysSeeProduct(
  pb: PocketBase,
  userId: string,
  productId: string,
): Promise<boolean> {
  if (!isRecordId(productId)) return false;
  const [seen] = await ask(
    pb,
    select(
      SEEN,
      sql`SELECT ${SEEN} FROM products p WHERE p.id = {:productId} AND (${IS_OWNED}
        OR EXISTS (SELECT 1 FROM stores s WHERE s.id = p.store AND s.owner = {:userId}))`,
      { userId, productId },
    ),
  );
  return seen.length > 0;
}

/** The files of a product in their order, without a check of ownership. */
export async function downloadableFiles(pb: PocketBase, productId: string): Promise<DownloadableFile[]> {
  const [files] = await ask(
    pb,
    select(
      FILE_ROW,
      sql`SELECT ${FILE_ROW} FROM product_files f WHERE f.product = {:productId} ORDER BY ${FILE_ORDER}`,
      { productId },
    ),
  );
  return files;
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
export type ProductArchive = RowOf<typeof ARCHIVE>;

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
  const { productId, contents } = archive;
  const requested = await first(
    pb,
    select(
      ARCHIVE_ROW,
      sql`SELECT ${ARCHIVE_ROW} FROM product_zips z WHERE z.product = {:productId} AND z.contents = {:contents}`,
      { productId, contents },
    ),
  );
  if (!requested) throw new Error(`the archive of ${productId} was not stored`);
  return requested;
}

/** An archive by its id; null once it was cleaned up. */
export async function archiveById(pb: PocketBase, archiveId: string): Promise<ProductArchive | null> {
  return first(
    pb,
    select(ARCHIVE_ROW, sql`SELECT ${ARCHIVE_ROW} FROM product_zips z WHERE z.id = {:archiveId}`, {
      archiveId,
    }),
  );
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
export type ArchiveRecord = RowOf<typeof STORED>;

/** All archives. Those that are not ready count 0 bytes. */
export async function allArchives(pb: PocketBase): Promise<ArchiveRecord[]> {
  const archives: ArchiveRecord[] = [];
  for (;;) {
    const [found] = await ask(
      pb,
      select(
        STORED_ROW,
        sql`SELECT ${STORED_ROW} FROM product_zips z WHERE z.id > {:after} ORDER BY z.id LIMIT {:limit}`,
        { after: archives.at(-1)?.id ?? '', limit: ARCHIVES_AT_ONCE },
      ),
    );
    archives.push(...found);
    if (found.length < ARCHIVES_AT_ONCE) return archives;
  }
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
