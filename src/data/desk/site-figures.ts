import type PocketBase from 'pocketbase';
import type { SiteDay, SiteSums } from '../../domain/desk/site-figures.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { ask, select } from '../kernel/query.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';

/** The marketplace's sums by day, as triggers keep them: a row a day, however much is sold. */

const d = tables.siteDays.as('d');

const SUMS = {
  sales: d.sales,
  paidCents: d.paidCents,
  commissionCents: d.commissionCents,
  refundedCents: d.refundedCents,
  refundedSales: d.refundedSales,
  disputedSales: d.disputedSales,
  people: d.people,
  stores: d.stores,
  products: d.products,
  downloads: d.downloads,
  downloadBytes: d.downloadBytes,
  storedBytes: d.storedBytes,
  mailsSent: d.mailsSent,
  mailsFailed: d.mailsFailed,
  mailsBounced: d.mailsBounced,
};
const DAY = shape({ day: d.day.as((day) => Date.parse(`${day}T00:00:00Z`)), ...SUMS });
const TOTAL = shape(SUMS);

/** The days since a moment, oldest first, and the sums of all time. Days without anything are absent. */
export async function siteDaysSince(
  pb: PocketBase,
  since: Instant,
): Promise<{ days: SiteDay[]; total: SiteSums | null }> {
  const [days, [total]] = await ask(
    pb,
    select(DAY, sql`SELECT ${DAY} FROM site_days d WHERE d.day >= {:since} ORDER BY d.day`, {
      since: new Date(since).toISOString().slice(0, 10),
    }),
    select(TOTAL, sql`SELECT ${TOTAL} FROM site_days d WHERE d.day = ''`, {}),
  );
  return { days, total: total ?? null };
}
