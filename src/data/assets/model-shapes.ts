import type PocketBase from 'pocketbase';
import {
  bucketOf,
  bucketsNear,
  isTelling,
  type ModelShape,
  SPREAD_STEP,
} from '../../domain/assets/model-match.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

/** Shapes of the model files of all stores, for finding the same model in another one. Triggers queue each new file. */

const s = tables.modelShapes.as('s');
const f = tables.productFiles.as('f');
const p = tables.products.as('p');

const DUE_FIELDS = {
  fileId: s.id,
  name: f.name,
  storageKey: f.storageKey,
  sizeBytes: f.sizeBytes,
  sha256: f.sha256,
  /** How often that failed before. */
  tries: s.tries,
};
const DUE = shape(DUE_FIELDS);

/** A file whose shape is to be measured and compared. */
export type DueShape = RowOf<typeof DUE_FIELDS>;

/** What was measured of a file. */
const MEASURED_FIELDS = {
  sha256: s.sha256,
  connectivity: s.connectivity,
  triangles: s.triangles,
  middle: s.middle,
  smallest: s.smallest,
  spread: s.spread,
  histogram: s.histogram.as((counts) => counts as number[]),
};
const MEASURED = shape(MEASURED_FIELDS);
const FILE_FIELDS = {
  ...MEASURED_FIELDS,
  fileId: s.id,
  productId: f.product,
  storeId: p.store,
  since: f.created,
  /** A part that many stores have. */
  common: s.common,
};
const FILE = shape(FILE_FIELDS);
const WHOSE = sql`JOIN product_files f ON f.id = s.id JOIN products p ON p.id = f.product`;

/** A file's shape, and whose it is. */
export type FileShape = RowOf<typeof FILE_FIELDS>;

/** The files that are due, the newest first, so that those a site had before this was compared do not keep new ones waiting. */
export async function dueShapes(pb: PocketBase, now: Instant, limit: number): Promise<DueShape[]> {
  const [due] = await ask(
    pb,
    select(
      DUE,
      sql`SELECT ${DUE}
        FROM model_shapes s JOIN product_files f ON f.id = s.id
        WHERE s.dueAt <> '' AND s.dueAt <= {:now} ORDER BY s.dueAt DESC, s.id DESC LIMIT {:limit}`,
      { now: dateOf(now), limit },
    ),
  );
  return due;
}

/** The measured shape of a file with these bytes, whichever file it is; null where there is none. */
export async function shapeOfBytes(pb: PocketBase, sha256: string): Promise<ModelShape | null> {
  const [rows] = await ask(
    pb,
    select(
      MEASURED,
      sql`SELECT ${MEASURED} FROM model_shapes s INDEXED BY model_shapes_measured ${WHOSE}
        WHERE s.sha256 = {:sha256} AND s.connectivity <> '' LIMIT 1`,
      { sha256 },
    ),
  );
  return rows[0] ?? null;
}

/** Saves what was measured of a file. It stays due until it is compared, too. @param shape null where nothing can be measured. */
export async function saveShape(
  pb: PocketBase,
  fileId: string,
  shape: Omit<ModelShape, 'sha256'> | null,
  now: Instant,
): Promise<void> {
  const { connectivity = '', triangles = 0, middle = 0, smallest = 0, spread = 0 } = shape ?? {};
  await transaction(pb)
    .exec(
      sql`UPDATE model_shapes SET connectivity = {:connectivity}, triangles = {:triangles}, bucket = {:bucket}, middle = {:middle},
        smallest = {:smallest}, spread = {:spread}, histogram = {:histogram}, updated = {:now} WHERE id = {:fileId}`,
      {
        ...{ fileId, connectivity, triangles, middle, smallest, spread, now: dateOf(now) },
        bucket: shape && isTelling({ ...shape, sha256: '' }) ? bucketOf(shape) : 0,
        histogram: JSON.stringify(shape?.histogram ?? []),
      },
    )
    .run();
}

/** Puts off a file that could not be measured. @param tryAfter null to give up. */
export async function putOffShape(
  pb: PocketBase,
  fileId: string,
  tryAfter: Instant | null,
  now: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE model_shapes SET tries = tries + 1, dueAt = {:dueAt}, updated = {:now} WHERE id = {:fileId}`,
      { fileId, dueAt: dateOf(tryAfter), now: dateOf(now) },
    )
    .run();
}

/** At most this many shapes of each kind are compared with a new one. */
const CANDIDATES_MOST = 300;

/**
 * A file's shape, and those of other stores that may be the same: with equal bytes, with triangles that hang together in the
 * same way, or with nearly the same moments. Each is found by an index. Null where the file is gone.
 */
export async function shapeWithCandidates(
  pb: PocketBase,
  fileId: string,
): Promise<{ shape: FileShape; candidates: FileShape[] } | null> {
  const shape = await first(
    pb,
    select(FILE, sql`SELECT ${FILE} FROM model_shapes s ${WHOSE} WHERE s.id = {:fileId}`, { fileId }),
  );
  if (!shape) return null;
  const whose = { store: shape.storeId, limit: CANDIDATES_MOST };
  const { connectivity, spread } = shape;
  const found = await ask(
    pb,
    select(
      FILE,
      sql`SELECT ${FILE} FROM model_shapes s ${WHOSE} WHERE s.sha256 = {:sha256} AND p.store <> {:store} LIMIT {:limit}`,
      { ...whose, sha256: shape.sha256 },
    ),
    select(
      FILE,
      sql`SELECT ${FILE} FROM model_shapes s ${WHOSE} WHERE s.connectivity = {:connectivity} AND s.connectivity <> ''
        AND p.store <> {:store} LIMIT {:limit}`,
      { ...whose, connectivity },
    ),
    select(
      FILE,
      sql`SELECT ${FILE} FROM model_shapes s ${WHOSE} WHERE s.bucket IN (SELECT value FROM json_each({:buckets})) AND s.bucket > 0
        AND s.spread BETWEEN {:from} AND {:to} AND p.store <> {:store} LIMIT {:limit}`,
      {
        ...whose,
        buckets: isTelling(shape) ? bucketsNear(shape) : [],
        from: spread - SPREAD_STEP,
        to: spread + SPREAD_STEP,
      },
    ),
  );
  const candidates = new Map(found.flat().map((each) => [each.fileId, each]));
  return { shape, candidates: [...candidates.values()] };
}
