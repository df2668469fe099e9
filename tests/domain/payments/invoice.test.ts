import { expect, it } from 'vitest';
import { hasProviderDocuments, type Invoice, shownInvoices } from '../../../src/domain/payments/invoice.ts';

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

it('a payment from before our invoices has a document of the provider, one that waits has none', () => {
  const paid = (url: string | null) => ({ ...invoice('one', 'paid', 1500), url });
  expect(hasProviderDocuments([paid('/invoice/a'), paid('https://pay.example/i/1')])).toBe(true);
  expect(hasProviderDocuments([paid('/invoice/a'), paid(null)])).toBe(false);
  // Where it waits to be paid, the link is for paying.
  expect(hasProviderDocuments([{ ...paid('https://pay.example/i/1'), state: 'open' }])).toBe(false);
});
