import { DatabaseSync } from 'node:sqlite';
import { dateOf } from '../../data/kernel/fields.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

/** The sums that must not change of rows that nobody touches. */
const SUMS = {
  orders: 'sum(totalCents) + sum(refundedCents)',
  order_lines: 'sum(paidCents) + sum(netCents) + sum(refundedCents)',
  ledger: 'sum(abs(amountCents))',
  entitlements: "sum(revokedAt = '')",
  seller_shares: 'sum(shareCents) + sum(sentCents)',
  seller_transfers: 'sum(amountCents)',
  guild_payments: 'sum(paidCents) + sum(netCents) + sum(refundedCents)',
  membership_periods: 'sum(paidCents)',
  messages: 'sum(number)',
  reviews: 'sum(stars)',
} as const;

/** Number and sum of the rows of each kind that were created before a moment, read from the database file itself. */
export function standingOf(file: string, before: Instant): Record<string, unknown> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return Object.fromEntries(
      Object.entries(SUMS).map(([table, sum]) => [
        table,
        {
          ...database
            .prepare(`SELECT count(*) AS rows, ${sum} AS sum FROM ${table} WHERE created < ?`)
            .get(dateOf(before)),
        },
      ]),
    );
  } finally {
    database.close();
  }
}
