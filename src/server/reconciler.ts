import { orderFile, orderIdsIn, unsettledOrderIds } from '../data/orders.ts';
import { keepEvent, newestEventAt } from '../data/payment-events.ts';
import { endRefund, refundsCutShort } from '../data/refunds.ts';
import { orderIdsOwed } from '../data/settlements.ts';
import { askAboutQuietAccounts } from './business-accounts.ts';
import { letGo } from './checkout.ts';
import type { Counter } from './counter.ts';
import { fulfil, fulfilFree } from './fulfilment.ts';
import { turnGuilds } from './guild-turns.ts';
import { openPeriodicJob, type PeriodicJob } from './jobs/periodic-job.ts';
import { finishGuildRefunds } from './membership-care.ts';
import { askAboutQuietJoinings } from './membership-joining.ts';
import { askAboutQuietMemberships } from './membership-time.ts';
import { aboutOf, handleWaitingEvents } from './payment-events.ts';
import { PaymentsUnavailable } from './payments.ts';
import { askAboutQuietPlans } from './seller-plans.ts';
import { settle } from './settlement.ts';

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
export async function reconcile(counter: Counter): Promise<void> {
  const { pb } = counter;
  const now = counter.now();
  const each = async (ids: readonly string[], deal: (id: string) => Promise<unknown>) => {
    for (const id of ids) await deal(id).catch(counter.onError);
  };
  await hearMissedEvents(counter).catch(counter.onError);
  await handleWaitingEvents(counter).catch(counter.onError);
  await each(await orderIdsIn(pb, 'pending', now - GRACE_MS, AT_ONCE), (id) => leadOn(counter, id));
  await finishRefunds(counter).catch(counter.onError);
  await each(await unsettledOrderIds(pb, AT_ONCE), (id) => settle(counter, id));
  await askAboutQuietAccounts(counter).catch(counter.onError);
  await askAboutQuietPlans(counter).catch(counter.onError);
  await askAboutQuietJoinings(counter).catch(counter.onError);
  await finishGuildRefunds(counter, now - GRACE_MS).catch(counter.onError);
  await turnGuilds(counter).catch(counter.onError);
  await askAboutQuietMemberships(counter).catch(counter.onError);
  await each(await orderIdsOwed(pb, AT_ONCE), (id) => settle(counter, id));
}

/** Hears what webhooks should have told. */
async function hearMissedEvents(counter: Counter): Promise<void> {
  const newest = await newestEventAt(counter.pb);
  const since = newest === null ? counter.now() - FIRST_LOOK_MS : newest - OVERLAP_MS;
  for (const event of await counter.payments.eventsSince(since)) {
    const about = aboutOf(event);
    if (about !== null)
      await keepEvent(
        counter.pb,
        { eventId: event.id, type: event.type, about, at: event.at },
        counter.now(),
      );
  }
}

/** Asks again for refunds that were written down and never answered; their key makes them happen once. */
async function finishRefunds(counter: Counter): Promise<void> {
  const { pb, payments } = counter;
  for (const wish of await refundsCutShort(pb, counter.now() - GRACE_MS, AT_ONCE)) {
    try {
      await endRefund(pb, wish.key, await payments.refund(wish), counter.now());
    } catch (reason) {
      if (!(reason instanceof PaymentsUnavailable)) throw reason;
      if (!reason.temporary) await endRefund(pb, wish.key, { id: '', state: 'failed' }, counter.now());
      counter.onError(reason);
    }
    await settle(counter, wish.orderId);
  }
}

/** A pending order whose buyer may be at the payment page, gone, or done without our knowing. */
async function leadOn(counter: Counter, orderId: string): Promise<void> {
  const file = await orderFile(counter.pb, orderId);
  if (file?.order.state !== 'pending') return;
  if (file.order.totalCents === 0) return fulfilFree(counter, file);
  const isOver = counter.now() >= file.order.expiresAt;
  if (file.sessionId === null || isOver) return void (await letGo(counter, file));
  await fulfil(counter, file.sessionId);
}

const EVERY_MS = 60_000;

/** Reconciles now and every minute. */
export function openReconciler(counter: Counter): PeriodicJob {
  return openPeriodicJob(() => reconcile(counter), EVERY_MS, counter.onError);
}
