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

/** What the hall listens to about its own money, and about its sellers. */
const MARKETPLACE_EVENTS =
  /^(checkout\.session\.|charge\.refund|charge\.dispute\.|refund\.|customer\.subscription\.|invoice\.(paid|payment_failed)$)/;
const SELLER_EVENTS = /^(v2\.core\.account|account\.|capability\.|payout\.failed$)/;

/** Where to look: a payment page, a payment, a subscription or a seller's account. Null where the event is none of ours. */
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

/** Writes a knock down and deals with it. What cannot be dealt with now is tried again by the reconciler. */
export async function receiveEvent(commerce: CommerceContext, event: WebhookEvent): Promise<void> {
  const about = subjectOf(event);
  if (about === null) return;
  await saveEvent(commerce.pb, { eventId: event.id, type: event.type, about, at: event.at }, commerce.now());
  await handle(commerce, { eventId: event.id, type: event.type, about, tries: 0 });
}

/** Deals with everything that was written down and not dealt with. */
export async function handlePendingEvents(commerce: CommerceContext): Promise<void> {
  for (const event of await pendingEvents(commerce.pb, 200)) await handle(commerce, event);
}

async function handle(commerce: CommerceContext, { eventId, type, about }: StoredEvent): Promise<void> {
  try {
    await followUp(commerce, type, about);
    await recordEventOutcome(commerce.pb, eventId, { error: null }, commerce.now());
  } catch (reason) {
    commerce.onError(reason);
    await recordEventOutcome(commerce.pb, eventId, { error: String(reason) }, commerce.now());
  }
}

/** The event says only where to look; what is true is asked of the provider. */
async function followUp(commerce: CommerceContext, type: string, about: string): Promise<void> {
  if (type === 'payout.failed') return notifyOfReturnedPayouts(commerce, about);
  if (SELLER_EVENTS.test(type)) return syncAccount(commerce, about);
  if (about.startsWith('sub_')) return followSubscription(commerce, about);
  if (type.startsWith('checkout.session.')) return void (await fulfil(commerce, about));
  const file = await storedOrderByPayment(commerce.pb, about);
  if (file) return settle(commerce, file.order.id);
  if (await syncGuildPayment(commerce, about)) return;
  const sessionId = await commerce.payments.checkoutOfPayment(about);
  if (sessionId !== null) await fulfil(commerce, sessionId);
}

/** A subscription says itself what it is for. */
async function followSubscription(commerce: CommerceContext, subscriptionId: string): Promise<void> {
  const truth = await commerce.payments.subscription(subscriptionId);
  if (!truth) return;
  await syncPlanSubscription(commerce, truth);
  await syncMemberSubscription(commerce, truth);
}
