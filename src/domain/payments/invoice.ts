import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

export const INVOICE_STATES = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

/** What the payment provider billed somebody for a subscription. */
export interface Invoice {
  id: string;
  number: string;
  at: Instant;
  totalCents: Cents;
  /** What is to be paid of it still. */
  dueCents: Cents;
  state: (typeof INVOICE_STATES)[number];
  title: string;
  /** The provider's page of it, to look at and print. */
  url: string | null;
}
