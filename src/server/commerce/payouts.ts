import { heldShares, salesOfMovements } from '../../data/commerce/seller-money.ts';
import { sellersOf } from '../../data/identity/addressees.ts';
import { queueMail } from '../../data/notifications/mails.ts';
import { accountAtProvider, accountOfStore } from '../../data/payments/business-accounts.ts';
import { storeIsSuspended } from '../../data/payments/seller-holds.ts';
import { earnedInAll } from '../../data/payments/seller-income.ts';
import type { PayoutLine, SellerMoney } from '../../domain/commerce/payout.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { payoutReturnedMail } from './seller-mails.ts';

/**
 * A seller's money: shares and debts from our database, balance and payouts from the provider.
 * @returns `isPartial` if the provider could not be reached; its part is null then.
 */
export async function sellerMoney(
  commerce: CommerceContext,
  storeId: string,
): Promise<SellerMoney & { isPartial: boolean; now: Instant }> {
  const { pb } = commerce;
  const [stored, held, earned, isSuspended] = await Promise.all([
    accountOfStore(pb, storeId),
    heldShares(pb, storeId),
    earnedInAll(pb, storeId),
    storeIsSuspended(pb, storeId),
  ]);
  const account = stored?.account.state ?? ('none' as const);
  const known = { account, isSuspended, ...held, earned, now: commerce.now() };
  if (!stored || stored.stripeAccountId === '') return { ...known, provider: null, isPartial: false };
  try {
    return { ...known, provider: await commerce.payments.moneyAt(stored.stripeAccountId), isPartial: false };
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
    commerce.onError(reason);
    return { ...known, provider: null, isPartial: true };
  }
}

/**
 * The sales behind a payout of this store, newest first; empty if it has no such payout.
 * @throws PaymentsUnavailable
 */
export async function payoutLines(
  commerce: CommerceContext,
  storeId: string,
  payoutId: string,
): Promise<PayoutLine[]> {
  const stored = await accountOfStore(commerce.pb, storeId);
  if (!stored || stored.stripeAccountId === '') return [];
  const parts = await commerce.payments.payoutParts(stored.stripeAccountId, payoutId);
  const ids = parts.flatMap(({ movementId }) => movementId ?? []);
  const sales = await salesOfMovements(commerce.pb, storeId, ids);
  return parts.map(({ movementId, at, cents }) => {
    const sale = movementId === null ? undefined : sales.get(movementId);
    return { at, cents, order: sale?.order ?? null, products: sale?.products ?? [] };
  });
}

/** Notifies a seller of payouts that their bank returned, once per payout. */
export async function notifyOfReturnedPayouts(
  commerce: CommerceContext,
  stripeAccountId: string,
): Promise<void> {
  const stored = await accountAtProvider(commerce.pb, stripeAccountId);
  if (!stored) return;
  const [{ payouts }, [seller]] = await Promise.all([
    commerce.payments.moneyAt(stripeAccountId),
    sellersOf(commerce.pb, [stored.storeId]),
  ]);
  if (!seller || seller.email === '') return;
  for (const payout of payouts.filter(({ state }) => state === 'sent-back')) {
    await queueMail(commerce.pb, payoutReturnedMail(commerce, payout, seller), commerce.now());
    commerce.mailQueued();
  }
}
