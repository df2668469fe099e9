import type Stripe from 'stripe';
import type { EventSubject } from '../../../domain/payments/event-subject.ts';

/**
 * The events that the site handles, by the webhook that brings them. `npm run stripe:setup` subscribes to exactly these,
 * the receiver ignores all others, and `.env.example` lists them. A test compares the three.
 */
export const SUBSCRIBED_EVENTS = {
  /** Events of the marketplace's own account. */
  marketplace: [
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
    'charge.updated',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.deleted',
    'customer.subscription.paused',
    'customer.subscription.resumed',
    'customer.subscription.trial_will_end',
    'invoice.paid',
    'invoice.payment_failed',
    'invoice.payment_action_required',
    'invoice.finalization_failed',
    'radar.early_fraud_warning.created',
    'radar.early_fraud_warning.updated',
  ],
  /** Events at the accounts of sellers. */
  sellers: ['account.updated', 'payout.failed'],
  /** Thin events of the provider's second API about the accounts of sellers. */
  accounts: [
    'v2.core.account[configuration.recipient].capability_status_updated',
    'v2.core.account[requirements].updated',
    'v2.core.account.closed',
  ],
} as const satisfies {
  marketplace: readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[];
  sellers: readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[];
  accounts: readonly string[];
};

/** Our three webhooks. */
export type ProviderWebhook = keyof typeof SUBSCRIBED_EVENTS;

/** The events of sellers' accounts, of both APIs. They say nothing about what was missed at the marketplace's own. */
export const SELLER_EVENTS: readonly string[] = [...SUBSCRIBED_EVENTS.sellers, ...SUBSCRIBED_EVENTS.accounts];

export const isSubscribed = (webhook: ProviderWebhook, type: string): boolean =>
  (SUBSCRIBED_EVENTS[webhook] as readonly string[]).includes(type);

/** What an event of a subscribed type is about. The provider's prefix says the kind of an id. */
export function eventSubject(type: string, id: string): EventSubject {
  if (id.startsWith('acct_')) return { kind: type === 'payout.failed' ? 'payouts' : 'account', id };
  if (type.startsWith('radar.early_fraud_warning.')) return { kind: 'fraud-warning', id };
  if (id.startsWith('cs_')) return { kind: 'checkout', id };
  return { kind: id.startsWith('sub_') ? 'subscription' : 'payment', id };
}
