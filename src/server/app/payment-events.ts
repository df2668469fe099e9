import { storedOrderByPayment } from '../../data/commerce/orders.ts';
import {
  pendingEvents,
  recordEventOutcome,
  type StoredEvent,
  saveEvent,
} from '../../data/payments/payment-events.ts';
import { type EventSubject, eventSubject } from '../../domain/payments/event-subject.ts';
import type { WebhookEvent } from '../adapters/stripe/payments.ts';
import { fulfil } from '../commerce/fulfilment.ts';
import { syncAccount } from '../commerce/owed-shares.ts';
import { notifyOfReturnedPayouts } from '../commerce/payouts.ts';
import { settle } from '../commerce/settlement.ts';
import { syncGuildPayment } from '../guild/member-admin.ts';
import { syncMemberSubscription } from '../guild/memberships.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { syncPlanSubscription } from '../payments/seller-plans.ts';

/** Webhook event types of the marketplace's own account, and of sellers' accounts. */
const MARKETPLACE_EVENTS =
  /^(checkout\.session\.|charge\.updated$|charge\.refund|charge\.dispute\.|refund\.|customer\.subscription\.|invoice\.(paid|payment_failed)$)/;
const SELLER_EVENTS = /^(v2\.core\.account|account\.|capability\.|payout\.failed$)/;

/** The object an event is about; null for events that are ignored. */
export function subjectOf({
  type,
  sessionId,
  paymentId,
  subscriptionId,
  accountId,
}: WebhookEvent): EventSubject | null {
  if (accountId !== null) return SELLER_EVENTS.test(type) ? eventSubject(accountId) : null;
  const id = sessionId ?? paymentId ?? subscriptionId;
  return id !== null && MARKETPLACE_EVENTS.test(type) ? eventSubject(id) : null;
}

/** Stores a webhook event and handles it. If handling fails, the reconciler retries it. */
export async function receiveEvent(commerce: CommerceContext, event: WebhookEvent): Promise<void> {
  const subject = subjectOf(event);
  if (subject === null) return;
  const { id: eventId, type, at } = event;
  await saveEvent(commerce.pb, { eventId, type, subject, at }, commerce.now());
  await handle(commerce, { eventId, type, subject, tries: 0 });
}

/** Handles all stored events that are pending. */
export async function handlePendingEvents(commerce: CommerceContext): Promise<void> {
  for (const event of await pendingEvents(commerce.pb, 200)) await handle(commerce, event);
}

async function handle(commerce: CommerceContext, { eventId, type, subject }: StoredEvent): Promise<void> {
  try {
    await sync(commerce, type, subject);
    await recordEventOutcome(commerce.pb, eventId, { error: null }, commerce.now());
  } catch (reason) {
    commerce.onError(reason);
    await recordEventOutcome(commerce.pb, eventId, { error: String(reason) }, commerce.now());
  }
}

/** The event only says which object to sync; its current state is fetched from the provider. */
async function sync(commerce: CommerceContext, type: string, { kind, id }: EventSubject): Promise<void> {
  if (kind === 'account')
    return type === 'payout.failed' ? notifyOfReturnedPayouts(commerce, id) : syncAccount(commerce, id);
  if (kind === 'subscription') return syncSubscription(commerce, id);
  if (kind === 'checkout') return void (await fulfil(commerce, id));
  return syncPayment(commerce, id);
}

/** A payment belongs to an order or to a guild membership; an unknown one to a checkout not fulfilled yet. */
async function syncPayment(commerce: CommerceContext, paymentId: string): Promise<void> {
  const stored = await storedOrderByPayment(commerce.pb, paymentId);
  if (stored) return settle(commerce, stored.order.id);
  if (await syncGuildPayment(commerce, paymentId)) return;
  const sessionId = await commerce.payments.checkoutOfPayment(paymentId);
  if (sessionId !== null) await fulfil(commerce, sessionId);
}

/** Syncs a subscription: its metadata says whether it is a seller plan or a membership. */
async function syncSubscription(commerce: CommerceContext, subscriptionId: string): Promise<void> {
  const subscription = await commerce.payments.subscription(subscriptionId);
  if (!subscription) return;
  await syncPlanSubscription(commerce, subscription);
  await syncMemberSubscription(commerce, subscription);
}
