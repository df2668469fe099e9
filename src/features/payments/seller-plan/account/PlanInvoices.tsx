import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Invoice } from '../../../../domain/payments/invoice.ts';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';
import { InvoiceList } from '../../invoice/account/InvoiceList.tsx';

/** The invoices of a seller's plan. Renders nothing where there are none; calls `onFound` where there are some. */
export function PlanInvoices({ onFound }: { onFound: () => void }) {
  const store = useStore($sellerStore);
  const [invoices, setInvoices] = useState<Invoice[] | 'failed'>([]);
  const hasStore = store !== null;
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (!hasStore) return;
    void actions.sellerPlans
      .invoices()
      .catch(() => ({ data: undefined }))
      .then(({ data }) => {
        setInvoices(data ?? 'failed');
        if (data && data.length > 0) found();
      });
  }, [hasStore]);
  if (invoices === 'failed')
    return (
      <p className="notice mt-8">The invoices of your seller plan could not be loaded; reload the page.</p>
    );
  if (invoices.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="plan-invoices">
      <h2 id="plan-invoices" className="text-2xl">
        Invoices of your seller plan
      </h2>
      <InvoiceList invoices={invoices} />
    </section>
  );
}
