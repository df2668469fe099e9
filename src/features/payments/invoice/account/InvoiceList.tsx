import { dayText } from '../../../../domain/kernel/instant.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import {
  hasProviderDocuments,
  type Invoice,
  PROVIDER_DOCUMENTS_TEXT,
} from '../../../../domain/payments/invoice.ts';
import { InvoiceLink } from './InvoiceLink.tsx';

const STATES: Record<Invoice['state'], string> = {
  draft: 'draft',
  open: 'due',
  paid: 'paid',
  void: 'void',
  uncollectible: 'not paid',
};

/** Invoices and credit notes, each with a link to its PDF, or to its page at the payment provider. */
export function InvoiceList({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <>
      {hasProviderDocuments(invoices) && <p className="mt-2 text-ink-2">{PROVIDER_DOCUMENTS_TEXT}</p>}
      <ul className="mt-4 grid gap-3">
        {invoices.map(({ id, number, at, totalCents, state, title, url }) => (
          <li key={id} className="card grid gap-1 p-5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <InvoiceLink number={number} url={url} />
              <span className="font-display text-xl tabular-nums">{moneyText(totalCents)}</span>
            </div>
            <p className="text-ink-2">
              {dayText(at)}, {STATES[state]}
            </p>
            <p className="text-sm text-ink-2">{title}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
