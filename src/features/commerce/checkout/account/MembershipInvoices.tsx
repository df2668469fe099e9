import { actions } from 'astro:actions';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Invoice } from '../../../../domain/payments/invoice.ts';
import { InvoiceList } from '../../../payments/invoice/account/InvoiceList.tsx';

/** The invoices of my guild memberships. Renders nothing if there are none; calls `onFound` if there are some. */
export function PaidMemberships({ onFound }: { onFound: () => void }) {
  const [invoices, setInvoices] = useState<Invoice[] | 'failed'>([]);
  const found = useEffectEvent(onFound);
  useEffect(() => {
    void actions.memberships
      .invoices()
      .catch(() => ({ data: undefined }))
      .then(({ data }) => {
        setInvoices(data ?? 'failed');
        if (data && data.length > 0) found();
      });
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
