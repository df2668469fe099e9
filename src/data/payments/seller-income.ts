import type PocketBase from 'pocketbase';
import type { Income, IncomeSource } from '../../domain/payments/income.ts';
import { orNull } from '../kernel/client.ts';
import { ask, query } from '../kernel/query.ts';
import type { SellerIncomeTotalsRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';

/** Sums of what sellers earn, added up by the database. Single rows are read in `src/data/commerce/sales.ts`. */

/** The income of one day ("2026-11-22", in UTC) from one source, and the number of sold lines or payments. */
export interface IncomeOfDay extends Income {
  day: string;
  count: number;
}

const AMOUNTS = [
  ...['paidCents', 'commissionCents', 'netCents', 'refundedCents', 'heldCents', 'yoursCents'],
] as (keyof Income)[];
/** A day has a row for each source, and for sales that were refunded or disputed. */
const SUMS = sql`sum(count) AS count, sum(paidCents) AS paidCents, sum(commissionCents) AS commissionCents,
    sum(netCents) AS netCents, sum(refundedCents) AS refundedCents, sum(heldCents) AS heldCents, sum(yoursCents) AS yoursCents
  FROM seller_income_days
  WHERE store = {:storeId} AND day >= {:from} AND ({:source} = '' OR source = {:source})`;

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
    query<{ [Column in keyof IncomeOfDay]: IncomeOfDay[Column] }>(
      sql`SELECT day, ${SUMS} GROUP BY day HAVING sum(count) > 0 ORDER BY day`,
      { storeId, from, source: source ?? '' },
      ['day', 'count', ...AMOUNTS],
    ),
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
    query<{ [Column in keyof Income]: number } & { month: string }>(
      sql`SELECT substr(day, 1, 7) AS month, ${SUMS} GROUP BY substr(day, 1, 7) HAVING sum(count) > 0 ORDER BY month`,
      { storeId, from, source: source ?? '' },
      ['month', ...AMOUNTS],
    ),
  );
  return new Map(months.map(({ month, ...income }) => [month, income]));
}

/** What a store has earned in all, and what of it is held while payments are disputed. */
export async function earnedInAll(
  pb: PocketBase,
  storeId: string,
): Promise<Pick<Income, 'yoursCents' | 'heldCents'>> {
  const record = await orNull(
    pb.collection('seller_income_totals').getOne<SellerIncomeTotalsRecord>(storeId),
  );
  return { yoursCents: record?.yoursCents ?? 0, heldCents: record?.heldCents ?? 0 };
}
