import { orderIdsIn, storedOrder, unsettledOrderIds } from '../../data/commerce/orders.ts';
import { completeRefund, unfinishedRefunds } from '../../data/commerce/refunds.ts';
import { orderIdsWithOwedShares } from '../../data/commerce/settlements.ts';
import { newestEventAt, saveEvent } from '../../data/payments/payment-events.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import { cancelPendingOrder } from '../commerce/checkout.ts';
import { fulfil, fulfilFree } from '../commerce/fulfilment.ts';
import { settle } from '../commerce/settlement.ts';
import { applyGuildPauses } from '../guild/guild-pauses.ts';
import { finishGuildRefunds } from '../guild/member-admin.ts';
import { syncStaleMembershipCheckouts } from '../guild/membership-checkout.ts';
import { syncStaleMemberships } from '../guild/stale-memberships.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { syncStaleAccounts } from '../payments/business-accounts.ts';
import { syncStalePlans } from '../payments/seller-plans.ts';
import { handlePendingEvents, subjectOf } from './payment-events.ts';

/** Orders younger than this are left to webhook and success page, in ms. */
const GRACE_MS = 2 * 60_000;
/** Events are asked for again from so long before the newest known one: they arrive in no order. In ms. */
const OVERLAP_MS = 5 * 60_000;
/** How far back the first look goes; the provider keeps events for 30 days. In ms. */
const FIRST_LOOK_MS = 7 * 86_400_000;
const AT_ONCE = 200;

/**
 * One round of putting right what was cut short or never heard: lost webhooks, orders waiting without end, payments
 * without their order, money not sent on. Each order is dealt with by itself, so that one bad one holds nobody up.
 */
export async function reconcile(commerce: CommerceContext): Promise<void> {
  const { pb } = commerce;
  const now = commerce.now();
  const each = async (ids: readonly string[], deal: (id: string) => Promise<unknown>) => {
    for (const id of ids) await deal(id).catch(commerce.onError);
  };
  await hearMissedEvents(commerce).catch(commerce.onError);
  await handlePendingEvents(commerce).catch(commerce.onError);
  await each(await orderIdsIn(pb, 'pending', now - GRACE_MS, AT_ONCE), (id) => leadOn(commerce, id));
  await finishRefunds(commerce).catch(commerce.onError);
  await each(await unsettledOrderIds(pb, AT_ONCE), (id) => settle(commerce, id));
  await syncStaleAccounts(commerce).catch(commerce.onError);
  await syncStalePlans(commerce).catch(commerce.onError);
  await syncStaleMembershipCheckouts(commerce).catch(commerce.onError);
  await finishGuildRefunds(commerce, now - GRACE_MS).catch(commerce.onError);
  await applyGuildPauses(commerce).catch(commerce.onError);
  await syncStaleMemberships(commerce).catch(commerce.onError);
  await each(await orderIdsWithOwedShares(pb, AT_ONCE), (id) => settle(commerce, id));
}

/** Hears what webhooks should have told. */
async function hearMissedEvents(commerce: CommerceContext): Promise<void> {
  const newest = await newestEventAt(commerce.pb);
  const since = newest === null ? commerce.now() - FIRST_LOOK_MS : newest - OVERLAP_MS;
  for (const event of await commerce.payments.eventsSince(since)) {
    const about = subjectOf(event);
    if (about !== null)
      await saveEvent(
        commerce.pb,
        { eventId: event.id, type: event.type, about, at: event.at },
        commerce.now(),
      );
  }
}

/** Asks again for refunds that were written down and never answered; their key makes them happen once. */
async function finishRefunds(commerce: CommerceContext): Promise<void> {
  const { pb, payments } = commerce;
  for (const wish of await unfinishedRefunds(pb, commerce.now() - GRACE_MS, AT_ONCE)) {
    try {
      await completeRefund(pb, wish.key, await payments.refund(wish), commerce.now());
    } catch (reason) {
      if (!(reason instanceof PaymentsUnavailable)) throw reason;
      if (!reason.temporary) await completeRefund(pb, wish.key, { id: '', state: 'failed' }, commerce.now());
      commerce.onError(reason);
    }
    await settle(commerce, wish.orderId);
  }
}

/** A pending order whose buyer may be at the payment page, gone, or done without our knowing. */
async function leadOn(commerce: CommerceContext, orderId: string): Promise<void> {
  const file = await storedOrder(commerce.pb, orderId);
  if (file?.order.state !== 'pending') return;
  if (file.order.totalCents === 0) return fulfilFree(commerce, file);
  const isOver = commerce.now() >= file.order.expiresAt;
  if (file.sessionId === null || isOver) return void (await cancelPendingOrder(commerce, file));
  await fulfil(commerce, file.sessionId);
}

const EVERY_MS = 60_000;

/** Reconciles now and every minute. */
export function openReconciler(commerce: CommerceContext): PeriodicJob {
  return openPeriodicJob(() => reconcile(commerce), EVERY_MS, commerce.onError);
}
