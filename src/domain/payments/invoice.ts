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

/** What is said beside payments whose document is the provider's, because they are older than our invoices. */
export const PROVIDER_DOCUMENTS_TEXT =
  'The payment provider billed your oldest payments before we wrote invoices ourselves. Their numbers open its invoices.';

/** Whether a paid one of these has the provider's document instead of ours. */
export const hasProviderDocuments = (invoices: readonly Pick<Invoice, 'state' | 'url'>[]): boolean =>
  invoices.some((invoice) => invoice.state === 'paid' && invoice.url !== null && !isOwnDocument(invoice));
