import { recordFraudWarning } from '../../data/commerce/fraud-warnings.ts';
import { storedOrderByPayment } from '../../data/commerce/orders.ts';
import { noteBillingTroubles } from '../../data/payments/billing-troubles.ts';
import { pendingEvents, recordEventOutcome, saveEvents } from '../../data/payments/payment-events.ts';
import { BILLING_TROUBLES } from '../../domain/payments/billing-trouble.ts';
import type { EventSubject } from '../../domain/payments/event-subject.ts';
import type { ProviderEvent } from '../adapters/stripe/payments.ts';
import type { SubscriptionSnapshot } from '../adapters/stripe/subscription-payments.ts';
import { fulfil } from '../commerce/fulfilment.ts';
import { syncAccount } from '../commerce/owed-shares.ts';
import { notifyOfReturnedPayouts } from '../commerce/payouts.ts';
import { settle } from '../commerce/settlement.ts';
import { syncGuildPayment } from '../guild/member-admin.ts';
import { syncMemberSubscription } from '../guild/member-subscriptions.ts';
import type { Turns } from '../jobs/turns.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { syncPlanSubscription } from '../payments/seller-plans.ts';

/** Stores a webhook event and handles it. If handling fails, the reconciler retries it. */
export async function receiveEvent(commerce: CommerceContext, event: ProviderEvent): Promise<void> {
  const { id: eventId, type, subject, at } = event;
  if (subject === null) return;
  await saveEvents(commerce.pb, [{ eventId, type, subject, at }], commerce.now());
  await handle(commerce, eventId, subject);
}

/** Handles stored events that are pending: those whose turn it is. */
export async function handlePendingEvents(commerce: CommerceContext, turns: Turns): Promise<void> {
  const pending = await turns('events', (after, most) => pendingEvents(commerce.pb, after, most));
  for (const { eventId, type, subjectId } of pending)
    await handle(commerce, eventId, commerce.payments.eventSubject(type, subjectId));
}

async function handle(commerce: CommerceContext, eventId: string, subject: EventSubject): Promise<void> {
  try {
    await sync(commerce, subject);
    await recordEventOutcome(commerce.pb, eventId, { error: null }, commerce.now());
  } catch (reason) {
    commerce.onError(reason);
    await recordEventOutcome(commerce.pb, eventId, { error: String(reason) }, commerce.now());
  }
}

/** The event only says which object to sync; its current state is fetched from the provider. */
async function sync(commerce: CommerceContext, { kind, id }: EventSubject): Promise<void> {
  if (kind === 'fraud-warning') return syncFraudWarning(commerce, id);
  if (kind === 'payouts') return notifyOfReturnedPayouts(commerce, id);
  if (kind === 'account') return syncAccount(commerce, id);
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

/**
 * Notes a warning of fraud with the order or the member's payment, and tells the operator in the log. Refunding it before
 * it is disputed, which costs less, is their choice.
 */
async function syncFraudWarning(commerce: CommerceContext, paymentId: string): Promise<void> {
  const kind = await commerce.payments.fraudWarning(paymentId);
  if (kind === null) return;
  // The warning may be heard before the payment itself.
  await syncPayment(commerce, paymentId);
  if (await recordFraudWarning(commerce.pb, paymentId, kind))
    commerce.onError(new Error(`the bank reports the payment ${paymentId} as fraud: ${kind}`));
}

/** What only the operator can mend waits at the desk and stands in the log. */
async function noteTroubles(
  commerce: CommerceContext,
  { id, troubles, endedAt }: SubscriptionSnapshot,
): Promise<void> {
  const standing = endedAt === null ? troubles : [];
  for (const { kind, reason } of await noteBillingTroubles(commerce.pb, id, standing, commerce.now()))
    commerce.onError(new Error(`${BILLING_TROUBLES[kind]}, subscription ${id}: ${reason}`));
}

/** Syncs a subscription: its metadata says whether it is a seller plan or a membership. */
async function syncSubscription(commerce: CommerceContext, subscriptionId: string): Promise<void> {
  const subscription = await commerce.payments.subscription(subscriptionId);
  if (!subscription) return;
  await noteTroubles(commerce, subscription);
  await syncPlanSubscription(commerce, subscription);
  await syncMemberSubscription(commerce, subscription);
}
