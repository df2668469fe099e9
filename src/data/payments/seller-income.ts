import type PocketBase from 'pocketbase';
import type { Income, IncomeSource } from '../../domain/payments/income.ts';
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
  return records.map((record) => ({
    day: record.day,
    count: record.count,
    paidCents: record.paidCents,
    commissionCents: record.commissionCents,
    netCents: record.netCents,
    refundedCents: record.refundedCents,
    heldCents: record.heldCents,
    yoursCents: record.yoursCents,
  }));
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
