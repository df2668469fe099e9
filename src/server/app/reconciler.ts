import { ordersIn, storedOrder, unsettledOrders } from '../../data/commerce/orders.ts';
import { completeRefund, unfinishedRefunds } from '../../data/commerce/refunds.ts';
import { orderIdsWithPendingFee } from '../../data/commerce/settlements.ts';
import { owedShares } from '../../data/commerce/shares.ts';
import { newestEventAt, saveEvents } from '../../data/payments/payment-events.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { PaymentsUnavailable, type ProviderEvent } from '../adapters/stripe/payments.ts';
import { cancelPendingOrder } from '../commerce/checkout.ts';
import { fulfil, fulfilFree } from '../commerce/fulfilment.ts';
import { settle } from '../commerce/settlement.ts';
import { retryUnmatched } from '../commerce/unmatched/unmatched-payments.ts';
import { finishWithdrawals } from '../commerce/withdrawal/withdrawals.ts';
import { applyGuildPauses } from '../guild/guild-pauses.ts';
import { evenOutGuildPayments, finishGuildRefunds } from '../guild/member-admin.ts';
import { syncStaleMembershipCheckouts } from '../guild/membership-checkout.ts';
import { syncStaleMemberships } from '../guild/stale-memberships.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { openTurns, type Turns } from '../jobs/turns.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { syncStaleAccounts } from '../payments/business-accounts.ts';
import { syncStalePlans } from '../payments/seller-plans.ts';
import { handlePendingEvents } from './payment-events.ts';

/** Younger orders are left to webhook and success page, in ms. */
const GRACE_MS = 2 * 60_000;
/** Events are fetched again from this long before the newest known one, because they arrive in any order. In ms. */
const OVERLAP_MS = 5 * 60_000;
/** How far back the first fetch goes; the provider stores events for 30 days. In ms. */
const FIRST_FETCH_MS = 7 * 86_400_000;
/** The provider knows its fee within an hour; if no event said so, it is asked, and again after half an hour. In ms. */
const FEE_DUE_MS = 65 * 60_000;
const FEE_RETRY_MS = 30 * 60_000;
/** How long a seller's part of a membership rests after it could not be moved, in ms. */
const UNEVEN_RETRY_MS = 10 * 60_000;
const BATCH = 200;

/**
 * One run of the reconciler: missed webhook events, pending orders, unfinished refunds, unsettled orders, open checkouts of
 * memberships, stale accounts, plans and memberships, shares not sent yet. Each order is handled on its own, so that a
 * failing one does not block the others; of lists that are longer than one run handles, the next run goes on where this
 * one ended.
 * @param turns kept from run to run.
 */
export async function reconcile(commerce: CommerceContext, turns: Turns = openTurns(BATCH)): Promise<void> {
  const { pb } = commerce;
  const now = commerce.now();
  const each = async (ids: readonly string[], handle: (id: string) => Promise<unknown>) => {
    for (const id of ids) await handle(id).catch(commerce.onError);
  };
  await fetchMissedEvents(commerce).catch(commerce.onError);
  await handlePendingEvents(commerce, turns).catch(commerce.onError);
  await retryUnmatched(commerce, turns).catch(commerce.onError);
  const pending = await turns('pending orders', (after, most) =>
    ordersIn(pb, 'pending', now - GRACE_MS, after, most),
  );
  await each(idsOf(pending), (id) => syncPendingOrder(commerce, id));
  await finishRefunds(commerce, turns).catch(commerce.onError);
  const unsettled = await turns('unsettled orders', (after, most) => unsettledOrders(pb, after, most));
  await each(idsOf(unsettled), (id) => settle(commerce, id));
  // Before the accounts: they may be hundreds that are asked for one by one, and an open checkout holds a seat.
  await syncStaleMembershipCheckouts(commerce).catch(commerce.onError);
  await syncStaleAccounts(commerce).catch(commerce.onError);
  await syncStalePlans(commerce).catch(commerce.onError);
  await finishGuildRefunds(commerce, now - GRACE_MS).catch(commerce.onError);
  await finishWithdrawals(commerce, now - GRACE_MS).catch(commerce.onError);
  await evenOutGuildPayments(commerce, now - UNEVEN_RETRY_MS).catch(commerce.onError);
  await applyGuildPauses(commerce).catch(commerce.onError);
  await syncStaleMemberships(commerce).catch(commerce.onError);
  const owed = await turns('owed shares', (after, most) => owedShares(pb, after, most));
  await each([...new Set(owed.map(({ orderId }) => orderId))], (id) => settle(commerce, id));
  const pendingFees = await orderIdsWithPendingFee(pb, now - FEE_DUE_MS, now - FEE_RETRY_MS, BATCH);
  await each(pendingFees, (id) => settle(commerce, id));
}

const idsOf = (places: readonly { id: string }[]) => places.map(({ id }) => id);

/** Fetches and stores events whose webhook was missed. */
async function fetchMissedEvents(commerce: CommerceContext): Promise<void> {
  const { pb, payments } = commerce;
  const newest = await newestEventAt(pb, payments.sellerEvents);
  await fetchEvents(commerce, newest === null ? commerce.now() - FIRST_FETCH_MS : newest - OVERLAP_MS);
}

/** Fetches and stores the events since an instant; known ones are left as they are. */
export async function fetchEvents(commerce: CommerceContext, since: Instant): Promise<ProviderEvent[]> {
  const events = await commerce.payments.eventsSince(since);
  const arrived = events.flatMap(({ id: eventId, type, subject, at }) =>
    subject === null ? [] : [{ eventId, type, subject, at }],
  );
  await saveEvents(commerce.pb, arrived, commerce.now());
  return events;
}

/** Repeats recorded refunds without an answer, unless the provider made them already. */
async function finishRefunds(commerce: CommerceContext, turns: Turns): Promise<void> {
  const { pb, payments } = commerce;
  const before = commerce.now() - GRACE_MS;
  const unfinished = await turns('refunds', (after, most) => unfinishedRefunds(pb, before, after, most));
  for (const { refund } of unfinished) {
    try {
      const answer = await payments.refund({ ...refund, isResumed: true });
      await completeRefund(pb, refund.key, answer, commerce.now());
    } catch (reason) {
      if (!(reason instanceof PaymentsUnavailable)) throw reason;
      if (!reason.temporary)
        await completeRefund(pb, refund.key, { id: '', state: 'failed' }, commerce.now());
      commerce.onError(reason);
    }
    await settle(commerce, refund.orderId);
  }
}

/** Fulfils or cancels a pending order: its buyer may still be paying, may have left, or may have paid already. */
async function syncPendingOrder(commerce: CommerceContext, orderId: string): Promise<void> {
  const stored = await storedOrder(commerce.pb, orderId);
  if (stored?.order.state !== 'pending') return;
  if (stored.order.totalCents === 0) return fulfilFree(commerce, stored);
  const isOver = commerce.now() >= stored.order.expiresAt;
  if (stored.sessionId === null || isOver) return void (await cancelPendingOrder(commerce, stored));
  await fulfil(commerce, stored.sessionId);
}

const EVERY_MS = 60_000;

/** Reconciles now and every minute. */
export function openReconciler(commerce: CommerceContext): PeriodicJob {
  const turns = openTurns(BATCH);
  return openPeriodicJob(() => reconcile(commerce, turns), EVERY_MS, commerce.onError);
}
