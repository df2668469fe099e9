import type PocketBase from 'pocketbase';
import { type Income, type IncomeSource, sumOfIncome } from '../../domain/payments/income.ts';
import { orNull } from '../kernel/client.ts';
import type { SellerIncomeDaysRecord, SellerIncomeTotalsRecord } from '../kernel/records.ts';

/** Sums of what sellers earn, added up by the database. Single rows are read in `src/data/commerce/sales.ts`. */

/** The income of one day ("2026-11-22", in UTC) from one source, and the number of sold lines or payments. */
export interface IncomeOfDay extends Income {
  day: string;
  count: number;
}

/**
 * A store's income by day, earliest first, from all sources or one.
 * @param from the first day.
 */
export async function incomeByDay(
  pb: PocketBase,
  storeId: string,
  { from, source }: { from: string; source: IncomeSource | null },
): Promise<IncomeOfDay[]> {
  const bySource = source === null ? '' : pb.filter(' && source = {:source}', { source });
  const records = await pb.collection('seller_income_days').getFullList<SellerIncomeDaysRecord>({
    filter: pb.filter('store = {:storeId} && day >= {:from}', { storeId, from }) + bySource,
    sort: 'day',
    batch: 1000,
  });
  // A day has a row for each source, and for sales that were refunded or disputed.
  const days = new Map<string, IncomeOfDay>();
  for (const record of records) {
    const { day, count } = record;
    const before = days.get(day);
    days.set(day, {
      ...sumOfIncome(before ? [before, record] : [record]),
      day,
      count: count + (before?.count ?? 0),
    });
  }
  return [...days.values()].filter(({ count }) => count > 0);
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
