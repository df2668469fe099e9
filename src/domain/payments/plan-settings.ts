import { readFields, type SettingGroup } from '../kernel/setting-group.ts';
import { COMMISSION_PERCENT, type SellerPlan } from './commission.ts';
import type { PlanPrices, PlanStorage } from './seller-plan.ts';

/** The commission of each plan, in percent. It applies to sales from its change on: each sale keeps the rate on its line. */
export type CommissionRates = Readonly<Record<SellerPlan, number>>;

export const COMMISSION: SettingGroup<CommissionRates> = {
  name: 'commission',
  fallback: COMMISSION_PERCENT,
  check(value) {
    const fields = readFields(value);
    const percent = (plan: SellerPlan) =>
      fields.wholeNumber(plan, COMMISSION_PERCENT[plan], 0, 100, 'Use a whole number from 0 to 100.');
    const rates = { free: percent('free'), pro: percent('pro') };
    if (rates.pro > rates.free)
      fields.refuse('pro', 'Sellers on Pro cannot pay a higher commission than others.');
    return fields.checked(rates);
  },
};

/** The least and most that Pro may cost, in cents. */
const PRO_LEAST = 50;
const PRO_MOST = 1_000_000;

/** The prices of Pro. They apply to sellers who join or change how they pay from then on. */
export const PLAN_PRICES: SettingGroup<PlanPrices> = {
  name: 'plans',
  fallback: { monthly: 1500, annual: 15_000 },
  check(value) {
    const fields = readFields(value);
    const cents = (rhythm: 'monthly' | 'annual') =>
      fields.wholeNumber(
        rhythm,
        PLAN_PRICES.fallback[rhythm],
        PRO_LEAST,
        PRO_MOST,
        'Use an amount from $0.50 to $10,000.00.',
      );
    return fields.checked({ monthly: cents('monthly'), annual: cents('annual') });
  },
};

/** Bytes of a gigabyte, as storage is sold. */
export const GIGABYTE = 1000 ** 3;
const STORAGE_MOST_GB = 1_000_000;

/** The storage of a store by plan, in bytes. Files above a lowered limit stay; new uploads wait. */
export const PLAN_STORAGE: SettingGroup<PlanStorage> = {
  name: 'storage',
  fallback: { free: 50 * GIGABYTE, pro: 250 * GIGABYTE },
  check(value) {
    const fields = readFields(value);
    const bytes = (plan: SellerPlan) =>
      fields.wholeNumber(
        plan,
        PLAN_STORAGE.fallback[plan],
        GIGABYTE / 1000,
        STORAGE_MOST_GB * GIGABYTE,
        'Use a number of gigabytes above 0.',
      );
    const storage = { free: bytes('free'), pro: bytes('pro') };
    if (storage.pro < storage.free) fields.refuse('pro', 'Pro cannot have less storage than the free plan.');
    return fields.checked(storage);
  },
};
