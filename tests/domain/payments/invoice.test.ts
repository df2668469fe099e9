import { expect, it } from 'vitest';
import { type Invoice, shownInvoices } from '../../../src/domain/payments/invoice.ts';

const invoice = (id: string, state: Invoice['state'], totalCents: number): Invoice => ({
  ...{ id, state, totalCents, dueCents: 0, number: id, at: 0, title: 'Pro', url: null },
});

it('a seller sees no drafts and no invoices of nothing', () => {
  const invoices = [
    invoice('paid', 'paid', 1500),
    invoice('draft', 'draft', 1500),
    invoice('trial', 'paid', 0),
    invoice('void', 'void', 1500),
  ];
  expect(shownInvoices(invoices).map(({ id }) => id)).toEqual(['paid', 'void']);
});
