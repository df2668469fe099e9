import { actions } from 'astro:actions';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import {
  hasProviderDocuments,
  type Invoice,
  PROVIDER_DOCUMENTS_TEXT,
} from '../../../../domain/payments/invoice.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { InvoiceLink } from '../../../payments/invoice/account/InvoiceLink.tsx';

const STATES: Record<Invoice['state'], string> = {
  draft: 'draft',
  open: 'unpaid',
  paid: 'paid',
  void: 'void',
  uncollectible: 'not paid',
};

/** The user's membership invoices, with links to their PDF or to the payment provider. Renders nothing if there are none. */
export function MembershipInvoices() {
  const { data, error } = useQuery(() => actions.memberships.invoices());
  if (error !== null)
    return <p className="notice mt-8">Your invoices could not be loaded. Reload the page.</p>;
  if (!data || data.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="guild-invoices">
      <h2 id="guild-invoices" className="text-2xl">
        Invoices
      </h2>
      {hasProviderDocuments(data) && <p className="mt-2 text-ink-2">{PROVIDER_DOCUMENTS_TEXT}</p>}
      <ul className="card mt-4 divide-y divide-line px-5">
        {data.map(({ id, number, at, totalCents, state, title, url }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
            <span className="min-w-0">
              <InvoiceLink number={number} url={url} />
              <span className="block text-sm text-ink-2">
                {dayText(at)}, {STATES[state]}
                {title !== '' && `: ${title}`}
              </span>
            </span>
            <span className="font-display text-lg tabular-nums">{moneyText(totalCents)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
