import { orderFileByPayment } from '../data/orders.ts';
import { type KeptEvent, keepEvent, noteEvent, waitingEvents } from '../data/payment-events.ts';
import { followAccount } from './business-accounts.ts';
import type { Counter } from './counter.ts';
import { fulfil } from './fulfilment.ts';
import { followGuildPayment } from './membership-care.ts';
import { followMemberSubscription } from './memberships.ts';
import type { PaymentEvent } from './payments.ts';
import { tellOfPayoutsSentBack } from './payouts.ts';
import { followPlanSubscription } from './seller-plans.ts';
import { settle } from './settlement.ts';

/** What the hall listens to about its own money, and about its sellers. */
const HEARD =
  /^(checkout\.session\.|charge\.refund|charge\.dispute\.|refund\.|customer\.subscription\.|invoice\.(paid|payment_failed)$)/;
const HEARD_OF_SELLERS = /^(v2\.core\.account|account\.|capability\.|payout\.failed$)/;

/** Where to look: a payment page, a payment, a subscription or a seller's account. Null where the event is none of ours. */
export function aboutOf({
  type,
  sessionId,
  paymentId,
  subscriptionId,
  accountId,
}: PaymentEvent): string | null {
  if (accountId !== null) return HEARD_OF_SELLERS.test(type) ? accountId : null;
  return HEARD.test(type) ? (sessionId ?? paymentId ?? subscriptionId) : null;
}

/** Writes a knock down and deals with it. What cannot be dealt with now is tried again by the reconciler. */
export async function hearEvent(counter: Counter, event: PaymentEvent): Promise<void> {
  const about = aboutOf(event);
  if (about === null) return;
  await keepEvent(counter.pb, { eventId: event.id, type: event.type, about, at: event.at }, counter.now());
  await handle(counter, { eventId: event.id, type: event.type, about, tries: 0 });
}

/** Deals with everything that was written down and not dealt with. */
export async function handleWaitingEvents(counter: Counter): Promise<void> {
  for (const event of await waitingEvents(counter.pb, 200)) await handle(counter, event);
}

async function handle(counter: Counter, { eventId, type, about }: KeptEvent): Promise<void> {
  try {
    await followUp(counter, type, about);
    await noteEvent(counter.pb, eventId, { error: null }, counter.now());
  } catch (reason) {
    counter.onError(reason);
    await noteEvent(counter.pb, eventId, { error: String(reason) }, counter.now());
  }
}

/** The event says only where to look; what is true is asked of the provider. */
async function followUp(counter: Counter, type: string, about: string): Promise<void> {
  if (type === 'payout.failed') return tellOfPayoutsSentBack(counter, about);
  if (HEARD_OF_SELLERS.test(type)) return followAccount(counter, about);
  if (about.startsWith('sub_')) return followSubscription(counter, about);
  if (type.startsWith('checkout.session.')) return void (await fulfil(counter, about));
  const file = await orderFileByPayment(counter.pb, about);
  if (file) return settle(counter, file.order.id);
  if (await followGuildPayment(counter, about)) return;
  const sessionId = await counter.payments.checkoutOfPayment(about);
  if (sessionId !== null) await fulfil(counter, sessionId);
}

/** A subscription says itself what it is for. */
async function followSubscription(counter: Counter, subscriptionId: string): Promise<void> {
  const truth = await counter.payments.subscription(subscriptionId);
  if (!truth) return;
  await followPlanSubscription(counter, truth);
  await followMemberSubscription(counter, truth);
}
