import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { dayText } from '../../domain/instant.ts';
import type { Invoice } from '../../domain/invoice.ts';
import { Icon } from '../../ui/Icon.tsx';
import { amountText } from '../checkout/OrderLines.tsx';
import { $ownStore } from '../store/own-store.store.ts';

const STATES: Record<Invoice['state'], string> = {
  draft: 'in the making',
  open: 'to be paid',
  paid: 'paid',
  void: 'withdrawn',
  uncollectible: 'not paid',
};

/** The invoices of a seller's plan, each at the payment provider, to look at and print. Nothing where there are none. */
export function PlanInvoices() {
  const store = useStore($ownStore);
  const [invoices, setInvoices] = useState<Invoice[] | 'failed'>([]);
  const hasStore = store !== null;
  useEffect(() => {
    if (!hasStore) return;
    void actions.sellerPlans
      .invoices()
      .catch(() => ({ data: undefined }))
      .then(({ data }) => setInvoices(data ?? 'failed'));
  }, [hasStore]);
  if (invoices === 'failed')
    return (
      <p className="notice mt-8">
        The invoices of your seller plan cannot be fetched now; load the page anew.
      </p>
    );
  if (invoices.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="plan-invoices">
      <h2 id="plan-invoices" className="text-2xl">
        Invoices of your seller plan
      </h2>
      <ul className="mt-4 grid gap-3">
        {invoices.map(({ id, number, at, totalCents, state, title, url }) => (
          <li key={id} className="card grid gap-1 p-5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              {url === null ? (
                <span className="font-semibold">{number}</span>
              ) : (
                <a className="link font-semibold" href={url} target="_blank" rel="noreferrer">
                  {number} <Icon name="external" />
                  <span className="sr-only">, opens at the payment provider</span>
                </a>
              )}
              <span className="font-display text-xl tabular-nums">{amountText(totalCents)}</span>
            </div>
            <p className="text-ink-2">
              {dayText(at)}, {STATES[state]}
            </p>
            <p className="text-sm text-ink-2">{title}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
