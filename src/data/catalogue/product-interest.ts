import type PocketBase from 'pocketbase';
import { ask, select } from '../kernel/query.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const i = tables.productInterest.as('i');
const p = tables.products.as('p');

const FIELDS = {
  product: i.product,
  popularity: p.popularity,
  heat: i.heat,
  reckonedOn: i.reckonedOn,
  visits: i.visits,
  carts: i.carts,
  wishes: i.wishes,
  claims: i.claims,
  sales: i.sales,
};
const DUE = shape(FIELDS);

/** Interest in one product that is due, with the popularity that is stored for it. */
export type DueInterest = RowOf<typeof FIELDS>;

/** Products whose popularity is due on a day, first those with which something happened. */
export async function dueInterest(pb: PocketBase, day: string, limit: number): Promise<DueInterest[]> {
  const [rows] = await ask(
    pb,
    select(
      DUE,
      sql`SELECT ${DUE} FROM product_interest i CROSS JOIN products p ON p.id = i.product
        WHERE i.dueOn <= {:day} ORDER BY i.dueOn, i.product LIMIT {:limit}`,
      { day, limit },
    ),
  );
  return rows;
}

/** What was reckoned: the new heat, and the popularity to store, or null where the stored one is near enough. */
export interface Reckoned {
  seen: DueInterest;
  heat: number;
  popularity: number | null;
}

/**
 * Stores what was reckoned, in one transaction. Where something happened to a product meanwhile, or another process has
 * reckoned it, its interest stays as it is and due. A product nobody is interested in any more needs no row.
 * @param day of the reckoning. @param next when the products are due again.
 */
export async function saveReckoned(
  pb: PocketBase,
  reckoned: readonly Reckoned[],
  { day, next }: { day: string; next: string },
): Promise<void> {
  const rows = JSON.stringify(
    reckoned.map(({ seen, heat, popularity }) => ({ ...seen, newHeat: heat, popularity })),
  );
  await transaction(pb)
    .exec(
      sql`UPDATE products SET popularity = r.value ->> 'popularity' FROM json_each({:rows}) r
        WHERE products.id = r.value ->> 'product' AND r.value ->> 'popularity' IS NOT NULL`,
      { rows },
    )
    .exec(
      sql`UPDATE product_interest AS i SET heat = r.value ->> 'newHeat', reckonedOn = {:day}, dueOn = {:next},
          visits = 0, carts = 0, wishes = 0, claims = 0, sales = 0
        FROM json_each({:rows}) r WHERE i.product = r.value ->> 'product'
          AND i.heat = r.value ->> 'heat' AND i.reckonedOn = r.value ->> 'reckonedOn' AND i.visits = r.value ->> 'visits'
          AND i.carts = r.value ->> 'carts' AND i.wishes = r.value ->> 'wishes' AND i.claims = r.value ->> 'claims'
          AND i.sales = r.value ->> 'sales'`,
      { rows, day, next },
    )
    .exec(
      sql`DELETE FROM product_interest WHERE product IN (SELECT value ->> 'product' FROM json_each({:rows}))
        AND heat < 500 AND dueOn = {:next}`,
      { rows, next },
    )
    .run();
}
