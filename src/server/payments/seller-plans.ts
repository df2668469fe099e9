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
import type { SubscriptionSnapshot } from '../adapters/stripe/subscription-payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { planMail } from './plan-mails.ts';
import { planPriceId } from './plan-prices.ts';

/** How a seller's plan is begun, and kept equal to what the provider says. */

const TRIES = 4;
const ASK_OPEN_MS = 15 * 60_000;
const ASK_SETTLED_MS = 24 * 3_600_000;
const AT_ONCE = 200;
/** What tells a seller's plan from a guild's tiers at the provider. */
const KIND = 'seller-plan';

export type PlanStart = { kind: 'pay'; url: string } | { kind: 'refused'; refusal: PlanRefusal };

/**
 * Takes a seller to the hosted page where Pro begins. A page opened before is closed first, so that nobody pays twice;
 * a second click finds the page of the first.
 * @throws PaymentsUnavailable where the provider cannot be reached; nothing was charged then.
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
  let file = await findOrCreatePlan(pb, store.id);
  if (file.customerId !== '') {
    if (file.checkoutId !== '') await payments.expireCheckout(file.checkoutId);
    file = (await syncPlan(commerce, store.id)) ?? file;
    if (isAlive(file.plan)) return refused('has-plan');
  }
  const customerId = file.customerId || (await customerOf(commerce, store, email));
  const priceId = await planPriceId(commerce, prices, rhythm);
  const of = { kind: KIND, store: store.id };
  const page = await payments.openSubscriptionPage({
    customerId,
    priceId,
    of,
    seller: null,
    expiresAt: null,
    successUrl: `${commerce.siteUrl}${paths.sellerSubscriptionSuccess()}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${commerce.siteUrl}${paths.sellerPlan()}`,
    key: `plan:${store.id}:${file.seen}:${priceId}`,
  });
  if (await savePlanIds(pb, file, { customerId, checkoutId: page.id }, commerce.now()))
    return { kind: 'pay', url: page.url };
  // Another window was quicker. The same page is his too; any other must not stay open beside it.
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
  const words = createHash('sha256')
    .update(JSON.stringify([email, store.name]))
    .digest('hex')
    .slice(0, 16);
  return commerce.payments.openCustomer({
    email,
    name: store.name,
    of: { store: store.id },
    key: `plan-customer:${store.id}:${words}`,
  });
}

const isAlive = ({ state }: PlanStatus) => state !== 'none' && state !== 'ended';

/**
 * Makes a store's plan equal to what the provider says now, and tells the seller where that costs him something. Any
 * number of times, at once, whatever it was heard by: only what stands now counts. Null where there is no plan.
 */
export async function syncPlan(commerce: CommerceContext, storeId: string): Promise<StoredPlan | null> {
  for (let turn = 0; turn < TRIES; turn++) {
    // Read before the provider is asked: where somebody wrote meanwhile, his news may be newer.
    const file = await planOfStore(commerce.pb, storeId);
    if (!file || file.customerId === '') return file;
    const told = (await commerce.payments.subscriptionsOf(file.customerId))
      .filter(({ of }) => of['kind'] === KIND && of['store'] === storeId)
      .flatMap((truth) => wordOf(truth) ?? []);
    const { stands, tooMany } = currentPlan(told);
    for (const { subscriptionId } of tooMany) {
      commerce.onError(new Error(`store ${storeId} had two plans; ${subscriptionId} was undone`));
      await commerce.payments.undoSubscription(subscriptionId);
    }
    if (await keep(commerce, file, stands)) return planOfStore(commerce.pb, storeId);
  }
  throw new Error(`the plan of ${storeId} changes faster than it can be asked about`);
}

async function keep(
  commerce: CommerceContext,
  file: StoredPlan,
  word: PlanSubscription | null,
): Promise<boolean> {
  const { pb } = commerce;
  const now = commerce.now();
  const state = planState(word);
  const counts = planAt({ state, due: word?.due ?? null }, now);
  const mail = word && (await newsOf(commerce, file, word, state));
  const queue = (steps: Parameters<typeof withMail>[0]) => (mail ? withMail(steps, mail, now) : steps);
  if (!(await savePlanSnapshot(pb, file, { word, state, counts }, queue, now))) return false;
  if (mail) commerce.mailQueued();
  return true;
}

async function newsOf(commerce: CommerceContext, file: StoredPlan, word: PlanSubscription, state: PlanState) {
  if (state === file.plan.state || (state !== 'past-due' && state !== 'ended')) return null;
  const [seller] = await sellersOf(commerce.pb, [file.storeId]);
  return seller && seller.email !== '' ? planMail(commerce, state, word, seller) : null;
}

/** What the provider knocked about, if it is a plan. Nothing of anybody else's is touched. */
export async function syncPlanSubscription(
  commerce: CommerceContext,
  truth: Pick<SubscriptionSnapshot, 'of'>,
): Promise<void> {
  const storeId = truth.of['kind'] === KIND ? truth.of['store'] : undefined;
  if (storeId !== undefined) await syncPlan(commerce, storeId);
}

/** Asks about plans nobody knocked about for long, and ends the grace of those that are not paid. */
export async function syncStalePlans(commerce: CommerceContext): Promise<void> {
  const now = commerce.now();
  const before = { open: now - ASK_OPEN_MS, settled: now - ASK_SETTLED_MS };
  for (const storeId of await stalePlans(commerce.pb, before, AT_ONCE))
    await syncPlan(commerce, storeId).catch(commerce.onError);
}

/** A seller's plan as it stands; with `ask` by the provider's word. @throws PaymentsUnavailable when asking. */
export async function planStatus(
  commerce: CommerceContext,
  storeId: string,
  ask: boolean,
): Promise<PlanStatus> {
  const file = ask ? await syncPlan(commerce, storeId) : await planOfStore(commerce.pb, storeId);
  return file?.plan ?? NO_PLAN;
}

/** The provider's words in ours; null for one that never began. */
function wordOf(truth: SubscriptionSnapshot): PlanSubscription | null {
  if (truth.status === 'incomplete' || truth.status === 'incomplete_expired') return null;
  const isPastDue = truth.status === 'past_due' || truth.status === 'unpaid';
  const isPaid = truth.status === 'active' || truth.status === 'trialing';
  const open = truth.invoice?.state === 'open' ? truth.invoice : null;
  return {
    subscriptionId: truth.id,
    itemId: truth.itemId,
    status: isPaid ? 'paid' : isPastDue ? 'past-due' : 'over',
    rhythm: truth.interval === 'year' ? 'annual' : 'monthly',
    priceCents: truth.priceCents,
    beganAt: truth.beganAt,
    paidUntil: isPastDue ? truth.periodStart : truth.periodEnd,
    endsAtPeriodEnd: truth.endsAtPeriodEnd,
    isWaiting: truth.status === 'trialing',
    due: isPastDue
      ? { invoiceId: open?.id ?? '', cents: open?.dueCents ?? 0, since: open?.at ?? truth.periodStart }
      : null,
  };
}
