import { createHash } from 'node:crypto';
import { sellersOf } from '../../data/identity/addressees.ts';
import { withMail } from '../../data/notifications/mails.ts';
import {
  findOrCreatePlan,
  planOfStore,
  type StoredPlan,
  savePlanIds,
  savePlanSnapshot,
  stalePlans,
} from '../../data/payments/seller-plans.ts';
import {
  currentPlan,
  NO_PLAN,
  type PlanPrices,
  type PlanRefusal,
  type PlanRhythm,
  type PlanState,
  type PlanStatus,
  type PlanSubscription,
  planAt,
  planState,
} from '../../domain/payments/seller-plan.ts';
import { paths } from '../../paths.ts';
import { PAGE_ID } from '../adapters/stripe/payments.ts';
import type { SubscriptionSnapshot } from '../adapters/stripe/subscription-payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { planMail } from './plan-mails.ts';
import { planPriceId } from './plan-prices.ts';
import { issueDocuments } from './subscription-documents.ts';

/** Starts a seller's plan and keeps it in sync with the provider. */

const TRIES = 4;
const OPEN_STALE_MS = 15 * 60_000;
const SETTLED_STALE_MS = 24 * 3_600_000;
const AT_ONCE = 200;
/** Metadata that tells a seller's plan from a guild membership at the provider. */
const KIND = 'seller-plan';

export type PlanStart = { kind: 'pay'; url: string } | { kind: 'refused'; refusal: PlanRefusal };

/**
 * Opens the hosted page to subscribe to Pro. An earlier page is closed first, so that nobody pays twice; a second click
 * gets the page of the first.
 * @throws PaymentsUnavailable where the provider cannot be reached; nothing was charged.
 */
export async function startPlan(
  commerce: CommerceContext,
  store: { id: string; name: string },
  email: string,
  rhythm: PlanRhythm,
  prices: PlanPrices,
): Promise<PlanStart> {
  const { pb, payments } = commerce;
  const refused = (refusal: PlanRefusal): PlanStart => ({ kind: 'refused', refusal });
  let stored = await findOrCreatePlan(pb, store.id);
  if (stored.customerId !== '') {
    if (stored.checkoutId !== '') await payments.expireCheckout(stored.checkoutId);
    stored = (await syncPlan(commerce, store.id)) ?? stored;
    if (isAlive(stored.plan)) return refused('has-plan');
  }
  const customerId = stored.customerId || (await customerOf(commerce, store, email));
  const priceId = await planPriceId(commerce, prices, rhythm);
  const of = { kind: KIND, store: store.id };
  const page = await payments.openSubscriptionPage({
    customerId,
    priceId,
    of,
    seller: null,
    expiresAt: null,
    successUrl: `${commerce.siteUrl}${paths.sellerSubscriptionSuccess()}?session_id=${PAGE_ID}`,
    cancelUrl: `${commerce.siteUrl}${paths.sellerPlan()}`,
    key: `plan:${store.id}:${stored.seen}:${priceId}`,
  });
  if (await savePlanIds(pb, stored, { customerId, checkoutId: page.id }, commerce.now()))
    return { kind: 'pay', url: page.url };
  // Another request was quicker. The same page is fine; a second one must not stay open.
  const winner = await planOfStore(pb, store.id);
  if (winner?.checkoutId === page.id) return { kind: 'pay', url: page.url };
  await payments.expireCheckout(page.id);
  return refused('changed-meanwhile');
}

async function customerOf(
  commerce: CommerceContext,
  store: { id: string; name: string },
  email: string,
): Promise<string> {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([email, store.name]))
    .digest('hex')
    .slice(0, 16);
  return commerce.payments.openCustomer({
    email,
    name: store.name,
    of: { store: store.id },
    key: `plan-customer:${store.id}:${fingerprint}`,
  });
}

const isAlive = ({ state }: PlanStatus) => state !== 'none' && state !== 'ended';

/**
 * Updates a store's plan to the provider's current snapshot and notifies the seller of a failed payment or an ended plan.
 * Safe to call any number of times and concurrently: only the current snapshot counts. Null where there is no plan.
 */
export async function syncPlan(
  commerce: CommerceContext,
  storeId: string,
  changedPaymentId: string | null = null,
): Promise<StoredPlan | null> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    // Read before the provider is asked: a write in between may come from a newer snapshot.
    const stored = await planOfStore(commerce.pb, storeId);
    if (!stored || stored.customerId === '') return stored;
    const subscriptions = (await commerce.payments.subscriptionsOf(stored.customerId))
      .filter(({ of }) => of['kind'] === KIND && of['store'] === storeId)
      .flatMap((snapshot) => planSubscription(snapshot) ?? []);
    const { current, surplus } = currentPlan(subscriptions);
    for (const { subscriptionId } of surplus) {
      commerce.onError(new Error(`store ${storeId} had two plans; ${subscriptionId} was undone`));
      await commerce.payments.undoSubscription(subscriptionId);
    }
    if (!(await save(commerce, stored, current))) continue;
    if (current) await invoicePlan(commerce, stored, current.subscriptionId, changedPaymentId);
    return planOfStore(commerce.pb, storeId);
  }
  throw new Error(`the plan of ${storeId} changes faster than it can be synced`);
}

