import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import type { Invoice } from '../../../../domain/payments/invoice.ts';
import { InvoiceList } from '../../../payments/invoice/account/InvoiceList.tsx';

/** The invoices of my memberships in guilds. Nothing where there are none. */
export function MembershipInvoices() {
  const [invoices, setInvoices] = useState<Invoice[] | 'failed'>([]);
  useEffect(() => {
    void actions.memberships
      .invoices()
      .catch(() => ({ data: undefined }))
      .then(({ data }) => setInvoices(data ?? 'failed'));
  }, []);
  if (invoices === 'failed')
    return (
      <p className="notice mt-8">The invoices of your guilds cannot be fetched now; load the page anew.</p>
    );
  if (invoices.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="guild-invoices">
      <h2 id="guild-invoices" className="text-2xl">
        Invoices of your guilds
      </h2>
      <InvoiceList invoices={invoices} />
    </section>
  );
}
