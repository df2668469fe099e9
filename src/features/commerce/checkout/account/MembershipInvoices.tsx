import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import type { Invoice } from '../../../../domain/payments/invoice.ts';
import { InvoiceList } from '../../../payments/invoice/account/InvoiceList.tsx';

/** The invoices of my guild memberships. Renders nothing if there are none. */
export function MembershipInvoices() {
  const [invoices, setInvoices] = useState<Invoice[] | 'failed'>([]);
  useEffect(() => {
    void actions.memberships
      .invoices()
      .catch(() => ({ data: undefined }))
      .then(({ data }) => setInvoices(data ?? 'failed'));
  }, []);
  if (invoices === 'failed')
    return <p className="notice mt-8">Your guild invoices could not be loaded; reload the page.</p>;
  if (invoices.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="guild-invoices">
      <h2 id="guild-invoices" className="text-2xl">
        Guild invoices
      </h2>
      <InvoiceList invoices={invoices} />
    </section>
  );
}
