import type Stripe from 'stripe';
import type { Instant } from '../domain/instant.ts';

/** A knock: something happened to this object. Nothing else in it is believed. */
export interface PaymentEvent {
  id: string;
  type: string;
  objectId: string;
  /** The payment page or payment it is about, where the event names one. */
  sessionId: string | null;
  paymentId: string | null;
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
export function knockOf(event: Stripe.Event | ThinEvent): PaymentEvent {
  if (event.object === 'v2.core.event') {
    const { id, type, created, related_object: about } = event;
    const accountId = about?.type === 'v2.core.account' ? about.id : null;
    return {
      id,
      type,
      objectId: about?.id ?? '',
      sessionId: null,
      paymentId: null,
      accountId,
      at: Date.parse(created),
    };
  }
  const object = event.data.object as { id?: string; object?: string; payment_intent?: unknown };
  const payment = object.payment_intent;
  return {
    id: event.id,
    type: event.type,
    objectId: object.id ?? '',
    sessionId: object.object === 'checkout.session' ? (object.id ?? null) : null,
    paymentId: typeof payment === 'string' ? payment : null,
    accountId: event.account ?? null,
    at: event.created * 1000,
  };
}
