import type Stripe from 'stripe';
import type { Instant } from '../../../domain/kernel/instant.ts';

/** A webhook event: something happened to this object. Nothing else in it is trusted. */
export interface WebhookEvent {
  id: string;
  type: string;
  objectId: string;
  /** The payment page, payment and subscription it is about, where the event names them. */
  sessionId: string | null;
  paymentId: string | null;
  subscriptionId: string | null;
  /** The seller's account it happened to or at; null for the marketplace's own account. */
  accountId: string | null;
  at: Instant;
}

/** A thin event of the provider's second API: its type and the related object, without data. */
export interface ThinEvent {
  id: string;
  object: 'v2.core.event';
  type: string;
  created: string;
  related_object: { id: string; type: string } | null;
}

/** Reads the ids an event is about. */
export function webhookEventOf(event: Stripe.Event | ThinEvent): WebhookEvent {
  if (event.object === 'v2.core.event') {
    const { id, type, created, related_object: related } = event;
    const accountId = related?.type === 'v2.core.account' ? related.id : null;
    return {
      id,
      type,
      objectId: related?.id ?? '',
      sessionId: null,
      paymentId: null,
      subscriptionId: null,
      accountId,
      at: Date.parse(created),
    };
  }
  const object = event.data.object as EventObject;
  const payment = object.payment_intent;
  const subscriptionId = subscriptionOf(object);
  const isPage = object.object === 'checkout.session' && object.mode !== 'subscription';
  return {
    id: event.id,
    type: event.type,
    objectId: object.id ?? '',
    sessionId: isPage ? (object.id ?? null) : null,
    paymentId: typeof payment === 'string' ? payment : null,
    subscriptionId,
    accountId: event.account ?? null,
    at: event.created * 1000,
  };
}

interface EventObject {
  id?: string;
  object?: string;
  mode?: string;
  payment_intent?: unknown;
  subscription?: unknown;
  parent?: { subscription_details?: { subscription?: unknown } | null } | null;
}

/** The subscription of an event about it, about one of its invoices, or about the page where it began. */
function subscriptionOf(object: EventObject): string | null {
  const id =
    object.object === 'subscription'
      ? object.id
      : object.object === 'invoice'
        ? object.parent?.subscription_details?.subscription
        : object.object === 'checkout.session'
          ? object.subscription
          : null;
  return typeof id === 'string' ? id : null;
}

/** The time of a signature in seconds, read as the SDK reads it: the last one counts. NaN where there is none. */
export function signedAt(signature: string): number {
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  return Number.parseInt(times.at(-1)?.slice(2) ?? '', 10);
}
