import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

export const INVOICE_STATES = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

/** An invoice of the payment provider for a subscription. */
export interface Invoice {
  id: string;
  number: string;
  at: Instant;
  totalCents: Cents;
  /** What remains to be paid. */
  dueCents: Cents;
  state: (typeof INVOICE_STATES)[number];
  title: string;
  /** Our PDF of it, or the provider's page to view and print it. */
  url: string | null;
}

/** Whether it is our own document, which opens here. */
export const isOwnDocument = ({ url }: Pick<Invoice, 'url'>): boolean => url?.startsWith('/') === true;

/** The invoices that a seller sees: no drafts, and none of nothing, such as that of a trial. */
export function shownInvoices(invoices: readonly Invoice[]): Invoice[] {
  return invoices.filter(({ state, totalCents }) => state !== 'draft' && totalCents !== 0);
}
