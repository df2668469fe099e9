import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type TaxSum, taxReport, taxReportCsv } from '../../../src/domain/payments/tax-report.ts';

const sum = (changes: Partial<TaxSum>): TaxSum => ({
  kind: 'invoice',
  quarter: 1,
  country: 'DE',
  taxPercent: 19,
  reverseCharge: false,
  netCents: 1000,
  taxCents: 190,
  ...changes,
});

it('a refund counts in the quarter of its credit note, not in that of the sale', () => {
  const rows = taxReport([sum({}), sum({ kind: 'credit_note', quarter: 2 })]);
  expect(
    rows.map(({ quarter, soldTaxCents, refundedTaxCents }) => [quarter, soldTaxCents, refundedTaxCents]),
  ).toEqual([
    [1, 190, 0],
    [2, 0, 190],
  ]);
});

it('each country, rate and reverse charge has a row of its own', () => {
  const rows = taxReport([
    sum({}),
    sum({ taxPercent: 7, taxCents: 70 }),
    sum({ country: 'AT', taxPercent: 20, taxCents: 200 }),
    sum({ country: 'AT', taxPercent: 0, taxCents: 0, reverseCharge: true }),
    sum({}),
  ]);
  expect(rows.map(({ country, taxPercent, soldNetCents }) => [country, taxPercent, soldNetCents])).toEqual([
    ['AT', 0, 1000],
    ['AT', 20, 1000],
    ['DE', 7, 1000],
    ['DE', 19, 2000],
  ]);
});

it('no cent is lost or counted twice, whatever comes in whichever order', () => {
  const any = fc.record({
    kind: fc.constantFrom('invoice' as const, 'credit_note' as const),
    quarter: fc.integer({ min: 1, max: 4 }),
    country: fc.constantFrom('DE', 'AT', ''),
    taxPercent: fc.constantFrom(null, 0, 19),
    reverseCharge: fc.boolean(),
    netCents: fc.integer({ min: 0, max: 100_000 }),
    taxCents: fc.integer({ min: 0, max: 20_000 }),
  });
  const total = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  fc.assert(
    fc.property(fc.array(any, { maxLength: 30 }), (sums) => {
      const rows = taxReport(sums);
      const net = (kind: TaxSum['kind']) =>
        total(sums.filter((one) => one.kind === kind).map(({ netCents }) => netCents));
      expect(total(rows.map(({ soldNetCents }) => soldNetCents))).toBe(net('invoice'));
      expect(total(rows.map(({ refundedNetCents }) => refundedNetCents))).toBe(net('credit_note'));
      expect(taxReport(sums.toReversed())).toEqual(rows);
    }),
  );
});

it('the export names the quarter, and what is left after refunds', () => {
  const csv = taxReportCsv(
    2026,
    taxReport([sum({}), sum({ kind: 'credit_note', netCents: 400, taxCents: 76 })]),
  );
  expect(csv.split('\r\n')[1]).toBe('2026 Q1,DE,19,no,10.00,1.90,4.00,0.76,6.00,1.14');
});

it('a quarter with more refunds than sales is exported as negative numbers, which a spreadsheet adds', () => {
  const csv = taxReportCsv(
    2026,
    taxReport([sum({}), sum({ kind: 'credit_note', netCents: 5000, taxCents: 950 })]),
  );
  expect(csv.split('\r\n')[1]).toBe('2026 Q1,DE,19,no,10.00,1.90,50.00,9.50,-40.00,-7.60');
});
