import { sellersOf } from '../../data/identity/addressees.ts';
import { commissionPercents, planCommission } from '../../data/payments/business-accounts.ts';
import { planOfStore, storageUsed } from '../../data/payments/seller-plans.ts';
import { type Invoice, shownInvoices } from '../../domain/payments/invoice.ts';
import {
  type PlanPrices,
  type PlanStorage,
  type PlanView,
  planAt,
} from '../../domain/payments/seller-plan.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { planStatus } from './seller-plans.ts';
import { withOwnDocuments } from './subscription-documents.ts';

/** What a seller sees of their plan. */

/**
 * A store's plan with its prices and limits. With `ask` it is synced with the payment provider first; where that cannot be
 * reached, the last known status is answered as `stale`.
 */
export async function planView(
  commerce: CommerceContext,
  { planPrices, planStorage }: { planPrices: PlanPrices; planStorage: PlanStorage },
  storeId: string,
  ask: boolean,
): Promise<PlanView> {
  const { pb } = commerce;
  const synced = await planStatus(commerce, storeId, ask).catch((reason: unknown) => {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
    commerce.onError(reason);
    return null;
  });
  const plan = synced ?? (await planStatus(commerce, storeId, false));
  const [usedBytes, percents, rates] = await Promise.all([
    storageUsed(pb, storeId),
    commissionPercents(pb, [storeId]),
    planCommission(pb),
  ]);
  const now = commerce.now();
  const current = planAt(plan, now);
  return {
    plan,
    percent: percents.get(storeId) ?? rates[current],
    percents: rates,
    prices: planPrices,
    priceTax: commerce.payments.priceTax(),
    storage: planStorage,
    limitBytes: planStorage[current],
    usedBytes,
    now,
    stale: synced === null,
  };
}

/** The invoices of a store's plan, newest first; empty where there is no plan. @throws PaymentsUnavailable */
export async function planInvoices(commerce: CommerceContext, storeId: string): Promise<Invoice[]> {
  const stored = await planOfStore(commerce.pb, storeId);
  if (!stored || stored.customerId === '') return [];
  const [seller] = await sellersOf(commerce.pb, [storeId]);
  const shown = shownInvoices(await commerce.payments.invoicesOf(stored.customerId));
  return seller ? withOwnDocuments(commerce, seller.userId, shown) : shown;
}
