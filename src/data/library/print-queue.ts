import type PocketBase from 'pocketbase';
import { ask, select } from '../kernel/query.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';

const p = tables.products.as('p');

const QUEUED = { id: p.id, name: p.name, picture: p.images.as(([first = '']) => first) };
const QUEUED_ROW = shape(QUEUED);

/** A product that its owner prints next. */
export type QueuedPrint = RowOf<typeof QUEUED>;

/** What a person has put in their print queue and owns, in the order in which it was queued; nothing they put away. */
export async function printQueue(pb: PocketBase, userId: string, limit: number): Promise<QueuedPrint[]> {
  const [rows] = await ask(
    pb,
    select(
      QUEUED_ROW,
      sql`SELECT ${QUEUED_ROW} FROM library_marks m CROSS JOIN products p ON p.id = m.product
        WHERE m.[[user]] = {:userId} AND m.[[user]] <> '' AND m.print = 'queued' AND m.archived = FALSE
          AND EXISTS (SELECT 1 FROM entitlements e
            WHERE e.[[user]] = {:userId} AND e.product = m.product AND e.revokedAt = '')
        ORDER BY m.updated, m.product LIMIT {:limit}`,
      { userId, limit },
    ),
  );
  return rows;
}
