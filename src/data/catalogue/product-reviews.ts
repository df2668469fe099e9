import type PocketBase from 'pocketbase';
import type { DeclaredOrigin } from '../../domain/catalogue/origin.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import { REVIEWED_FIRST } from '../../domain/catalogue/product-review.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import type { ProductColumns } from './product-parts.ts';

/** What sellers declare before the first publish, and products that wait for the marketplace's staff. */

const p = tables.products.as('p');

/** The stored declaration of a product, or null. */
export const originIn = (
  p: Pick<ProductColumns, 'originKind' | 'originFrom' | 'originLicence' | 'originAt' | 'originVersion'>,
) =>
  from(
    {
      kind: p.originKind,
      from: p.originFrom,
      licence: p.originLicence,
      at: p.originAt.or(0),
      version: p.originVersion,
    },
    ({ kind, from, licence, at, version }): DeclaredOrigin | null =>
      kind && { origin: kind === 'own' ? { kind } : { kind, from, licence }, at, version },
  );

const COUNT = shape({ many: value(sql`count(*)`, number) });
const NAMED = shape({ name: p.name });

/** Stores the seller's declaration with the product. It is made once: a later one changes nothing. */
export async function declareOrigin(
  pb: PocketBase,
  productId: string,
  { origin, at, version }: DeclaredOrigin,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE products SET originKind = {:kind}, originFrom = {:from}, originLicence = {:licence},
          originAt = {:at}, originVersion = {:version}
        WHERE id = {:productId} AND originKind = ''`,
      {
        productId,
        version,
        kind: origin.kind,
        from: origin.kind === 'own' ? '' : origin.from,
        licence: origin.kind === 'own' ? '' : origin.licence,
        at: dateOf(at),
      },
    )
    .run();
}

/** How many products of a store were ever published, counted up to `REVIEWED_FIRST`. */
export async function publishedOnce(pb: PocketBase, storeId: string): Promise<number> {
  const [rows] = await ask(
    pb,
    select(
      COUNT,
      sql`SELECT ${COUNT} FROM (
        SELECT 1 FROM products WHERE store = {:storeId} AND publishedAt <> '' LIMIT {:limit})`,
      { storeId, limit: REVIEWED_FIRST },
    ),
  );
  return rows[0]?.many ?? 0;
}

/** Those of these products of a store that were never published, at most one. */
export async function neverPublished(
  pb: PocketBase,
  storeId: string,
  productIds: readonly string[],
): Promise<{ name: string }[]> {
  const [rows] = await ask(
    pb,
    select(
      NAMED,
      sql`SELECT ${NAMED} FROM json_each({:productIds}) i CROSS JOIN products p ON p.id = i.value
        WHERE p.store = {:storeId} AND p.publishedAt = '' LIMIT 1`,
      { storeId, productIds },
    ),
  );
  return rows;
}

/** Lets a product wait for review. Refused where it changed since it was read. */
export async function markInReview(
  pb: PocketBase,
  product: Pick<Product, 'id' | 'state' | 'updatedAt'>,
  now: Instant,
): Promise<'changed-meanwhile' | null> {
  const steps = transaction(pb).exec(
    sql`UPDATE products SET state = 'in-review', reviewSince = {:now}, reviewNote = '', publishAt = '', updated = {:now}
      WHERE id = {:id} AND state = {:state} AND updated = {:seen}`,
    { id: product.id, state: product.state, seen: dateOf(product.updatedAt), now: dateOf(now) },
    { expect: 1, else: 'changed-meanwhile' },
  );
  return refusalOf(steps, ['changed-meanwhile']);
}

/** Adds the step that sends a waiting product back to its seller with a reason. */
export function withSentBack(
  steps: Transaction,
  product: Pick<Product, 'id' | 'updatedAt'>,
  note: string,
  now: Instant,
): Transaction {
  return steps.exec(
    sql`UPDATE products SET state = 'ready', reviewNote = {:note}, updated = {:now}
      WHERE id = {:id} AND state = 'in-review' AND updated = {:seen}`,
    { id: product.id, note, seen: dateOf(product.updatedAt), now: dateOf(now) },
    { expect: 1, else: 'changed-meanwhile' },
  );
}
