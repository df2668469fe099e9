import { TAX_INVOICE_TITLES, type TaxInvoice } from '../../../../domain/payments/tax-invoice.ts';
import { paths } from '../../../../paths.ts';

/** Links to the PDFs of an order's invoices and credit notes. */
export function InvoiceLinks({
  invoices,
}: {
  invoices: readonly Pick<TaxInvoice, 'id' | 'kind' | 'number'>[];
}) {
  if (invoices.length === 0) return null;
  return (
    <p className="relative z-10 flex w-fit flex-wrap gap-x-4 text-sm print:hidden">
      {invoices.map(({ id, kind, number }) => (
        <a key={id} className="link inline-flex min-h-11 items-center" href={paths.invoice(id)}>
          {TAX_INVOICE_TITLES[kind]} {number} (PDF)
        </a>
      ))}
    </p>
  );
}
