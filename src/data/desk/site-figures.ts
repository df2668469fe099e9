import type PocketBase from 'pocketbase';
import type { SiteDay, SiteSums } from '../../domain/desk/site-figures.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

/** The marketplace's sums by day, as triggers keep them: a row a day, however much is sold. */

const COLUMNS = sql`d.day AS day, d.sales AS sales, d.paidCents AS paidCents, d.commissionCents AS commissionCents,
  d.refundedCents AS refundedCents, d.refundedSales AS refundedSales, d.disputedSales AS disputedSales,
  d.people AS people, d.stores AS stores, d.products AS products, d.downloads AS downloads,
  d.downloadBytes AS downloadBytes, d.storedBytes AS storedBytes, d.mailsSent AS mailsSent, d.mailsFailed AS mailsFailed,
  d.mailsBounced AS mailsBounced`;

const NAMES = [
  ...(['day', 'sales', 'paidCents', 'commissionCents', 'refundedCents', 'refundedSales'] as const),
  ...(['disputedSales', 'people', 'stores', 'products', 'downloads', 'downloadBytes'] as const),
  ...(['storedBytes', 'mailsSent', 'mailsFailed', 'mailsBounced'] as const),
] as const;

/** The days since a moment, oldest first, and the sums of all time. Days without anything are absent. */
export async function siteDaysSince(
  pb: PocketBase,
  since: Instant,
): Promise<{ days: SiteDay[]; total: SiteSums | null }> {
  const [days, [total]] = await ask(
    pb,
    query<SiteSums & { day: string }>(
      sql`SELECT ${COLUMNS} FROM site_days d WHERE d.day >= {:since} ORDER BY d.day`,
      { since: new Date(since).toISOString().slice(0, 10) },
      NAMES,
    ),
    query<SiteSums & { day: string }>(sql`SELECT ${COLUMNS} FROM site_days d WHERE d.day = ''`, {}, NAMES),
  );
  return {
    days: days.map((row) => ({ day: Date.parse(`${row.day}T00:00:00Z`), ...sumsOf(row) })),
    total: total ? sumsOf(total) : null,
  };
}

const sumsOf = (row: SiteSums): SiteSums => ({
  sales: row.sales,
  paidCents: row.paidCents,
  commissionCents: row.commissionCents,
  refundedCents: row.refundedCents,
  refundedSales: row.refundedSales,
  disputedSales: row.disputedSales,
  people: row.people,
  stores: row.stores,
  products: row.products,
  downloads: row.downloads,
  downloadBytes: row.downloadBytes,
  storedBytes: row.storedBytes,
  mailsSent: row.mailsSent,
  mailsFailed: row.mailsFailed,
  mailsBounced: row.mailsBounced,
});
