import type PocketBase from 'pocketbase';
import { type AnnouncedWeek, SALE_WEEK_LIMITS } from '../../domain/catalogue/price/sale-week.ts';
import { NOTHING_SOLD, type SaleWeekFigures } from '../../domain/commerce/sale-week-figures.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import type { Transaction } from '../kernel/transaction.ts';

const r = tables.saleWeekSums.as('r');
const s = tables.stores.as('s');

const SUMS = {
  sales: value(sql`sum(r.sales)`, number),
  paidCents: value(sql`sum(r.paidCents)`, number),
  refundedCents: value(sql`sum(r.refundedCents)`, number),
  heldCents: value(sql`sum(r.heldCents)`, number),
  yoursCents: value(sql`sum(r.yoursCents)`, number),
};
const WEEK_SUMS = shape({ week: r.week, figures: SUMS });
const WEEK = shape({ week: r.week });
const OF_STORE = { id: r.store, name: s.name, slug: s.slug, ...SUMS };
const STORE = shape(OF_STORE);
const STORES = shape({ total: value(sql`count(DISTINCT r.store)`, number) });

/** A store with what it sold in a week. */
export type WeekStore = RowOf<typeof OF_STORE>;

/** What is sold in sale weeks: each line is marked with its week when it is placed, and triggers keep the sums. */

/** Marks the lines of an order that is placed whose models have the sale of a week that runs, in its transaction. */
export function withWeekLines(steps: Transaction, orderId: string, now: string): Transaction {
  return steps.exec(
    sql`INSERT INTO sale_week_lines (id, line, week, startsAt, created)
      SELECT ${NEW_ID_SQL}, l.id, e.week, min(e.startsAt), {:now} FROM order_lines l
      CROSS JOIN products p ON p.id = l.product
      CROSS JOIN sale_week_products e ON e.product = p.id
      WHERE l.[[order]] = {:order} AND e.startsAt <= {:now} AND e.endsAt > {:now}
        AND p.salePercent = e.percent AND p.saleFrom = e.startsAt AND p.saleTo = e.endsAt
      GROUP BY l.id`,
    { order: orderId, now },
  );
}

type Week = Pick<AnnouncedWeek, 'slug' | 'from' | 'to'>;
/** How far the dates of a week may have been moved while what was sold before still belongs to it, in ms. */
const MOVED_MS = SALE_WEEK_LIMITS.days * 86_400_000;
const boundsOf = ({ slug, from, to }: Week) => ({
  ...{ slug, after: dateOf(from - MOVED_MS), before: dateOf(to + MOVED_MS) },
});

/** The figures of these weeks in their order. @param storeId null for the whole marketplace */
export async function figuresOfWeeks(
  pb: PocketBase,
  weeks: readonly Week[],
  storeId: string | null,
): Promise<SaleWeekFigures[]> {
  if (weeks.length === 0) return [];
  const [rows] = await ask(
    pb,
    select(
      WEEK_SUMS,
      sql`SELECT ${WEEK_SUMS} FROM json_each({:weeks}) w CROSS JOIN sale_week_sums r
        WHERE r.store = {:store} AND r.week = w.value ->> 'slug' AND r.startsAt > w.value ->> 'after'
          AND r.startsAt < w.value ->> 'before' GROUP BY r.week`,
      { weeks: JSON.stringify(weeks.map(boundsOf)), store: storeId ?? '' },
    ),
  );
  const found = new Map(rows.map(({ week, figures }) => [week, figures]));
  return weeks.map(({ slug }) => found.get(slug) ?? NOTHING_SOLD);
}

/**
 * The addresses of those weeks whose figures would count what was sold in another one of that name, which is not `known` any
 * more. A known week keeps what it counted before it was moved, and one that is announced again for the same day its own.
 */
export async function weeksWithForeignSales(
  pb: PocketBase,
  weeks: readonly Week[],
  known: readonly Week[],
): Promise<Set<string>> {
  if (weeks.length === 0) return new Set();
  const asked = weeks.map((week) => {
    const before = known.find(({ slug }) => slug === week.slug);
    const counted = before ? boundsOf(before) : { after: '', before: '' };
    return {
      ...{ ...boundsOf(week), from: dateOf(week.from) },
      ...{ knownAfter: counted.after, knownBefore: counted.before },
    };
  });
  const [rows] = await ask(
    pb,
    select(
      WEEK,
      sql`SELECT DISTINCT ${WEEK} FROM json_each({:asked}) w CROSS JOIN sale_week_sums r
        WHERE r.store = '' AND r.week = w.value ->> 'slug' AND r.startsAt > w.value ->> 'after'
          AND r.startsAt < w.value ->> 'before' AND r.startsAt <> w.value ->> 'from' AND r.sales > 0
          AND NOT (r.startsAt > w.value ->> 'knownAfter' AND r.startsAt < w.value ->> 'knownBefore')`,
      { asked: JSON.stringify(asked) },
    ),
  );
  return new Set(rows.map(({ week }) => week));
}

/** The stores that sold something in a week, those that got most first, and how many they are. */
export async function storesOfWeek(
  pb: PocketBase,
  week: Week,
  limit: number,
): Promise<{ stores: WeekStore[]; total: number }> {
  const bound = { ...boundsOf(week), limit };
  const [rows, [counted]] = await ask(
    pb,
    select(
      STORE,
      sql`SELECT ${STORE} FROM sale_week_sums r CROSS JOIN stores s ON s.id = r.store
        WHERE r.week = {:slug} AND r.startsAt > {:after} AND r.startsAt < {:before} AND r.store <> ''
        GROUP BY r.store HAVING sum(r.sales) > 0 ORDER BY sum(r.yoursCents) DESC, r.store LIMIT {:limit}`,
      bound,
    ),
    select(
      STORES,
      sql`SELECT ${STORES} FROM sale_week_sums r
        WHERE r.week = {:slug} AND r.startsAt > {:after} AND r.startsAt < {:before} AND r.store <> '' AND r.sales > 0`,
      bound,
    ),
  );
  return { stores: rows, total: counted?.total ?? 0 };
}
