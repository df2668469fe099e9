import type PocketBase from 'pocketbase';
import { type AnnouncedWeek, SALE_WEEK_LIMITS } from '../../domain/catalogue/price/sale-week.ts';
import { NOTHING_SOLD, type SaleWeekFigures } from '../../domain/commerce/sale-week-figures.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { sql } from '../kernel/sql.ts';
import type { Transaction } from '../kernel/transaction.ts';

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

const SUMS = sql`sum(r.sales) AS sales, sum(r.paidCents) AS paidCents, sum(r.refundedCents) AS refundedCents,
  sum(r.heldCents) AS heldCents, sum(r.yoursCents) AS yoursCents`;
const SUM_NAMES = [...(['sales', 'paidCents', 'refundedCents', 'heldCents', 'yoursCents'] as const)];

const figuresOf = (row: SaleWeekFigures): SaleWeekFigures => ({
  ...{ sales: row.sales, paidCents: row.paidCents, refundedCents: row.refundedCents },
  ...{ heldCents: row.heldCents, yoursCents: row.yoursCents },
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
    query<SaleWeekFigures & { week: string }>(
      sql`SELECT r.week, ${SUMS} FROM json_each({:weeks}) w CROSS JOIN sale_week_sums r
        WHERE r.store = {:store} AND r.week = w.value ->> 'slug' AND r.startsAt > w.value ->> 'after'
          AND r.startsAt < w.value ->> 'before' GROUP BY r.week`,
      { weeks: JSON.stringify(weeks.map(boundsOf)), store: storeId ?? '' },
      ['week', ...SUM_NAMES],
    ),
  );
  const found = new Map(rows.map((row) => [row.week, figuresOf(row)]));
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
    query<{ week: string }>(
      sql`SELECT DISTINCT r.week FROM json_each({:asked}) w CROSS JOIN sale_week_sums r
        WHERE r.store = '' AND r.week = w.value ->> 'slug' AND r.startsAt > w.value ->> 'after'
          AND r.startsAt < w.value ->> 'before' AND r.startsAt <> w.value ->> 'from' AND r.sales > 0
          AND NOT (r.startsAt > w.value ->> 'knownAfter' AND r.startsAt < w.value ->> 'knownBefore')`,
      { asked: JSON.stringify(asked) },
      ['week'],
    ),
  );
  return new Set(rows.map(({ week }) => week));
}

/** A store with what it sold in a week. */
export interface WeekStore extends SaleWeekFigures {
  id: string;
  name: string;
  slug: string;
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
    query<WeekStore>(
      sql`SELECT r.store AS id, s.name, s.slug, ${SUMS} FROM sale_week_sums r CROSS JOIN stores s ON s.id = r.store
        WHERE r.week = {:slug} AND r.startsAt > {:after} AND r.startsAt < {:before} AND r.store <> ''
        GROUP BY r.store HAVING sum(r.sales) > 0 ORDER BY sum(r.yoursCents) DESC, r.store LIMIT {:limit}`,
      bound,
      ['id', 'name', 'slug', ...SUM_NAMES],
    ),
    query<{ total: number }>(
      sql`SELECT count(DISTINCT r.store) AS total FROM sale_week_sums r
        WHERE r.week = {:slug} AND r.startsAt > {:after} AND r.startsAt < {:before} AND r.store <> '' AND r.sales > 0`,
      bound,
      ['total'],
    ),
  );
  return {
    stores: rows.map((row) => ({ id: row.id, name: row.name, slug: row.slug, ...figuresOf(row) })),
    total: counted?.total ?? 0,
  };
}
