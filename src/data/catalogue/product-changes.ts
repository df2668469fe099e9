import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

/** A version of a product's files, and what its seller says is new in it. */
export interface ProductChange {
  version: number;
  note: string;
  at: Instant;
}

/** Changes that the public page of a product shows. */
const SHOWN = 10;

/** The newest changes of a product, newest first. */
export async function newestChanges(pb: PocketBase, productId: string): Promise<ProductChange[]> {
  const [rows] = await ask(
    pb,
    query<{ version: number; note: string; created: string }>(
      sql`SELECT c.version, c.note, c.created FROM product_changes c WHERE c.product = {:productId}
        ORDER BY c.version DESC LIMIT {:shown}`,
      { productId, shown: SHOWN },
      ['version', 'note', 'created'],
    ),
  );
  return rows.map(({ version, note, created }) => ({ version, note, at: instantOf(created) ?? 0 }));
}
