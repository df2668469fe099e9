import { expect, it } from 'vitest';
import type { TaxInvoice } from '../../../src/domain/payments/tax-invoice.ts';
import { printInvoice } from '../../../src/server/payments/invoice-pdf.ts';
import { InvoiceNotPrinted, printedInvoice } from '../../../src/server/payments/invoice-printer.ts';
import { pdfText } from '../../pdf-text.ts';

const INVOICE: TaxInvoice = {
  id: 'invoice00000001',
  kind: 'invoice',
  number: 'INV-2026-000001',
  cause: 'sale',
  ofNumber: null,
  issuedAt: Date.UTC(2026, 2, 1),
  currency: 'usd',
  content: {
    seller: {
      name: 'Miniatures GmbH',
      email: 'office@guildhall.test',
      address: ['Marktplatz 1', '10115 Berlin'],
      country: 'DE',
      vatId: 'DE123456789',
      register: 'HRB 1',
    },
    buyer: { name: '山田 太郎', email: 'taro@guildhall.test', address: [], country: 'JP', vatId: '' },
    orderNumber: 'G-2026-ABCDEFGH',
    suppliedAt: Date.UTC(2026, 2, 1),
    lines: [
      {
        lineId: 'a',
        text: '龍の巣 Dragon nest',
        netCents: 839,
        taxPercent: 19,
        taxCents: 160,
        grossCents: 999,
      },
    ],
    reverseCharge: false,
    paidBy: '',
    reason: '',
  },
};

it('an invoice printed in a thread has the same bytes, and its text can be read', async () => {
  const [here, ...there] = await Promise.all([
    printInvoice(INVOICE),
    printedInvoice(INVOICE),
    printedInvoice(INVOICE),
  ]);
  for (const bytes of there) expect(Buffer.from(bytes).equals(here)).toBe(true);
  const text = pdfText(here);
  expect(text).toContain('Number: INV-2026-000001');
  // Letters of several font files are drawn apart.
  expect(text.replaceAll(' ', '')).toContain('山田太郎');
  expect(text).toMatch(/Dragon nest \$8\.39 19% \$1\.60 \$9\.99/);
});

it('an invoice that takes too long, or one too many, is refused, and later ones are printed', async () => {
  await expect(printedInvoice(INVOICE, 0)).rejects.toBeInstanceOf(InvoiceNotPrinted);
  const many = await Promise.allSettled(Array.from({ length: 30 }, () => printedInvoice(INVOICE, 0)));
  expect(many.every(({ status }) => status === 'rejected')).toBe(true);
  const reasons = many.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : ''));
  expect(reasons.some((reason) => reason.includes('too many invoices wait'))).toBe(true);
  // The thread that was ended is replaced.
  expect((await printedInvoice(INVOICE)).byteLength).toBeGreaterThan(1_000);
});
