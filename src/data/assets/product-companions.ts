import type PocketBase from 'pocketbase';
import { bucketsNear, type ModelShape } from '../../domain/assets/model-match.ts';
import { SHAPES_SHOWN, TOGETHER_BUYERS_MIN, TOGETHER_SHOWN } from '../../domain/catalogue/likeness.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, textsOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

/** What was bought together with products, and what has a similar shape. Nothing says who bought. */

const k = tables.productCompanions.as('k');
const e = tables.entitlements.as('e');
const s = tables.modelShapes.as('s');
const f = tables.productFiles.as('f');
const p = tables.products.as('p');

const COMPANIONS_FIELDS = { together: k.together.as(listOf), shapes: k.shapes.as(listOf) };
const COMPANIONS = shape(COMPANIONS_FIELDS);
/** Products, the best first. Some of them may not be listed any more. */
export type ProductCompanions = RowOf<typeof COMPANIONS_FIELDS>;
const DUE = shape({ product: k.product });
const TOGETHER = shape({ product: e.product });
const SHAPE_FIELDS = {
  sha256: s.sha256,
  connectivity: s.connectivity,
  triangles: s.triangles,
  middle: s.middle,
  smallest: s.smallest,
  spread: s.spread,
  histogram: s.histogram.as((counts) => counts as number[]),
  productId: f.product,
  storeId: p.store,
};
const SHAPE = shape(SHAPE_FIELDS);
/** A model's shape and whose it is. */
export type ProductShape = RowOf<typeof SHAPE_FIELDS>;

/** So many buyers of a product, and purchases of theirs, are looked at: on a large marketplace a sample. */
const BUYERS_READ = 2_000;
const PURCHASES_READ = 40_000;
/** More lists are kept than shown, because some of what is in them may not be listed. */
const KEPT = 3;
/** So many shapes are compared with one. */
const SHAPES_READ = 120;

function listOf(text: string): string[] {
  return textsOf(JSON.parse(text || '[]'));
}

/** What stands beside a product; nothing where it was not reckoned yet. */
export async function companionsOf(pb: PocketBase, productId: string): Promise<ProductCompanions> {
  const [[found]] = await ask(
    pb,
    select(COMPANIONS, sql`SELECT ${COMPANIONS} FROM product_companions k WHERE k.product = {:productId}`, {
      productId,
    }),
  );
  return found ?? { together: [], shapes: [] };
}

/** The products whose lists were reckoned before a moment, the oldest first; those that never were come before all. */
export async function dueCompanions(pb: PocketBase, before: Instant, limit: number): Promise<string[]> {
  const [rows] = await ask(
    pb,
    select(
      DUE,
      sql`SELECT ${DUE} FROM product_companions k WHERE k.reckonedAt < {:before}
        ORDER BY k.reckonedAt, k.product LIMIT {:limit}`,
      { before: dateOf(before), limit },
    ),
  );
  return rows.map(({ product }) => product);
}

/** The products that at least TOGETHER_BUYERS_MIN people bought who bought this one, those of the most people first. */
export async function boughtTogether(pb: PocketBase, productId: string): Promise<string[]> {
  const [rows] = await ask(
    pb,
    select(
      TOGETHER,
      sql`SELECT ${TOGETHER} FROM (SELECT o.product, o.[[user]] FROM
          (SELECT DISTINCT b.[[user]] FROM entitlements b
            WHERE b.product = {:productId} AND b.source = 'purchase' AND b.revokedAt = '' LIMIT {:buyers}) who
          CROSS JOIN entitlements o INDEXED BY entitlements_library
            ON o.[[user]] = who.[[user]] AND o.revokedAt = '' AND o.source = 'purchase' AND o.product <> {:productId}
          WHERE (SELECT count(*) FROM (SELECT 1 FROM entitlements c
            WHERE c.product = {:productId} AND c.source = 'purchase' AND c.revokedAt = '' LIMIT {:least})) >= {:least}
          LIMIT {:purchases}) e
        GROUP BY e.product HAVING count(DISTINCT e.[[user]]) >= {:least}
        ORDER BY count(DISTINCT e.[[user]]) DESC, e.product LIMIT {:limit}`,
      {
        productId,
        ...{ buyers: BUYERS_READ, purchases: PURCHASES_READ },
        ...{ least: TOGETHER_BUYERS_MIN, limit: TOGETHER_SHOWN * KEPT },
      },
    ),
  );
  return rows.map(({ product }) => product);
}

/** The finest shape of a product's models that tells something; null where none was measured, or all are common parts. */
export async function shapeOfProduct(pb: PocketBase, productId: string): Promise<ProductShape | null> {
  const [[found]] = await ask(
    pb,
    select(
      SHAPE,
      sql`SELECT ${SHAPE} FROM product_files f CROSS JOIN model_shapes s ON s.id = f.id JOIN products p ON p.id = f.product
        WHERE f.product = {:productId} AND f.retiredAt = '' AND s.bucket > 0 AND NOT s.common
        ORDER BY s.triangles DESC, s.id LIMIT 1`,
      { productId },
    ),
  );
  return found ?? null;
}

/** Shapes with nearly the same proportions, of published products; those whose surface spreads alike first. */
export async function shapesNear(
  pb: PocketBase,
  own: ModelShape & { productId: string },
): Promise<ProductShape[]> {
  const [rows] = await ask(
    pb,
    select(
      SHAPE,
      sql`SELECT ${SHAPE} FROM model_shapes s JOIN product_files f ON f.id = s.id JOIN products p ON p.id = f.product
        WHERE s.bucket IN (SELECT value FROM json_each({:buckets})) AND s.bucket > 0 AND NOT s.common
          AND f.retiredAt = '' AND f.product <> {:productId} AND p.state = 'published'
        ORDER BY abs(s.spread - {:spread}), s.id LIMIT {:limit}`,
      { buckets: bucketsNear(own), productId: own.productId, spread: own.spread, limit: SHAPES_READ },
    ),
  );
  return rows;
}

/** Keeps the lists of these products. */
export async function saveCompanions(
  pb: PocketBase,
  lists: readonly (ProductCompanions & { product: string })[],
  now: Instant,
): Promise<void> {
  const rows = lists.map(({ product, together, shapes }) => ({
    ...{ product, together },
    shapes: shapes.slice(0, SHAPES_SHOWN * KEPT),
  }));
  await transaction(pb)
    .exec(
      sql`UPDATE product_companions SET together = json_extract(j.value, '$.together') || '',
          shapes = json_extract(j.value, '$.shapes') || '', reckonedAt = {:now}
        FROM json_each({:rows}) j WHERE product_companions.product = json_extract(j.value, '$.product')`,
      { rows: JSON.stringify(rows), now: dateOf(now) },
    )
    .run();
}
