import type PocketBase from 'pocketbase';
import type { TaxSum } from '../../domain/payments/tax-report.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag, number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

const i = tables.invoices.as('i');

const SUM = shape({
  quarter: value(sql`(CAST(substr(i.issuedAt, 6, 2) AS INTEGER) + 2) / 3`, number),
  country: value(sql`coalesce(i.content ->> '$.buyer.country', '')`, text),
  taxPercent: value(sql`l.value ->> '$.taxPercent'`, number).or(null),
  reverseCharge: value(sql`coalesce(i.content ->> '$.reverseCharge', 0)`, flag),
  netCents: value(sql`sum(l.value ->> '$.netCents')`, number),
  taxCents: value(sql`sum(l.value ->> '$.taxCents')`, number),
});
const SERIAL = shape({ serial: i.serial });

/** Sums of a year's invoices and credit notes by quarter, country and rate, read a part of the numbers at a time. */

/** Invoices in one question: each of them is short, however many the year has. */
const AT_ONCE = 2_000;

/** What was invoiced and credited in a year, in UTC; the same quarter, country and rate may come several times. */
export async function taxSumsOfYear(pb: PocketBase, year: number): Promise<TaxSum[]> {
  const sums: TaxSum[] = [];
  for (const kind of ['invoice', 'credit_note'] as const)
    for (let after = 0; ; after += AT_ONCE) {
      const [rows, more] = await ask(
        pb,
        select(
          SUM,
          sql`SELECT ${SUM} FROM invoices i JOIN json_each(i.content, '$.lines') l
            WHERE i.kind = {:kind} AND i.year = {:year} AND i.serial > {:after} AND i.serial <= {:until}
            GROUP BY 1, 2, 3, 4`,
          { kind, year, after, until: after + AT_ONCE },
        ),
        select(
          SERIAL,
          sql`SELECT ${SERIAL} FROM invoices i WHERE i.kind = {:kind} AND i.year = {:year} AND i.serial > {:until} LIMIT 1`,
          { kind, year, until: after + AT_ONCE },
        ),
      );
      sums.push(...rows.map((row) => ({ ...row, kind })));
      if (more.length === 0) break;
    }
  return sums;
}
