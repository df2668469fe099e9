import { planOfStore, type StoredPlan } from '../../data/payments/seller-plans.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  type PlanPrices,
  type PlanRefusal,
  type PlanRhythm,
  type SwitchOffer,
  switchRefusal,
  switchTime,
} from '../../domain/payments/seller-plan.ts';
import { paths } from '../../paths.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { planPriceId } from './plan-prices.ts';
import { syncPlan } from './seller-plans.ts';

/** How a plan is changed: the rhythm it is paid in, its end, its card. Each asks the provider first how it stands. */

/** What going over to another rhythm would charge, and when. @throws PaymentsUnavailable */
export async function switchOffer(
  commerce: CommerceContext,
  storeId: string,
  to: PlanRhythm,
  prices: PlanPrices,
): Promise<SwitchOffer | PlanRefusal> {
  const file = await syncPlan(commerce, storeId);
  if (!file) return 'no-plan';
  return switchRefusal(file.plan, to) ?? offerOf(commerce, file, to, prices, null);
}

async function offerOf(
  commerce: CommerceContext,
  file: StoredPlan,
  to: PlanRhythm,
  prices: PlanPrices,
  countedAt: Instant | null,
): Promise<SwitchOffer> {
  const priceCents = prices[to];
  const when = switchTime(file.plan, to);
  if (when === 'at-end')
    return { when, chargeCents: 0, countedAt: null, priceCents, nextAt: file.plan.paidUntil };
  const priceId = await planPriceId(commerce, prices, to);
  const { subscriptionId, itemId } = file;
  const preview = await commerce.payments.previewChange({ subscriptionId, itemId, priceId, countedAt });
  return {
    when,
    chargeCents: preview.chargeCents,
    countedAt: preview.countedAt,
    priceCents,
    nextAt: null,
  };
}

/** An offer stands so long, in ms. */
const OFFER_STANDS_MS = 3_600_000;

/**
 * Goes over to another rhythm. The charge is to the cent what was shown, counted for the same moment, or the seller is
 * asked again. Null where it is done.
 * @param shown what the seller saw; believed only where the provider counts the same.
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
  const file = await syncPlan(commerce, storeId);
  if (!file) return 'no-plan';
  const refusal = switchRefusal(file.plan, to);
  if (refusal) return refusal;
  const now = await offerOf(commerce, file, to, prices, null);
  const age = (now.countedAt ?? 0) - (shown.countedAt ?? 0);
  if (age < 0 || age > OFFER_STANDS_MS) return 'charge-changed';
  const offer = age === 0 ? now : await offerOf(commerce, file, to, prices, shown.countedAt);
  const isSame = (['when', 'priceCents', 'chargeCents'] as const).every(
    (part) => offer[part] === shown[part],
  );
  if (!isSame) return 'charge-changed';
  const { subscriptionId, itemId } = file;
  const { paidUntil } = file.plan;
  const change = { subscriptionId, itemId, priceId: await planPriceId(commerce, prices, to) };
  // Pressed twice it is one change; after a card was changed it is another try.
  const key = `plan-switch:${storeId}:${to}:${shown.countedAt ?? paidUntil ?? 0}:${file.seen}`;
  if (offer.when === 'at-end') await payments.changeAtEnd({ ...change, paidUntil: paidUntil ?? 0, key });
  else if ((await payments.changeNow({ ...change, countedAt: shown.countedAt, key })) === 'declined')
    return 'declined';
  await syncPlan(commerce, storeId);
  return null;
}

/** Lets a plan end with what is paid, or keeps it after all. Null where it is done. @throws PaymentsUnavailable */
export async function setPlanEnding(
  commerce: CommerceContext,
  storeId: string,
  isEnding: boolean,
): Promise<PlanRefusal | null> {
  const file = await syncPlan(commerce, storeId);
  const state = file?.plan.state ?? 'none';
  if (!file || state === 'none' || state === 'ended') return 'no-plan';
  if ((state === 'ending') === isEnding) return isEnding ? null : 'not-ending';
  await commerce.payments.setEnding(file.subscriptionId, isEnding);
  await syncPlan(commerce, storeId);
  return null;
}

/** Pays what is open with the card that is there. Null where it is paid. @throws PaymentsUnavailable */
export async function payPlan(commerce: CommerceContext, storeId: string): Promise<PlanRefusal | null> {
  const file = await syncPlan(commerce, storeId);
  if (!file || file.plan.state === 'none' || file.plan.state === 'ended') return 'no-plan';
  if (file.dueInvoiceId === '') return null;
  const outcome = await commerce.payments.payInvoice(file.dueInvoiceId);
  await syncPlan(commerce, storeId);
  return outcome === 'paid' ? null : 'declined';
}

/** The provider's page where the card is changed; null where nobody was ever billed. @throws PaymentsUnavailable */
export async function planPortal(commerce: CommerceContext, storeId: string): Promise<string | null> {
  const file = await planOfStore(commerce.pb, storeId);
  if (!file || file.customerId === '') return null;
  return commerce.payments.portalPage({
    customerId: file.customerId,
    returnUrl: `${commerce.siteUrl}${paths.sellerPlanReturn()}`,
  });
}
