import type PocketBase from 'pocketbase';
import { type AnnouncedWeek, waitsForWeek } from '../../domain/catalogue/price/sale-week.ts';
import { CHOSEN_MAX } from '../../domain/catalogue/product-choice.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type ChangedRows, type Transaction, transaction } from '../kernel/transaction.ts';
import { type Occasion, withNotification } from '../notifications/notifications.ts';
import { isPublic, isVisibleStore, openPriceIn, saleIn } from './product-parts.ts';

/** Which products of a store are in a sale week, and the sales that they have for it. */

const p = tables.products.as('p');
const e = tables.saleWeekProducts.as('e');
const s = tables.stores.as('s');

/** Whether the sale of a product `p` is the one that an entry `e` gave it. */
const IS_GIVEN = sql`(p.salePercent = e.percent AND p.saleFrom = e.startsAt AND p.saleTo = e.endsAt)`;

/** What of a product the rule of the week judges. */
const JUDGED = {
  id: p.id,
  name: p.name,
  priceCents: p.priceCents,
  free: p.free,
  openPrice: openPriceIn(p),
  sale: saleIn(p),
};
const CANDIDATE_FIELDS = {
  ...JUDGED,
  /** The week whose sale it has; null where it has a sale of its own, or none. */
  weekOfSale: value(
    sql`(SELECT e.week FROM sale_week_products e WHERE e.product = p.id AND ${IS_GIVEN} LIMIT 1)`,
    text,
  ).orNull,
};
const CANDIDATE = shape(CANDIDATE_FIELDS);
const DUE_FIELDS = { product: JUDGED, week: { from: e.startsAt, to: e.endsAt }, percent: e.percent };
const DUE = shape(DUE_FIELDS);
const ENTRY = shape({ product: e.product });
const ID = shape({ id: p.id });
const SUMS = shape({
  count: value(sql`count(*)`, number),
  least: value(sql`min(e.percent)`, number).or(null),
  highest: value(sql`max(e.percent)`, number).or(null),
});

/** A public product as the rule of the week judges it. */
export type Candidate = RowOf<typeof CANDIDATE_FIELDS>;

/** Public products of a store behind one of them by id; only those among `ids`, or with null all. */
export async function weekCandidates(
  pb: PocketBase,
  storeId: string,
  { ids, after, limit }: { ids: readonly string[] | null; after: string; limit: number },
): Promise<Candidate[]> {
  const [rows] = await ask(
    pb,
    select(
      CANDIDATE,
      sql`SELECT ${CANDIDATE} FROM products p WHERE p.store = {:storeId} AND p.id > {:after} AND ${isPublic(p)}
          AND ({:all} OR p.id IN (SELECT value FROM json_each({:ids})))
        ORDER BY p.id LIMIT {:limit}`,
      { storeId, after, limit, all: ids === null, ids: JSON.stringify(ids ?? []) },
    ),
  );
  return rows;
}

/**
 * Gives these products the week's sale, all or none of each; the sale of a later week that one of them has waits meanwhile, and
 * so does this one where an earlier week's is not over. One whose price or sale has changed since it was read is left as it is.
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
  const seen = products.map(({ sale, weekOfSale, ...product }) => ({
    ...{ id: product.id, priceCents: product.priceCents, percent: sale?.percent ?? 0 },
    waits: waitsForWeek({ sale, weekOfSale }, week, now),
    ...{ from: sale ? dateOf(sale.from) : '', to: sale ? dateOf(sale.to) : '' },
  }));
  const bound = {
    ...{ store: storeId, week: week.slug, percent, now: dateOf(now), seen: JSON.stringify(seen) },
    ...{ from: dateOf(week.from), to: dateOf(week.to) },
  };
  const steps = transaction(pb);
  steps.exec(
    sql`UPDATE sale_week_products SET waiting = TRUE
      FROM json_each({:seen}) s CROSS JOIN products p ON p.id = s.value ->> 'id'
      WHERE sale_week_products.product = p.id AND sale_week_products.week <> {:week} AND p.store = {:store}
        AND NOT s.value ->> 'waits' AND p.salePercent = sale_week_products.percent
        AND p.saleFrom = sale_week_products.startsAt AND p.saleTo = sale_week_products.endsAt
        AND sale_week_products.endsAt > {:now}`,
    bound,
  );
  steps.exec(
    sql`UPDATE products SET salePercent = {:percent}, saleFrom = {:from}, saleTo = {:to}, updated = {:now}
      FROM json_each({:seen}) s WHERE products.id = s.value ->> 'id' AND NOT s.value ->> 'waits' AND products.store = {:store}
        AND products.free = FALSE AND products.openPrice = FALSE AND products.priceCents = s.value ->> 'priceCents'
        AND products.salePercent = s.value ->> 'percent'
        AND (products.salePercent = 0 OR (products.saleFrom = s.value ->> 'from' AND products.saleTo = s.value ->> 'to'))`,
    bound,
  );
  const entered = steps.count(
    sql`INSERT INTO sale_week_products (id, week, product, store, percent, startsAt, endsAt, waiting, created)
      SELECT ${NEW_ID_SQL}, {:week}, p.id, p.store, {:percent}, {:from}, {:to}, s.value ->> 'waits', {:now}
      FROM json_each({:seen}) s CROSS JOIN products p ON p.id = s.value ->> 'id'
      WHERE p.store = {:store} AND iif(s.value ->> 'waits',
        p.salePercent = s.value ->> 'percent' AND p.saleFrom = s.value ->> 'from' AND p.saleTo = s.value ->> 'to',
        p.salePercent = {:percent} AND p.saleFrom = {:from} AND p.saleTo = {:to})
      ON CONFLICT (product, week) DO UPDATE SET percent = excluded.percent, startsAt = excluded.startsAt,
        endsAt = excluded.endsAt, waiting = excluded.waiting`,
    bound,
  );
  await steps.run();
  return entered.rows;
}

/** An entry that waits, with its product, whose sale is over or was ended. */
export type DueEntry = RowOf<typeof DUE_FIELDS>;

