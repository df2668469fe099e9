import type PocketBase from 'pocketbase';
import { type BusinessAccountState, canBePaid } from '../domain/business-account.ts';
import type { SellerPlan } from '../domain/commission.ts';
import type { BusinessAccountsRecord } from './records.ts';

/** The plan of each of these stores; one without an account is on the free plan. */
export async function sellerPlans(
  pb: PocketBase,
  storeIds: readonly string[],
): Promise<Map<string, SellerPlan>> {
  const accounts = await accountsOf(pb, storeIds);
  return new Map(accounts.map(({ store, plan }) => [store, plan === 'pro' ? 'pro' : 'free']));
}

/** The payment provider's account of each of these stores that can be paid now. */
export async function payableAccounts(
  pb: PocketBase,
  storeIds: readonly string[],
): Promise<Map<string, string>> {
  const accounts = await accountsOf(pb, storeIds);
  return new Map(
    accounts
      .filter(({ state, stripeAccountId }) =>
        canBePaid({ state: state === '' ? 'none' : state, stripeAccountId }),
      )
      .map(({ store, stripeAccountId }) => [store, stripeAccountId]),
  );
}

/** Writes a store's account, as the provider told it. */
export async function keepBusinessAccount(
  pb: PocketBase,
  storeId: string,
  account: { stripeAccountId: string; state: BusinessAccountState; plan: SellerPlan },
): Promise<void> {
  const [known] = await accountsOf(pb, [storeId]);
  const collection = pb.collection('business_accounts');
  if (known) await collection.update(known.id, account);
  else await collection.create({ store: storeId, ...account });
}

async function accountsOf(pb: PocketBase, storeIds: readonly string[]): Promise<BusinessAccountsRecord[]> {
  if (storeIds.length === 0) return [];
  return pb.collection('business_accounts').getFullList<BusinessAccountsRecord>({
    filter: storeIds.map((store) => pb.filter('store = {:store}', { store })).join(' || '),
  });
}
