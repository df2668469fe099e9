import { storedOrderByPayment } from '../../data/commerce/orders.ts';
import {
  pendingEvents,
  recordEventOutcome,
  type StoredEvent,
  saveEvent,
} from '../../data/payments/payment-events.ts';
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
  /^(checkout\.session\.|charge\.refund|charge\.dispute\.|refund\.|customer\.subscription\.|invoice\.(paid|payment_failed)$)/;
const SELLER_EVENTS = /^(v2\.core\.account|account\.|capability\.|payout\.failed$)/;

/**
 * The id of the object an event is about: a checkout session, a payment, a subscription or a seller's account. Null for
 * events that are ignored.
 */
export function subjectOf({
  type,
  sessionId,
  paymentId,
  subscriptionId,
  accountId,
}: WebhookEvent): string | null {
  if (accountId !== null) return SELLER_EVENTS.test(type) ? accountId : null;
  return MARKETPLACE_EVENTS.test(type) ? (sessionId ?? paymentId ?? subscriptionId) : null;
}

/** Stores a webhook event and handles it. If handling fails, the reconciler retries it. */
export async function receiveEvent(commerce: CommerceContext, event: WebhookEvent): Promise<void> {
  const about = subjectOf(event);
  if (about === null) return;
  await saveEvent(commerce.pb, { eventId: event.id, type: event.type, about, at: event.at }, commerce.now());
  await handle(commerce, { eventId: event.id, type: event.type, about, tries: 0 });
}

/** Handles all stored events that are pending. */
export async function handlePendingEvents(commerce: CommerceContext): Promise<void> {
  for (const event of await pendingEvents(commerce.pb, 200)) await handle(commerce, event);
}

async function handle(commerce: CommerceContext, { eventId, type, about }: StoredEvent): Promise<void> {
  try {
    await sync(commerce, type, about);
    await recordEventOutcome(commerce.pb, eventId, { error: null }, commerce.now());
  } catch (reason) {
    commerce.onError(reason);
    await recordEventOutcome(commerce.pb, eventId, { error: String(reason) }, commerce.now());
  }
}

/** The event only says which object to sync; its current state is fetched from the provider. */
async function sync(commerce: CommerceContext, type: string, about: string): Promise<void> {
  if (type === 'payout.failed') return notifyOfReturnedPayouts(commerce, about);
  if (SELLER_EVENTS.test(type)) return syncAccount(commerce, about);
  if (about.startsWith('sub_')) return syncSubscription(commerce, about);
  if (type.startsWith('checkout.session.')) return void (await fulfil(commerce, about));
  const stored = await storedOrderByPayment(commerce.pb, about);
  if (stored) return settle(commerce, stored.order.id);
  if (await syncGuildPayment(commerce, about)) return;
  const sessionId = await commerce.payments.checkoutOfPayment(about);
  if (sessionId !== null) await fulfil(commerce, sessionId);
}

/** Syncs a subscription: its metadata says whether it is a seller plan or a membership. */
async function syncSubscription(commerce: CommerceContext, subscriptionId: string): Promise<void> {
  const subscription = await commerce.payments.subscription(subscriptionId);
  if (!subscription) return;
  await syncPlanSubscription(commerce, subscription);
  await syncMemberSubscription(commerce, subscription);
}
