import type PocketBase from 'pocketbase';
import { OWNERS_COUNTED, type ProductOwners } from '../../domain/catalogue/product-owners.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';

const COUNTED = shape({ people: value(sql`count(*)`, number) });

/** How many people bought or claimed a product and have it, and how many published photos of their prints; counted up to a limit. */
export async function ownersOfProduct(pb: PocketBase, productId: string): Promise<ProductOwners> {
  const params = { productId, most: OWNERS_COUNTED };
  const [[bought], [printed]] = await ask(
    pb,
    select(
      COUNTED,
      sql`SELECT ${COUNTED} FROM (SELECT 1 FROM entitlements e WHERE e.product = {:productId} AND e.revokedAt = ''
        AND e.source IN ('purchase', 'gift', 'free') LIMIT {:most})`,
      params,
    ),
    select(
      COUNTED,
      sql`SELECT ${COUNTED} FROM (SELECT 1 FROM reviews r WHERE r.product = {:productId} AND r.hiddenAt = ''
        AND r.photoCount > 0 LIMIT {:most})`,
      params,
    ),
  );
  return { bought: bought?.people ?? 0, printed: printed?.people ?? 0 };
}
