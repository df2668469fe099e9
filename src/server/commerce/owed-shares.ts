import { owedShares } from '../../data/commerce/shares.ts';
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
  const shares = await owedShares(commerce.pb, null, BATCH, stored.storeId);
  for (const orderId of new Set(shares.map((share) => share.orderId)))
    await settle(commerce, orderId).catch(commerce.onError);
}
