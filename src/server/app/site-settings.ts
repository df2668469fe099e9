import type PocketBase from 'pocketbase';
import { storedSettings } from '../../data/kernel/site-settings.ts';
import { BRAND } from '../../domain/kernel/brand.ts';
import { PLAN_PRICES, PLAN_STORAGE } from '../../domain/payments/plan-settings.ts';
import { TAX } from '../../domain/payments/price-tax.ts';
import type { SettingDefault, SiteSettings } from '../kernel/site-settings.ts';
import type { Settings } from './settings.ts';

/** What the environment says where no operator has set anything. */
export function settingDefaults(environment: Settings): SettingDefault[] {
  const { planPrices, planStorage, siteName, payments } = environment;
  const { automaticTax, taxBehavior } = payments;
  return [
    { group: BRAND, value: { ...BRAND.fallback, name: siteName } } as SettingDefault,
    { group: PLAN_PRICES, value: planPrices } as SettingDefault,
    { group: PLAN_STORAGE, value: planStorage } as SettingDefault,
    { group: TAX, value: { automaticTax, taxBehavior } } as SettingDefault,
  ];
}

/** The site's name as operators set it at the desk, else the environment's: for programs that run beside the site. */
export async function nameAtDesk(pb: PocketBase, environment: Pick<Settings, 'siteName'>): Promise<string> {
  const stored = (await storedSettings(pb)).find(({ name }) => name === BRAND.name);
  const checked = stored && BRAND.check(stored.value);
  return checked && 'value' in checked ? checked.value.name : environment.siteName;
}

/** The settings of the process; what operators may set is asked for at each use, so it holds without a restart. */
export function settingsThatHold(environment: Settings, site: SiteSettings): Settings {
  const payments = Object.defineProperties(
    { ...environment.payments },
    {
      automaticTax: { get: () => site.get(TAX).automaticTax, enumerable: true },
      taxBehavior: { get: () => site.get(TAX).taxBehavior, enumerable: true },
    },
  );
  return Object.defineProperties(
    { ...environment, payments },
    {
      planPrices: { get: () => site.get(PLAN_PRICES), enumerable: true },
      planStorage: { get: () => site.get(PLAN_STORAGE), enumerable: true },
    },
  );
}