/** Issues what the bills of a plan still need. Refunds are asked of the payment that changed. */
async function invoicePlan(
  commerce: CommerceContext,
  { storeId, invoicedSince }: StoredPlan,
  subscriptionId: string,
  changedPaymentId: string | null,
): Promise<void> {
  const [seller] = await sellersOf(commerce.pb, [storeId]);
  if (!seller) return;
  const invoices = await commerce.payments.invoicesOfSubscription(subscriptionId);
  const bills = invoices.filter(
    ({ paidAt, paidCents }) => paidCents > 0 && (paidAt ?? 0) >= (invoicedSince ?? 0),
  );
  const changed = bills.find(({ paymentId }) => paymentId !== null && paymentId === changedPaymentId);
  const payment = changed?.paymentId ? await commerce.payments.paymentSnapshot(changed.paymentId) : null;
  await issueDocuments(
    commerce,
    { subscriptionId, payerId: seller.userId, email: seller.email },
    bills.map((invoice) => ({
      invoice,
      backCents: payment && invoice === changed ? payment.refundedCents + payment.lostCents : null,
    })),
  );
}

async function save(
  commerce: CommerceContext,
  stored: StoredPlan,
  subscription: PlanSubscription | null,
): Promise<boolean> {
  const { pb } = commerce;
  const now = commerce.now();
  const state = planState(subscription);
  const plan = planAt({ state, due: subscription?.due ?? null }, now);
  const mail = subscription && (await statusMail(commerce, stored, subscription, state));
  const queue = (steps: Parameters<typeof withMail>[0]) => (mail ? withMail(steps, mail, now) : steps);
  if (!(await savePlanSnapshot(pb, stored, { subscription, state, plan }, queue, now))) return false;
  if (mail) commerce.mailQueued();
  return true;
}

async function statusMail(
  commerce: CommerceContext,
  stored: StoredPlan,
  subscription: PlanSubscription,
  state: PlanState,
) {
  if (state === stored.plan.state || (state !== 'past-due' && state !== 'ended')) return null;
  const [seller] = await sellersOf(commerce.pb, [stored.storeId]);
  if (!seller || seller.email === '') return null;
  const isToConfirm =
    state === 'past-due' && (await commerce.payments.pageToConfirm(subscription.subscriptionId)) !== null;
  return planMail(commerce, state, subscription, seller, isToConfirm);
}

/**
 * Syncs the plan a subscription belongs to. False where it is no seller plan.
 * @param changedPaymentId the payment whose refunds or disputes may have changed
 */
export async function syncPlanSubscription(
  commerce: CommerceContext,
  snapshot: Pick<SubscriptionSnapshot, 'of'>,
  changedPaymentId: string | null = null,
): Promise<boolean> {
  const storeId = snapshot.of['kind'] === KIND ? snapshot.of['store'] : undefined;
  if (storeId === undefined) return false;
  await syncPlan(commerce, storeId, changedPaymentId);
  return true;
}

/** Syncs plans for which no webhook event arrived for a while, and ends grace periods that are over. */
export async function syncStalePlans(commerce: CommerceContext): Promise<void> {
  const now = commerce.now();
  const before = { open: now - OPEN_STALE_MS, settled: now - SETTLED_STALE_MS };
  for (const storeId of await stalePlans(commerce.pb, before, AT_ONCE))
    await syncPlan(commerce, storeId).catch(commerce.onError);
}

/** A seller's plan as stored; with `ask` after a sync. @throws PaymentsUnavailable during the sync. */
export async function planStatus(
  commerce: CommerceContext,
  storeId: string,
  ask: boolean,
): Promise<PlanStatus> {
  const stored = ask ? await syncPlan(commerce, storeId) : await planOfStore(commerce.pb, storeId);
  return stored?.plan ?? NO_PLAN;
}

/** The provider's subscription as one to Pro; null where it never began. */
function planSubscription(snapshot: SubscriptionSnapshot): PlanSubscription | null {
  if (snapshot.status === 'incomplete' || snapshot.status === 'abandoned') return null;
  const isPastDue = snapshot.status === 'past_due' || snapshot.status === 'unpaid';
  const isPaid = snapshot.status === 'active' || snapshot.status === 'trialing';
  const open = snapshot.invoice?.state === 'open' ? snapshot.invoice : null;
  return {
    subscriptionId: snapshot.id,
    itemId: snapshot.itemId,
    status: isPaid ? 'paid' : isPastDue ? 'past-due' : 'over',
    rhythm: snapshot.interval === 'year' ? 'annual' : 'monthly',
    priceCents: snapshot.priceCents,
    beganAt: snapshot.beganAt,
    paidUntil: isPastDue ? snapshot.periodStart : snapshot.periodEnd,
    endsAtPeriodEnd: snapshot.endsAtPeriodEnd,
    isWaiting: snapshot.status === 'trialing',
    due: isPastDue
      ? { invoiceId: open?.id ?? '', cents: open?.dueCents ?? 0, since: open?.at ?? snapshot.periodStart }
      : null,
  };
}
