import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_OPERATOR } from '../../../src/domain/kernel/operator.ts';
import {
  type Bill,
  documentsOfBill,
  documentsOfReturn,
} from '../../../src/domain/payments/subscription-documents.ts';
import {
  invoiceSums,
  type NewTaxInvoice,
  type TaxInvoice,
} from '../../../src/domain/payments/tax-invoice.ts';

const AT = Date.UTC(2026, 2, 1);
const line = (netCents: number, taxCents: number, text = 'Ashen Guild: Squire'): Bill['lines'][number] => ({
  ...{ text, netCents, taxCents },
  ...{ from: AT, until: Date.UTC(2026, 3, 1) },
});
const bill = (...lines: Bill['lines'][number][]): Bill => ({
  ...{ id: 'in_1', number: 'STAND-IN-0001', paidAt: AT, reverseCharge: false, lines },
  buyer: { name: 'Mira', email: 'mira@guildhall.test', address: [], country: 'DE', vatId: '' },
});
const TERMS = { taxPercent: 19, earlier: 'INV-2026-000001', operator: NO_OPERATOR };
const issued = (document: NewTaxInvoice, at = 1): TaxInvoice => ({
  ...document,
  ...{ id: `d${at}`, number: `INV-2026-00000${at}`, issuedAt: AT },
});
const sumsOf = ({ content }: NewTaxInvoice) => invoiceSums(content.lines);

it('a paid period has one invoice that says how long it is for; a trial of nothing has none', () => {
  const [invoice, ...others] = documentsOfBill(bill(line(672, 128)), TERMS, 'usd');
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({ kind: 'invoice', cause: 'sale', ofNumber: null });
  expect(invoice?.content.lines).toEqual([
    {
      lineId: '0',
      text: 'Ashen Guild: Squire, 1 March 2026 to 1 April 2026',
      ...{ netCents: 672, taxPercent: 19, taxCents: 128, grossCents: 800 },
    },
  ]);
  expect(documentsOfBill(bill(line(0, 0)), TERMS, 'usd')).toEqual([]);
});

it('the unused part of a lower tier is a credit note for the earlier invoice', () => {
  const [invoice, note] = documentsOfBill(bill(line(-336, -64), line(1344, 256)), TERMS, 'usd');
  expect(invoice && sumsOf(invoice)).toEqual({ netCents: 1344, taxCents: 256, grossCents: 1600 });
  expect(note).toMatchObject({ kind: 'credit_note', cause: 'proration', ofNumber: 'INV-2026-000001' });
  expect(note && sumsOf(note)).toEqual({ netCents: 336, taxCents: 64, grossCents: 400 });
});

it('credit notes mirror what was given back to the cent, in any steps, also where a refund fails', () => {
  const amounts = fc.array(fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 900 })), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(amounts, fc.array(fc.integer({ min: 0, max: 25_000 }), { maxLength: 6 }), (lines, steps) => {
      const [made] = documentsOfBill(bill(...lines.map(([net, tax]) => line(net, tax))), TERMS, 'usd');
      if (!made) throw new Error('no invoice');
      const sale = issued(made);
      const whole = sumsOf(sale);
      const later: TaxInvoice[] = [];
      for (const step of [...steps, whole.grossCents]) {
        const back = Math.min(step, whole.grossCents);
        const documents = documentsOfReturn(back, sale, later);
        later.push(...documents.map((document) => issued(document, later.length + 2)));
        const credited = later.reduce(
          (sum, document) => sum + (document.kind === 'credit_note' ? 1 : -1) * sumsOf(document).grossCents,
          0,
        );
        expect(credited).toBe(back);
        expect(documentsOfReturn(back, sale, later)).toEqual([]);
        for (const document of documents)
          for (const { netCents, taxCents, grossCents } of document.content.lines) {
            expect(netCents + taxCents).toBe(grossCents);
            expect(Math.min(netCents, taxCents)).toBeGreaterThanOrEqual(0);
          }
      }
      const tax = later.reduce(
        (sum, document) => sum + (document.kind === 'credit_note' ? 1 : -1) * sumsOf(document).taxCents,
        0,
      );
      expect(tax).toBe(whole.taxCents);
      expect(new Set(later.map(({ cause }) => cause)).size).toBe(later.length);
    }),
  );
});
