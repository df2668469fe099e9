import type PocketBase from 'pocketbase';
import type { AnnouncedWeek } from '../../domain/catalogue/price/sale-week.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { sql } from '../kernel/sql.ts';
import { type ChangedRows, type Transaction, transaction } from '../kernel/transaction.ts';
import { type Occasion, withNotification } from '../notifications/notifications.ts';
import { openPriceOf, saleOf } from './product-fields.ts';

/** Which products of a store are in a sale week, and the sales that they have for it. */

/** A public product as the rule of the week judges it. */
export type Candidate = Pick<Product, 'id' | 'name' | 'priceCents' | 'free' | 'openPrice' | 'sale'>;

interface CandidateRow {
  id: string;
  name: string;
  priceCents: number;
  free: number;
  openPrice: number;
  suggestedCents: number;
  salePercent: number;
  saleFrom: string;
  saleTo: string;
}

/** Public products of a store behind one of them by id; only those among `ids`, or with null all. */
export async function weekCandidates(
  pb: PocketBase,
  storeId: string,
  { ids, after, limit }: { ids: readonly string[] | null; after: string; limit: number },
): Promise<Candidate[]> {
  const [rows] = await ask(
    pb,
    query<CandidateRow>(
      sql`SELECT p.id, p.name, p.priceCents, p.free, p.openPrice, p.suggestedCents, p.salePercent, p.saleFrom, p.saleTo
        FROM products p WHERE p.store = {:storeId} AND p.id > {:after} AND p.state IN ('published', 'unlisted')
          AND ({:all} OR p.id IN (SELECT value FROM json_each({:ids})))
        ORDER BY p.id LIMIT {:limit}`,
      { storeId, after, limit, all: ids === null, ids: JSON.stringify(ids ?? []) },
      [
        'id',
        'name',
        'priceCents',
        'free',
        'openPrice',
        'suggestedCents',
        'salePercent',
        'saleFrom',
        'saleTo',
      ] as const,
    ),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    priceCents: row.priceCents,
    free: row.free === 1,
    openPrice: openPriceOf(row),
    sale: saleOf(row),
  }));
}

/**
 * Gives these products the week's sale, all or none of each. One whose price or sale has changed since it was read is left
 * as it is.
 * @returns how many are in the week with this discount afterwards
 */
export async function enterWeek(
  pb: PocketBase,
  storeId: string,
  week: AnnouncedWeek,
  percent: number,
  products: readonly Candidate[],
  now: Instant,
): Promise<number> {
  const seen = products.map(({ id, priceCents, sale }) => ({
    ...{ id, priceCents, percent: sale?.percent ?? 0 },
    ...{ from: sale ? dateOf(sale.from) : '', to: sale ? dateOf(sale.to) : '' },
  }));
  const bound = {
    ...{ store: storeId, week: week.slug, percent, now: dateOf(now), seen: JSON.stringify(seen) },
    ...{ from: dateOf(week.from), to: dateOf(week.to) },
  };
  const steps = transaction(pb);
  steps.exec(
    sql`UPDATE products SET salePercent = {:percent}, saleFrom = {:from}, saleTo = {:to}, updated = {:now}
      FROM json_each({:seen}) s WHERE products.id = s.value ->> 'id' AND products.store = {:store}
        AND products.free = FALSE AND products.openPrice = FALSE AND products.priceCents = s.value ->> 'priceCents'
        AND products.salePercent = s.value ->> 'percent'
        AND (products.salePercent = 0 OR (products.saleFrom = s.value ->> 'from' AND products.saleTo = s.value ->> 'to'))`,
    bound,
  );
  const entered = steps.count(
    sql`INSERT INTO sale_week_products (id, week, product, store, percent, startsAt, endsAt, created)
      SELECT ${NEW_ID_SQL}, {:week}, p.id, p.store, {:percent}, {:from}, {:to}, {:now}
      FROM json_each({:seen}) s CROSS JOIN products p ON p.id = s.value ->> 'id'
      WHERE p.store = {:store} AND p.salePercent = {:percent} AND p.saleFrom = {:from} AND p.saleTo = {:to}
      ON CONFLICT (product, week) DO UPDATE
        SET percent = excluded.percent, startsAt = excluded.startsAt, endsAt = excluded.endsAt`,
    bound,
  );
  await steps.run();
  return entered.rows;
}

/**
 * Takes products of a store out of a week, at most `limit`, and ends the sale that they had for it, unless their seller has
 * changed it since.
 * @param kept those that stay
 * @returns how many went
 */
export async function leaveWeek(
  pb: PocketBase,
  storeId: string,
  week: string,
  { kept, limit, now }: { kept: readonly string[]; limit: number; now: Instant },
): Promise<number> {
  const [rows] = await ask(
    pb,
    query<{ product: string }>(
      sql`SELECT e.product FROM sale_week_products e WHERE e.store = {:storeId} AND e.week = {:week}
        AND e.product NOT IN (SELECT value FROM json_each({:kept})) ORDER BY e.product LIMIT {:limit}`,
      { storeId, week, kept: JSON.stringify(kept), limit },
      ['product'],
    ),
  );
  if (rows.length === 0) return 0;
  const leaving = JSON.stringify(rows.map(({ product }) => product));
  const bound = { leaving, storeId, week, now: dateOf(now) };
  await transaction(pb)
    .exec(
      sql`UPDATE products SET salePercent = 0, saleFrom = '', saleTo = '', updated = {:now}
        FROM json_each({:leaving}) l CROSS JOIN sale_week_products e ON e.product = l.value AND e.week = {:week}
        WHERE products.id = e.product AND e.store = {:storeId} AND products.salePercent = e.percent
          AND products.saleFrom = e.startsAt AND products.saleTo = e.endsAt`,
      bound,
    )
    .exec(
      sql`DELETE FROM sale_week_products WHERE week = {:week} AND store = {:storeId}
        AND product IN (SELECT value FROM json_each({:leaving}))`,
      bound,
    )
    .run();
  return rows.length;
}

/** What a store has in a week: its products, and the discount, null where none or where they differ. */
export interface WeekEntry {
  productIds: string[];
  percent: number | null;
}

/** A store's products in this week, as long as they have its sale. */
export async function weekEntry(pb: PocketBase, storeId: string, week: AnnouncedWeek): Promise<WeekEntry> {
  const [rows] = await ask(
    pb,
    query<{ id: string; percent: number }>(
      sql`SELECT p.id, e.percent FROM sale_week_products e CROSS JOIN products p ON p.id = e.product
        WHERE e.store = {:storeId} AND e.week = {:week} AND p.salePercent = e.percent AND p.saleFrom = e.startsAt
          AND p.saleTo = e.endsAt AND e.startsAt = {:from}`,
      { storeId, week: week.slug, from: dateOf(week.from) },
      ['id', 'percent'],
    ),
  );
  const percents = new Set(rows.map(({ percent }) => percent));
  const [only = null] = percents;
  return { productIds: rows.map(({ id }) => id), percent: percents.size === 1 ? only : null };
}

/** Adds a notification of the owners of public stores. @param most the batch size; again until nobody is left */
export function withSellersNotice(
  steps: Transaction,
  occasion: Occasion,
  now: Instant,
  most: number,
): ChangedRows {
  return withNotification(
    steps,
    { sql: sql`SELECT s.owner FROM stores s WHERE s.state IN ('open', 'vacation')`, params: {} },
    occasion,
    now,
    most,
  );
}