/**
 * Entries whose turn has come, those that have waited longest first, and the earliest week of each product. A product has one of
 * them. Triggers keep `dueAt`, so that what waits for a week that runs is not read.
 */
export async function dueEntries(pb: PocketBase, now: Instant, limit: number): Promise<DueEntry[]> {
  const [rows] = await ask(
    pb,
    select(
      DUE,
      sql`SELECT ${DUE} FROM sale_week_products e INDEXED BY sale_week_products_due CROSS JOIN products p ON p.id = e.product
        WHERE e.waiting = TRUE AND e.dueAt <= {:now} AND (p.salePercent = 0 OR p.saleTo <= {:now}) AND NOT EXISTS (SELECT 1
          FROM sale_week_products f WHERE f.product = e.product AND f.waiting = TRUE AND f.startsAt < e.startsAt)
        ORDER BY e.dueAt, e.startsAt, e.product LIMIT {:limit}`,
      { now: dateOf(now), limit },
    ),
  );
  return rows;
}

/**
 * Ends the waiting of an entry: its product gets the sale, or with `refused` the entry goes. Where the product was changed
 * since it was read, nothing happens.
 */
export function withTurn(
  steps: Transaction,
  { product, week, percent }: DueEntry,
  refused: boolean,
  now: Instant,
): void {
  const bound = {
    ...{ id: product.id, price: product.priceCents, percent, from: dateOf(week.from), to: dateOf(week.to) },
    now: dateOf(now),
  };
  if (refused) {
    steps.exec(
      sql`DELETE FROM sale_week_products WHERE product = {:id} AND startsAt = {:from} AND waiting = TRUE`,
      bound,
    );
    return;
  }
  steps.exec(
    sql`UPDATE products SET salePercent = {:percent}, saleFrom = {:from}, saleTo = {:to}, updated = {:now}
      WHERE id = {:id} AND priceCents = {:price} AND free = FALSE AND openPrice = FALSE
        AND (salePercent = 0 OR saleTo <= {:now}) AND EXISTS (SELECT 1 FROM sale_week_products e
          WHERE e.product = {:id} AND e.startsAt = {:from} AND e.percent = {:percent} AND e.waiting = TRUE)`,
    bound,
  );
  steps.exec(
    sql`UPDATE sale_week_products SET waiting = FALSE WHERE product = {:id} AND startsAt = {:from} AND EXISTS
      (SELECT 1 FROM products p WHERE p.id = {:id} AND p.salePercent = {:percent} AND p.saleFrom = {:from} AND p.saleTo = {:to})`,
    bound,
  );
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
    select(
      ENTRY,
      sql`SELECT ${ENTRY} FROM sale_week_products e WHERE e.store = {:storeId} AND e.week = {:week}
        AND e.product NOT IN (SELECT value FROM json_each({:kept})) ORDER BY e.product LIMIT {:limit}`,
      { storeId, week, kept: JSON.stringify(kept), limit },
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

/** What a store has in a week. */
export interface WeekEntry {
  count: number;
  /** Its products; [] where they are more than a seller chooses by hand. */
  productIds: string[];
  /** The discount; null where there is none, or where they differ. */
  percent: number | null;
}

export const NO_ENTRY: WeekEntry = { count: 0, productIds: [], percent: null };

const ENTERED = sql`sale_week_products e CROSS JOIN products p ON p.id = e.product
  WHERE e.store = {:storeId} AND e.week = {:week} AND e.startsAt = {:from} AND (e.waiting = TRUE OR ${IS_GIVEN})`;

/** A store's products in this week, as long as they have its sale or wait for it. */
export async function weekEntry(pb: PocketBase, storeId: string, week: AnnouncedWeek): Promise<WeekEntry> {
  const values = { storeId, week: week.slug, from: dateOf(week.from) };
  const [rows, [sums]] = await ask(
    pb,
    select(ID, sql`SELECT ${ID} FROM ${ENTERED} LIMIT {:most}`, { ...values, most: CHOSEN_MAX + 1 }),
    select(SUMS, sql`SELECT ${SUMS} FROM ${ENTERED}`, values),
  );
  if (!sums || sums.count === 0) return NO_ENTRY;
  return {
    count: sums.count,
    productIds: sums.count > CHOSEN_MAX ? [] : rows.map(({ id }) => id),
    percent: sums.least === sums.highest ? sums.least : null,
  };
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
    { sql: sql`SELECT s.owner FROM stores s WHERE ${isVisibleStore(s)}`, params: {} },
    occasion,
    now,
    most,
  );
}
