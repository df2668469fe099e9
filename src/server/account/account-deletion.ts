import { emptyStore, forgetPerson } from '../../data/account/forgetting.ts';
import {
  isLastOperator,
  leavingPeople,
  leavingStore,
  markLeaving,
  openAtProvider,
  plansWithoutOwner,
  unmarkLeaving,
} from '../../data/account/leaving.ts';
import { storedOrder } from '../../data/commerce/orders.ts';
import { heldShares } from '../../data/commerce/seller-money.ts';
import { guildOfStore } from '../../data/guild/guilds.ts';
import { chargedMemberships } from '../../data/guild/members-gone.ts';
import { deleteUser } from '../../data/identity/users.ts';
import { type LeavingFacts, leavingRefusal } from '../../domain/account/erasure.ts';
import { guildRuns } from '../../domain/guild/guild.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import { cancelPendingOrder } from '../commerce/checkout.ts';
import { endCharging } from '../guild/member-subscriptions.ts';
import { expireMembershipCheckout } from '../guild/membership-checkout.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { syncPlan } from '../payments/seller-plans.ts';

/**
 * Deleting an account. The wish is written down first; then everything that is charged ends at the payment provider, then the
 * store becomes a name on orders, and then the account goes. A process that ends in between leaves the rest to the job.
 */

/** Somebody who wants to leave. */
export interface Leaver {
  id: string;
  email: string;
}

/** What came of a wish: gone, or on the way because the payment provider cannot be reached; else why not, as a sentence. */
export type Leaving = { state: 'gone' } | { state: 'waits' } | { state: 'refused'; sentence: string };

/**
 * Deletes somebody's account with everything that hangs on it, as soon as nothing is charged any more.
 * @throws AccountRefused where the backend refuses
 */
export async function deleteAccount(commerce: CommerceContext, person: Leaver): Promise<Leaving> {
  const sentence = leavingRefusal(await leavingFacts(commerce, person.id));
  if (sentence !== null) return { state: 'refused', sentence };
  await markLeaving(commerce.pb, person.id, commerce.now());
  try {
    await leave(commerce, person);
    return { state: 'gone' };
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
    commerce.onError(reason);
    return { state: 'waits' };
  }
}

async function leavingFacts({ pb, now }: CommerceContext, userId: string): Promise<LeavingFacts> {
  const [store, isLast] = await Promise.all([leavingStore(pb, userId), isLastOperator(pb, userId)]);
  if (!store) return { store, isLastOperator: isLast };
  const [guild, { shares }] = await Promise.all([guildOfStore(pb, store.id), heldShares(pb, store.id)]);
  const sum = (isFrozen: boolean) =>
    shares
      .filter(({ state }) => (state === 'frozen') === isFrozen)
      .reduce((cents, share) => cents + share.cents, 0);
  return {
    isLastOperator: isLast,
    store: { ...store, guildRuns: guildRuns(guild, now()), dueCents: sum(false), frozenCents: sum(true) },
  };
}

/** @throws PaymentsUnavailable while something may still be charged; everything is stored that is needed to go on. */
async function leave(commerce: CommerceContext, person: Leaver): Promise<void> {
  const { pb } = commerce;
  await endAtProvider(commerce, person.id);
  const store = await leavingStore(pb, person.id);
  if (store) await emptyStore(pb, store.id, commerce.now());
  await forgetPerson(pb, person, commerce.now());
  await deleteUser(pb, person.id);
}

/** Closes what could be paid, then ends what is charged: a page that was paid meanwhile is a membership by then. */
async function endAtProvider(commerce: CommerceContext, userId: string): Promise<void> {
  const { pb, payments } = commerce;
  const open = await openAtProvider(pb, userId);
  for (const id of open.joiningIds) await expireMembershipCheckout(commerce, { id });
  for (const id of open.orderIds) {
    const stored = await storedOrder(pb, id);
    if (stored?.order.state === 'pending') await cancelPendingOrder(commerce, stored);
  }
  for (const member of await chargedMemberships(pb, userId)) await endCharging(commerce, member);
  if (!open.plan) return;
  const { storeId, checkoutId, subscriptionId } = open.plan;
  if (checkoutId !== '') await payments.expireCheckout(checkoutId);
  const plan = await syncPlan(commerce, storeId);
  const id = plan?.subscriptionId ?? subscriptionId;
  if (id === '') return;
  await payments.endSubscription(id);
  await syncPlan(commerce, storeId);
}

/** How many accounts are gone on with in one run. */
const AT_ONCE = 20;

/** Goes on with deletions that the payment provider or a crash has stopped, and ends plans whose owner is gone. */
export async function finishDeletions(commerce: CommerceContext): Promise<void> {
  const { pb, payments } = commerce;
  for (const person of await leavingPeople(pb, AT_ONCE)) {
    const sentence = leavingRefusal(await leavingFacts(commerce, person.id));
    // Something was begun in the meantime, such as a sale. The person asks again.
    if (sentence !== null) await unmarkLeaving(pb, person.id);
    else await leave(commerce, person).catch(commerce.onError);
  }
  for (const { storeId, subscriptionId } of await plansWithoutOwner(pb, AT_ONCE))
    await payments
      .endSubscription(subscriptionId)
      .then(() => syncPlan(commerce, storeId))
      .catch(commerce.onError);
}

/** How often deletions are gone on with, in ms. */
const EVERY_MS = 60_000;

export const openDeletions = (commerce: CommerceContext): PeriodicJob =>
  openPeriodicJob(() => finishDeletions(commerce), EVERY_MS, commerce.onError);
