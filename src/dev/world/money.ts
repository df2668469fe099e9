import type PocketBase from 'pocketbase';
import { accountOfStore, saveBusinessAccount } from '../../data/payments/business-accounts.ts';
import type { PaymentStandIn } from '../payments/stand-in.ts';
import { STORES } from './cast.ts';
import type { DemoStore } from './stores.ts';

/** Stores whose sellers can be paid, and their coupons. */
const COUPONS = [
  { store: STORES.ashgrove, code: 'ASHGROVE10', percent: 10, fixedCents: 0, minimumCents: 0 },
  { store: STORES.deepdelve, code: 'DELVE3', percent: 0, fixedCents: 300, minimumCents: 1200 },
  {
    store: STORES.orbital,
    code: 'FIRSTORBIT',
    percent: 25,
    fixedCents: 0,
    minimumCents: 0,
    maxUsesPerBuyer: 1,
  },
] as const;

/** Gives every demo store an account at the payment stand-in, and its coupon. Existing ones stay. */
export async function seedMoney(pb: PocketBase, payments: PaymentStandIn): Promise<void> {
  await openAccounts(pb, payments, Object.values(STORES));
  await seedCoupons(pb);
}

/** Gives these stores accounts at the payment stand-in. Existing ones stay. */
export async function openAccounts(
  pb: PocketBase,
  payments: PaymentStandIn,
  stores: readonly DemoStore[],
): Promise<void> {
  for (const store of stores) {
    const known = await accountOfStore(pb, store.id);
    const stripeAccountId = known?.stripeAccountId || `acct_demo_${store.slug.replaceAll('-', '_')}`;
    payments.simulator.openAccount(stripeAccountId, store.name);
    if (!known?.stripeAccountId)
      await saveBusinessAccount(pb, store.id, { stripeAccountId, state: 'active', plan: 'free' });
  }
}

async function seedCoupons(pb: PocketBase): Promise<void> {
  const codes = await pb.collection('coupons').getFullList<{ code: string }>({ fields: 'code' });
  for (const { store, ...coupon } of COUPONS) {
    if (codes.some(({ code }) => code === coupon.code)) continue;
    await pb.collection('coupons').create({ store: store.id, scope: 'all', ...coupon });
  }
}
