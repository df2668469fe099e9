import { FACET_OFFER } from '../catalogue/facet-offer.ts';
import { MATURE_CONTENT } from '../catalogue/mature-content.ts';
import { SALE_WEEKS } from '../catalogue/price/sale-week.ts';
import { PRODUCT_REVIEW } from '../catalogue/product-review.ts';
import { GUILD_HOLDS } from '../guild/guild-hold.ts';
import { BRAND } from '../kernel/brand.ts';
import type { SettingGroup } from '../kernel/setting-group.ts';
import { COPYRIGHT_AGENT } from '../moderation/copyright-agent.ts';
import { COMMISSION, PLAN_PRICES, PLAN_STORAGE } from '../payments/plan-settings.ts';
import { TAX } from '../payments/price-tax.ts';
import { SALE_COUNTRIES } from '../payments/sale-countries.ts';
import { BANNER } from './banner.ts';
import { HOME_FEATURES } from './home-features.ts';

/** Every group of settings that the desk shows. A new group goes in here. */
export const SETTING_GROUPS = [
  BRAND,
  BANNER,
  HOME_FEATURES,
  COMMISSION,
  PLAN_PRICES,
  PLAN_STORAGE,
  GUILD_HOLDS,
  MATURE_CONTENT,
  SALE_COUNTRIES,
  TAX,
  COPYRIGHT_AGENT,
  PRODUCT_REVIEW,
  FACET_OFFER,
  SALE_WEEKS,
] as const;

/** A group by its name, or null. */
export function settingGroup(name: string): SettingGroup<object> | null {
  return (SETTING_GROUPS as readonly SettingGroup<object>[]).find((group) => group.name === name) ?? null;
}
