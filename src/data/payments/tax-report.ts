import type PocketBase from 'pocketbase';
import type { TaxSum } from '../../domain/payments/tax-report.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

/** Sums of a year's invoices and credit notes by quarter, country and rate, read a part of the numbers at a time. */

/** Invoices in one question: each of them is short, however many the year has. */
const AT_ONCE = 2_000;

interface SumRow {
  quarter: number;
  country: string;
  taxPercent: number;
  reverseCharge: number;
  netCents: number;
  taxCents: number;
}

/** What was invoiced and credited in a year, in UTC; the same quarter, country and rate may come several times. */
export async function taxSumsOfYear(pb: PocketBase, year: number): Promise<TaxSum[]> {
  const sums: TaxSum[] = [];
  for (const kind of ['invoice', 'credit_note'] as const)
    for (let after = 0; ; after += AT_ONCE) {
      const [rows, more] = await ask(
        pb,
        query<SumRow>(
          sql`SELECT (CAST(substr(i.issuedAt, 6, 2) AS INTEGER) + 2) / 3 AS quarter,
              coalesce(i.content ->> '$.buyer.country', '') AS country,
              coalesce(l.value ->> '$.taxPercent', -1) AS taxPercent,
              coalesce(i.content ->> '$.reverseCharge', 0) AS reverseCharge, sum(l.value ->> '$.netCents') AS netCents,
              sum(l.value ->> '$.taxCents') AS taxCents
            FROM invoices i JOIN json_each(i.content, '$.lines') l
            WHERE i.kind = {:kind} AND i.year = {:year} AND i.serial > {:after} AND i.serial <= {:until}
            GROUP BY 1, 2, 3, 4`,
          { kind, year, after, until: after + AT_ONCE },
          ['quarter', 'country', 'taxPercent', 'reverseCharge', 'netCents', 'taxCents'],
        ),
        query<{ serial: number }>(
          sql`SELECT serial FROM invoices WHERE kind = {:kind} AND year = {:year} AND serial > {:until} LIMIT 1`,
          { kind, year, until: after + AT_ONCE },
          ['serial'],
        ),
      );
      for (const { taxPercent, reverseCharge, ...row } of rows)
        sums.push({
          ...row,
          kind,
          taxPercent: taxPercent < 0 ? null : taxPercent,
          reverseCharge: reverseCharge !== 0,
        });
      if (more.length === 0) break;
    }
  return sums;
}
