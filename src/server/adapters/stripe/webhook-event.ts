import type Stripe from 'stripe';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { EventSubject } from '../../../domain/payments/event-subject.ts';
import { eventSubject, isSubscribed, type ProviderWebhook } from './subscribed-events.ts';

/** A webhook event: something happened to this subject. Nothing else in it is trusted. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** Null where the site does not handle such events. */
  subject: EventSubject | null;
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

/** Reads what an event is about. */
export function webhookEventOf(event: Stripe.Event | ThinEvent): ProviderEvent {
  const { id, type } = event;
  if (event.object === 'v2.core.event') {
    const account = event.related_object?.type === 'v2.core.account' ? event.related_object.id : null;
    return { id, type, subject: subjectOf('accounts', type, account), at: Date.parse(event.created) };
  }
  const at = event.created * 1000;
  if (event.account) return { id, type, subject: subjectOf('sellers', type, event.account), at };
  return { id, type, subject: subjectOf('marketplace', type, idIn(event.data.object as EventObject)), at };
}

function subjectOf(webhook: ProviderWebhook, type: string, id: string | null): EventSubject | null {
  return id !== null && isSubscribed(webhook, type) ? eventSubject(type, id) : null;
}

/** The payment page, payment or subscription that an object is or belongs to. */
function idIn(object: EventObject): string | null {
  if (object.object === 'checkout.session' && object.mode !== 'subscription') return object.id ?? null;
  const payment = object.payment_intent;
  return typeof payment === 'string' ? payment : subscriptionOf(object);
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
