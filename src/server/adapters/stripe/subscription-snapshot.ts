import type Stripe from 'stripe';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { Cents } from '../../../domain/kernel/money.ts';
import type { BillingTrouble } from '../../../domain/payments/billing-trouble.ts';
import type { Invoice } from '../../../domain/payments/invoice.ts';
import { idOf, invoiceOf, type SubscriptionStatus, subscriptionStatus } from './provider-status.ts';

/** What something at the provider is for, stored as its metadata. */
export type Tags = Record<string, string>;

/** The current state of a subscription. */
export interface SubscriptionSnapshot {
  id: string;
  customerId: string;
  of: Tags;
  status: SubscriptionStatus;
  itemId: string;
  priceId: string;
  priceCents: Cents;
  interval: 'month' | 'year';
  beganAt: Instant;
  periodStart: Instant;
  periodEnd: Instant;
  endsAtPeriodEnd: boolean;
  endedAt: Instant | null;
  /** Periods that begin before this are not charged; null where it is not paused. */
  pausedUntil: Instant | null;
  /** The commission in percent; null where the marketplace is the seller. */
  feePercent: number | null;
  /** The newest invoice. */
  invoice: Invoice | null;
  /** What is wrong with its billing, which only the operator can mend. */
  troubles: BillingTrouble[];
}

/** What the provider says about a subscription now. */
export function subscriptionSnapshot(subscription: Stripe.Subscription): SubscriptionSnapshot {
  const [item] = subscription.items.data;
  const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null;
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    of: subscription.metadata,
    status: subscriptionStatus(subscription.status),
    itemId: item?.id ?? '',
    priceId: item?.price.id ?? '',
    priceCents: item?.price.unit_amount ?? 0,
    interval: item?.price.recurring?.interval === 'year' ? 'year' : 'month',
    beganAt: subscription.created * 1000,
    periodStart: (item?.current_period_start ?? 0) * 1000,
    periodEnd: (item?.current_period_end ?? 0) * 1000,
    endsAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    endedAt: subscription.ended_at === null ? null : subscription.ended_at * 1000,
    pausedUntil: pausedUntil(subscription),
    feePercent: subscription.application_fee_percent,
    invoice: invoice && invoiceOf(invoice),
    troubles: troublesOf(subscription, invoice),
  };
}

/**
 * The provider switches tax off where it cannot compute it, and bills on without it. An invoice that it could not make final
 * stays a draft that nobody pays.
 */
function troublesOf(subscription: Stripe.Subscription, invoice: Stripe.Invoice | null): BillingTrouble[] {
  const off = subscription.automatic_tax.disabled_reason ?? invoice?.automatic_tax.disabled_reason ?? null;
  const error = invoice?.status === 'draft' ? invoice.last_finalization_error : null;
  return [
    ...(off === null ? [] : [{ kind: 'tax-off' as const, reason: off }]),
    ...(error ? [{ kind: 'not-finalized' as const, reason: error.code ?? error.type }] : []),
  ];
}

function pausedUntil({ pause_collection: pause }: Stripe.Subscription): Instant | null {
  if (!pause) return null;
  return pause.resumes_at === null ? Number.POSITIVE_INFINITY : pause.resumes_at * 1000;
}
