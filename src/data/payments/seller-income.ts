import type PocketBase from 'pocketbase';
import type { Income, IncomeSource } from '../../domain/payments/income.ts';
import { ask, first, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

/** Sums of what sellers earn, added up by the database. Single rows are read in `src/data/commerce/sales.ts`. */

const d = tables.sellerIncomeDays.as('d');
const t = tables.sellerIncomeTotals.as('t');

/** A day has a row for each source, and for sales that were refunded or disputed. */
const SUMS = {
  paidCents: value(sql`sum(d.paidCents)`, number),
  commissionCents: value(sql`sum(d.commissionCents)`, number),
  netCents: value(sql`sum(d.netCents)`, number),
  refundedCents: value(sql`sum(d.refundedCents)`, number),
  heldCents: value(sql`sum(d.heldCents)`, number),
  yoursCents: value(sql`sum(d.yoursCents)`, number),
};
const OF_DAY = { day: d.day, count: value(sql`sum(d.count)`, number), ...SUMS };
const DAY = shape(OF_DAY);
const MONTH = shape({ month: value(sql`substr(d.day, 1, 7)`, text), income: SUMS });
const TOTALS = shape({ yoursCents: t.yoursCents, heldCents: t.heldCents });

const DAYS = sql`seller_income_days d
  WHERE d.store = {:storeId} AND d.day >= {:from} AND ({:source} = '' OR d.source = {:source})`;

/** The income of one day ("2026-11-22", in UTC) from one source, and the number of sold lines or payments. */
export type IncomeOfDay = RowOf<typeof OF_DAY>;

/** Of which days: from this one on, from all sources or one. */
interface IncomeOf {
  from: string;
  source: IncomeSource | null;
}

/** A store's income by day, earliest first. */
export async function incomeByDay(
  pb: PocketBase,
  storeId: string,
  { from, source }: IncomeOf,
): Promise<IncomeOfDay[]> {
  const [days] = await ask(
    pb,
    select(DAY, sql`SELECT ${DAY} FROM ${DAYS} GROUP BY d.day HAVING sum(d.count) > 0 ORDER BY d.day`, {
      storeId,
      from,
      source: source ?? '',
    }),
  );
  return days;
}

/** A store's income by month ("2026-11", in UTC), earliest first; the first one from the day `from` on. */
export async function incomeByMonth(
  pb: PocketBase,
  storeId: string,
  { from, source }: IncomeOf,
): Promise<Map<string, Income>> {
  const [months] = await ask(
    pb,
    select(
      MONTH,
      sql`SELECT ${MONTH} FROM ${DAYS} GROUP BY substr(d.day, 1, 7) HAVING sum(d.count) > 0 ORDER BY 1`,
      { storeId, from, source: source ?? '' },
    ),
  );
  return new Map(months.map(({ month, income }) => [month, income]));
}

/** What a store has earned in all, and what of it is held while payments are disputed. */
export async function earnedInAll(
  pb: PocketBase,
  storeId: string,
): Promise<Pick<Income, 'yoursCents' | 'heldCents'>> {
  const totals = await first(
    pb,
    select(TOTALS, sql`SELECT ${TOTALS} FROM seller_income_totals t WHERE t.id = {:storeId}`, { storeId }),
  );
  return totals ?? { yoursCents: 0, heldCents: 0 };
}
