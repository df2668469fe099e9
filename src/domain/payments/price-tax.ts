import { readFields, type SettingGroup } from '../kernel/setting-group.ts';

/**
 * How prices are meant. "exclusive": tax is added to them as a line of its own. "inclusive": they contain the tax of the
 * buyer's country, and everybody pays the same; what is left without tax depends on the country.
 */
export const TAX_BEHAVIORS = ['exclusive', 'inclusive'] as const;
export type TaxBehavior = (typeof TAX_BEHAVIORS)[number];

/** What a price that is shown says about tax. */
export type PriceTax = 'none' | 'added' | 'included';

/** How the site taxes what it sells. */
export interface TaxSettings {
  /** Whether the payment provider computes tax. */
  automaticTax: boolean;
  taxBehavior: TaxBehavior;
}

/** It applies to payment pages that are opened from its change on; members and sellers on Pro keep what they joined with. */
export const TAX: SettingGroup<TaxSettings> = {
  name: 'tax',
  fallback: { automaticTax: false, taxBehavior: 'exclusive' },
  check(value) {
    const fields = readFields(value);
    return fields.checked({
      automaticTax: fields.flag('automaticTax', TAX.fallback.automaticTax),
      taxBehavior: fields.choice('taxBehavior', TAX.fallback.taxBehavior, TAX_BEHAVIORS),
    });
  },
};

/** What shown prices say about tax: nothing while none is computed. */
export function priceTaxOf(settings: TaxSettings): PriceTax {
  if (!settings.automaticTax) return 'none';
  return settings.taxBehavior === 'inclusive' ? 'included' : 'added';
}

/** The sentence about tax beside a price; null for none. It holds for every country: some have no tax on downloads. */
export const PRICE_TAX_TEXTS: Record<PriceTax, string | null> = {
  none: null,
  added: 'Tax is added on the payment page, where it applies.',
  included: 'Includes tax, where it applies.',
};
