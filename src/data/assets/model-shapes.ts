import type PocketBase from 'pocketbase';
import {
  bucketOf,
  bucketsNear,
  isTelling,
  type ModelShape,
  SPREAD_STEP,
} from '../../domain/assets/model-match.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** Shapes of the model files of all stores, for finding the same model in another one. Triggers queue each new file. */

/** A file whose shape is to be measured and compared. */
export interface DueShape {
  fileId: string;
  name: string;
  storageKey: string;
  sizeBytes: number;
  sha256: string;
  /** How often that failed before. */
  tries: number;
}

/** The files that are due, the newest first, so that those a site had before this was compared do not keep new ones waiting. */
export async function dueShapes(pb: PocketBase, now: Instant, limit: number): Promise<DueShape[]> {
  const [due] = await ask(
    pb,
    query<DueShape>(
      sql`SELECT s.id AS fileId, f.name AS name, f.storageKey AS storageKey, f.sizeBytes AS sizeBytes, f.sha256 AS sha256, s.tries AS tries
        FROM model_shapes s JOIN product_files f ON f.id = s.id
        WHERE s.dueAt <> '' AND s.dueAt <= {:now} ORDER BY s.dueAt DESC, s.id DESC LIMIT {:limit}`,
      { now: dateOf(now), limit },
      ['fileId', 'name', 'storageKey', 'sizeBytes', 'sha256', 'tries'],
    ),
  );
  return due;
}

/** A file's shape, and whose it is. */
export interface FileShape extends ModelShape {
  fileId: string;
  productId: string;
  storeId: string;
  since: Instant;
  /** A part that many stores have. */
  common: boolean;
}

interface ShapeRow {
  fileId: string;
  productId: string;
  storeId: string;
  since: string;
  common: number;
  sha256: string;
  connectivity: string;
  triangles: number;
  middle: number;
  smallest: number;
  spread: number;
  histogram: string;
}
const COLUMNS = [
  ...(['fileId', 'productId', 'storeId', 'since', 'common', 'sha256', 'connectivity'] as const),
  ...(['triangles', 'middle', 'smallest', 'spread', 'histogram'] as const),
];
const SHAPE = sql`s.id AS fileId, f.product AS productId, p.store AS storeId, f.created AS since, s.common AS common, s.sha256 AS sha256,
  s.connectivity AS connectivity, s.triangles AS triangles, s.middle AS middle, s.smallest AS smallest, s.spread AS spread, s.histogram AS histogram`;
const WHOSE = sql`JOIN product_files f ON f.id = s.id JOIN products p ON p.id = f.product`;

/** The measured shape of a file with these bytes, whichever file it is; null where there is none. */
export async function shapeOfBytes(pb: PocketBase, sha256: string): Promise<ModelShape | null> {
  const [rows] = await ask(
    pb,
    query<ShapeRow>(
      sql`SELECT ${SHAPE} FROM model_shapes s INDEXED BY model_shapes_measured ${WHOSE}
        WHERE s.sha256 = {:sha256} AND s.connectivity <> '' LIMIT 1`,
      { sha256 },
      COLUMNS,
    ),
  );
  return rows[0] ? shapeOf(rows[0]) : null;
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
  const [own] = await ask(
    pb,
    query<ShapeRow>(
      sql`SELECT ${SHAPE} FROM model_shapes s ${WHOSE} WHERE s.id = {:fileId}`,
      { fileId },
      COLUMNS,
    ),
  );
  const [row] = own;
  if (!row) return null;
  const shape = fileShapeOf(row);
  const whose = { store: shape.storeId, limit: CANDIDATES_MOST };
  const { connectivity, spread } = shape;
  const found = await ask(
    pb,
    query<ShapeRow>(
      sql`SELECT ${SHAPE} FROM model_shapes s ${WHOSE} WHERE s.sha256 = {:sha256} AND p.store <> {:store} LIMIT {:limit}`,
      { ...whose, sha256: shape.sha256 },
      COLUMNS,
    ),
    query<ShapeRow>(
      sql`SELECT ${SHAPE} FROM model_shapes s ${WHOSE} WHERE s.connectivity = {:connectivity} AND s.connectivity <> ''
        AND p.store <> {:store} LIMIT {:limit}`,
      { ...whose, connectivity },
      COLUMNS,
    ),
    query<ShapeRow>(
      sql`SELECT ${SHAPE} FROM model_shapes s ${WHOSE} WHERE s.bucket IN (SELECT value FROM json_each({:buckets})) AND s.bucket > 0
        AND s.spread BETWEEN {:from} AND {:to} AND p.store <> {:store} LIMIT {:limit}`,
      {
        ...whose,
        buckets: isTelling(shape) ? bucketsNear(shape) : [],
        from: spread - SPREAD_STEP,
        to: spread + SPREAD_STEP,
      },
      COLUMNS,
    ),
  );
  const candidates = new Map(found.flat().map((each) => [each.fileId, fileShapeOf(each)]));
  return { shape, candidates: [...candidates.values()] };
}

const shapeOf = ({
  sha256,
  connectivity,
  triangles,
  middle,
  smallest,
  spread,
  histogram,
}: ShapeRow): ModelShape => ({
  ...{ sha256, connectivity, triangles, middle, smallest, spread },
  histogram: JSON.parse(histogram) as number[],
});

const fileShapeOf = (row: ShapeRow): FileShape => ({
  ...shapeOf(row),
  fileId: row.fileId,
  productId: row.productId,
  storeId: row.storeId,
  since: instantOf(row.since) ?? 0,
  common: row.common !== 0,
});
