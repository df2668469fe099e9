import type Stripe from 'stripe';
import type { Instant } from '../../../domain/kernel/instant.ts';

/** A knock: something happened to this object. Nothing else in it is believed. */
export interface WebhookEvent {
  id: string;
  type: string;
  objectId: string;
  /** The payment page or payment it is about, where the event names one. */
  sessionId: string | null;
  paymentId: string | null;
  /** What is paid again and again and it is about. */
  subscriptionId: string | null;
  /** The seller's account it happened to or at; null where it is the hall's own. */
  accountId: string | null;
  at: Instant;
}

/** An event of the provider's newer kind: what happened to what, and nothing more. */
export interface ThinEvent {
  id: string;
  object: 'v2.core.event';
  type: string;
  created: string;
  related_object: { id: string; type: string } | null;
}

/** What an event is about, in our words. */
export function webhookEventOf(event: Stripe.Event | ThinEvent): WebhookEvent {
  if (event.object === 'v2.core.event') {
    const { id, type, created, related_object: about } = event;
    const accountId = about?.type === 'v2.core.account' ? about.id : null;
    return {
      id,
      type,
      objectId: about?.id ?? '',
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

/** The subscription an event is about: itself, an invoice of it, or the page where it began. */
function subscriptionOf(object: EventObject): string | null {
  const named =
    object.object === 'subscription'
      ? object.id
      : object.object === 'invoice'
        ? object.parent?.subscription_details?.subscription
        : object.object === 'checkout.session'
          ? object.subscription
          : null;
  return typeof named === 'string' ? named : null;
}
