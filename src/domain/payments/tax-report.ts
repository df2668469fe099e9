import { csvText } from '../kernel/csv.ts';
import type { Cents } from '../kernel/money.ts';

/**
 * Tax by quarter, country and rate, as a return for the One Stop Shop wants it: what was invoiced in the quarter, and what
 * credit notes of the quarter took back, also of sales before it.
 */
export interface TaxReportRow {
  /** 1 to 4, in UTC. */
  quarter: number;
  /** The buyer's country as two letters; "" where it is not known. */
  country: string;
  /** Null where the provider did not say it. */
  taxPercent: number | null;
  /** Whether the buyer owes the tax. */
  reverseCharge: boolean;
  soldNetCents: Cents;
  soldTaxCents: Cents;
  refundedNetCents: Cents;
  refundedTaxCents: Cents;
}

/** Sums of invoices or credit notes, before they are put together. */
export interface TaxSum extends Pick<TaxReportRow, 'quarter' | 'country' | 'taxPercent' | 'reverseCharge'> {
  kind: 'invoice' | 'credit_note';
  netCents: Cents;
  taxCents: Cents;
}

/** One row for each quarter, country and rate, in this order. */
export function taxReport(sums: readonly TaxSum[]): TaxReportRow[] {
  const rows = new Map<string, TaxReportRow>();
  for (const { kind, netCents, taxCents, ...key } of sums) {
    const name = JSON.stringify([key.quarter, key.country, key.taxPercent, key.reverseCharge]);
    const row = rows.get(name) ?? {
      ...key,
      ...{ soldNetCents: 0, soldTaxCents: 0, refundedNetCents: 0, refundedTaxCents: 0 },
    };
    if (kind === 'invoice') {
      row.soldNetCents += netCents;
      row.soldTaxCents += taxCents;
    } else {
      row.refundedNetCents += netCents;
      row.refundedTaxCents += taxCents;
    }
    rows.set(name, row);
  }
  return [...rows.values()].sort(
    (a, b) =>
      a.quarter - b.quarter ||
      a.country.localeCompare(b.country) ||
      (a.taxPercent ?? -1) - (b.taxPercent ?? -1) ||
      Number(a.reverseCharge) - Number(b.reverseCharge),
  );
}

const amount = (cents: Cents) => ({ cents });

/** The report as CSV, amounts in dollars. */
export function taxReportCsv(year: number, rows: readonly TaxReportRow[]): string {
  return csvText([
    [
      ...['Quarter (UTC)', 'Country', 'Rate %', 'Reverse charge', 'Sold net', 'Sold tax'],
      ...['Refunded net', 'Refunded tax', 'Net', 'Tax'],
    ],
    ...rows.map((row) => [
      `${year} Q${row.quarter}`,
      row.country === '' ? 'not known' : row.country,
      row.taxPercent ?? 'not known',
      row.reverseCharge ? 'yes' : 'no',
      amount(row.soldNetCents),
      amount(row.soldTaxCents),
      amount(row.refundedNetCents),
      amount(row.refundedTaxCents),
      amount(row.soldNetCents - row.refundedNetCents),
      amount(row.soldTaxCents - row.refundedTaxCents),
    ]),
  ]);
}
