import { orderIdsWithOwedShares } from '../../data/commerce/settlements.ts';
import { accountAtProvider } from '../../data/payments/business-accounts.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { syncBusinessAccount } from '../payments/business-accounts.ts';
import { settle } from './settlement.ts';

/** Orders whose shares are sent at once. */
const AT_ONCE = 200;

/** After an event about a seller's account: the account is made equal to the provider's, and what it is owed is sent. */
export async function syncAccount(commerce: CommerceContext, stripeAccountId: string): Promise<void> {
  if ((await syncBusinessAccount(commerce, stripeAccountId)) === 'active')
    await sendOwed(commerce, stripeAccountId);
}

async function sendOwed(commerce: CommerceContext, stripeAccountId: string): Promise<void> {
  const file = await accountAtProvider(commerce.pb, stripeAccountId);
  if (!file) return;
  for (const orderId of await orderIdsWithOwedShares(commerce.pb, AT_ONCE, file.storeId))
    await settle(commerce, orderId).catch(commerce.onError);
}
