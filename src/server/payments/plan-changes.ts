import { planOfStore, type StoredPlan } from '../../data/payments/seller-plans.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  type PlanPrices,
  type PlanRefusal,
  type PlanRhythm,
  rhythmRefusal,
  type SwitchOffer,
  switchTime,
} from '../../domain/payments/seller-plan.ts';
import { paths } from '../../paths.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { planPriceId } from './plan-prices.ts';
import { syncPlan } from './seller-plans.ts';

/** Changes to a plan: its rhythm, its end, its card. Each syncs the plan with the provider first. */

/** What a switch to another rhythm would charge, and when. @throws PaymentsUnavailable */
export async function switchOffer(
  commerce: CommerceContext,
  storeId: string,
  to: PlanRhythm,
  prices: PlanPrices,
): Promise<SwitchOffer | PlanRefusal> {
  const stored = await syncPlan(commerce, storeId);
  if (!stored) return 'no-plan';
  return rhythmRefusal(stored.plan, to) ?? offerOf(commerce, stored, to, prices, null);
}

async function offerOf(
  commerce: CommerceContext,
  stored: StoredPlan,
  to: PlanRhythm,
  prices: PlanPrices,
  countedAt: Instant | null,
): Promise<SwitchOffer> {
  const priceCents = prices[to];
  const when = switchTime(stored.plan, to);
  if (when === 'at-end')
    return { when, chargeCents: 0, countedAt: null, priceCents, nextAt: stored.plan.paidUntil };
  const priceId = await planPriceId(commerce, prices, to);
  const { subscriptionId, itemId } = stored;
  const preview = await commerce.payments.previewChange({ subscriptionId, itemId, priceId, countedAt });
  return {
    when,
    chargeCents: preview.chargeCents,
    countedAt: preview.countedAt,
    priceCents,
    nextAt: null,
  };
}

/** How long an offer is valid, in ms. */
const OFFER_VALID_MS = 3_600_000;

/**
 * Switches to another rhythm. The charge is exactly what was shown, computed for the same moment; otherwise the seller
 * has to confirm again. Null on success.
 * @param shown what the seller saw; accepted only where the provider computes the same.
 * @throws PaymentsUnavailable
 */
export async function switchPlan(
  commerce: CommerceContext,
  storeId: string,
  to: PlanRhythm,
  prices: PlanPrices,
  shown: Pick<SwitchOffer, 'when' | 'chargeCents' | 'countedAt' | 'priceCents'>,
): Promise<PlanRefusal | null> {
  const { payments } = commerce;
  const stored = await syncPlan(commerce, storeId);
  if (!stored) return 'no-plan';
  const refusal = rhythmRefusal(stored.plan, to);
  if (refusal) return refusal;
  const now = await offerOf(commerce, stored, to, prices, null);
  const age = (now.countedAt ?? 0) - (shown.countedAt ?? 0);
  if (age < 0 || age > OFFER_VALID_MS) return 'charge-changed';
  const offer = age === 0 ? now : await offerOf(commerce, stored, to, prices, shown.countedAt);
  const isSame = (['when', 'priceCents', 'chargeCents'] as const).every(
    (part) => offer[part] === shown[part],
  );
  if (!isSame) return 'charge-changed';
  const { subscriptionId, itemId } = stored;
  const { paidUntil } = stored.plan;
  const change = { subscriptionId, itemId, priceId: await planPriceId(commerce, prices, to) };
  // A double click is one change; a retry after a change of the card is another.
  const key = `plan-switch:${storeId}:${to}:${shown.countedAt ?? paidUntil ?? 0}:${stored.seen}`;
  if (offer.when === 'at-end') await payments.changeAtEnd({ ...change, paidUntil: paidUntil ?? 0, key });
  else {
    const outcome = await payments.changeNow({ ...change, countedAt: shown.countedAt, key });
    if (outcome !== 'changed') return outcome;
  }
  await syncPlan(commerce, storeId);
  return null;
}

/** Cancels a plan at the end of the paid period, or keeps it. Null on success. @throws PaymentsUnavailable */
export async function setPlanEnding(
  commerce: CommerceContext,
  storeId: string,
  isEnding: boolean,
): Promise<PlanRefusal | null> {
  const stored = await syncPlan(commerce, storeId);
  const state = stored?.plan.state ?? 'none';
  if (!stored || state === 'none' || state === 'ended') return 'no-plan';
  if ((state === 'ending') === isEnding) return isEnding ? null : 'not-ending';
  const key = `plan-ending:${storeId}:${isEnding}:${stored.seen}`;
  await commerce.payments.setEnding(stored.subscriptionId, isEnding, key);
  await syncPlan(commerce, storeId);
  return null;
}

/**
 * Pays the open invoice with the current card. Null where it is paid; `confirmUrl` is where the seller confirms it with their
 * bank.
 * @throws PaymentsUnavailable
 */
export async function payPlan(
  commerce: CommerceContext,
  storeId: string,
): Promise<PlanRefusal | { confirmUrl: string } | null> {
  const stored = await syncPlan(commerce, storeId);
  if (!stored || stored.plan.state === 'none' || stored.plan.state === 'ended') return 'no-plan';
  if (stored.dueInvoiceId === '') return null;
  const outcome = await commerce.payments.payInvoice(stored.dueInvoiceId);
  await syncPlan(commerce, storeId);
  return outcome === 'paid' ? null : outcome;
}

/** The provider's page where the card is changed; null where there is no customer yet. @throws PaymentsUnavailable */
export async function planPortal(commerce: CommerceContext, storeId: string): Promise<string | null> {
  const stored = await planOfStore(commerce.pb, storeId);
  if (!stored || stored.customerId === '') return null;
  return commerce.payments.portalPage({
    customerId: stored.customerId,
    returnUrl: `${commerce.siteUrl}${paths.sellerPlanReturn()}`,
  });
}
