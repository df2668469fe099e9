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

/**
 * Why somebody with this time zone cannot buy, or null. The zone of the browser is all that is known before the payment; who
 * pays from elsewhere all the same is refunded, by `countryRefusal`. A zone that belongs to no country, such as UTC, is not refused.
 * @param timeZone its name, such as Europe/Berlin; "" where it is not known
 */
export function zoneRefusal({ listed }: SaleCountries, timeZone: string): string | null {
  if (listed.length === 0 || !timeZone.includes('/') || timeZone.startsWith('Etc/')) return null;
  const zone = canonical(timeZone);
  if (zone === null || listed.some((country) => zonesOf(country).has(zone))) return null;
  return `We sell to people in ${listed.map(nameOf).join(', ')} only, and your device is set to the time of another place.`;
}

/**
 * Why what was paid from this country is not sold but refunded, or null.
 * @param country of the payment, two letters; "" where it is not known, which is not refused
 */
export function countryRefusal({ listed }: SaleCountries, country: string): string | null {
  if (listed.length === 0 || country === '' || listed.includes(country)) return null;
  return `We sell to people in ${listed.map(nameOf).join(', ')} only, and your payment is from ${nameOf(country)}.`;
}

/** The name that this engine uses for a zone, of which some have several; null for none that it knows. */
function canonical(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** ECMA-402 has it since 2025; the compiler does not know it yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones(): string[] | undefined };

const zonesOf = (country: string): Set<string | null> =>
  new Set(((new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones() ?? []).map(canonical));

const nameOf = (country: string): string =>
  new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }).of(country) ?? country;
