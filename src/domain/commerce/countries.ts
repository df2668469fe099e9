import { readFields, type SettingGroup } from '../kernel/setting-group.ts';

/** The countries in which people may buy. */
export interface SaleCountries {
  /** Two-letter codes (ISO 3166-1); an empty list is every country. */
  listed: readonly string[];
}

const COUNTRIES_MAX = 250;

export const SALE_COUNTRIES: SettingGroup<SaleCountries> = {
  name: 'countries',
  fallback: { listed: [] },
  check(value) {
    const fields = readFields(value);
    const listed = fields.texts(
      'listed',
      [],
      COUNTRIES_MAX,
      (code) => /^[A-Z]{2}$/.test(code),
      'Write each country as its two letters, such as DE or US.',
    );
    return fields.checked({ listed: listed.sort() });
  },
};

/** Why somebody in this country cannot buy, or null. @param country two letters; null while it is not known. */
export function countryRefusal({ listed }: SaleCountries, country: string | null): string | null {
  if (country === null || listed.length === 0 || listed.includes(country)) return null;
  return 'We do not sell to your country.';
}
