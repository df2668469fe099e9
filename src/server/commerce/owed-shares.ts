import { orderIdsWithOwedShares } from '../../data/commerce/settlements.ts';
import { accountAtProvider } from '../../data/payments/business-accounts.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { syncBusinessAccount } from '../payments/business-accounts.ts';
import { settle } from './settlement.ts';

/** Maximum number of orders in one run. */
const BATCH = 200;

/** After an event about a seller's account: syncs the account with the provider and sends the shares it is owed. */
export async function syncAccount(commerce: CommerceContext, stripeAccountId: string): Promise<void> {
  if ((await syncBusinessAccount(commerce, stripeAccountId)) === 'active')
    await sendOwed(commerce, stripeAccountId);
}

async function sendOwed(commerce: CommerceContext, stripeAccountId: string): Promise<void> {
  const stored = await accountAtProvider(commerce.pb, stripeAccountId);
  if (!stored) return;
  for (const orderId of await orderIdsWithOwedShares(commerce.pb, BATCH, stored.storeId))
    await settle(commerce, orderId).catch(commerce.onError);
}
