import type Stripe from 'stripe';
import { INVOICE_STATES, type Invoice } from '../../../domain/payments/invoice.ts';
import type { DisputeState } from '../../../domain/payments/payment.ts';

/** Maps Stripe's statuses and objects to our types, for several parts of the adapter. */

/** An early warning takes no money yet; a closed inquiry counts as won. */
export function disputeState(status: string): DisputeState {
  if (status === 'lost') return 'lost';
  return status === 'won' || status.startsWith('warning_') ? 'won' : 'open';
}

/** The state of a hosted page. */
export function checkoutState(status: string | null): 'open' | 'complete' | 'expired' {
  return status === 'complete' || status === 'expired' ? status : 'open';
}

/** The state of a subscription: `abandoned` was never paid and never will be, `ended` is over. */
export type SubscriptionStatus =
  | 'incomplete'
  | 'abandoned'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'ended';

const SUBSCRIPTION_STATUS: Readonly<Partial<Record<string, SubscriptionStatus>>> = {
  incomplete: 'incomplete',
  incomplete_expired: 'abandoned',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'paused',
};

export function subscriptionStatus(status: string): SubscriptionStatus {
  return SUBSCRIPTION_STATUS[status] ?? 'ended';
}

/**
 * Codes by which the provider says that the payer's bank wants a payment confirmed (3-D Secure): the card is good, and can be
 * charged once its owner has confirmed it. Source: the provider's list of error codes.
 */
const CONFIRM_CODES: ReadonlySet<string | undefined> = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'payment_intent_action_required',
  'subscription_payment_intent_requires_action',
]);

export const isConfirmCode = (code: string | undefined): boolean => CONFIRM_CODES.has(code);

export function invoiceOf(invoice: Stripe.Invoice): Invoice {
  return {
    id: invoice.id,
    number: invoice.number ?? '',
    at: invoice.created * 1000,
    totalCents: invoice.total,
    dueCents: invoice.amount_remaining,
    state: INVOICE_STATES.find((state) => state === invoice.status) ?? 'draft',
    title: invoice.lines.data.at(-1)?.description ?? '',
    url: invoice.hosted_invoice_url ?? null,
  };
}

/** The id of a reference, whether it is expanded or not. */
export function idOf(value: string | { id: string } | null): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null);
}
