/** Countries by their ISO 3166-1 codes of two letters, in groups that laws name. */

/** The member states of the European Union. */
const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
const EU_COUNTRIES: ReadonlySet<string> = new Set(EU);
/** The European Economic Area and the United Kingdom, whose rules on distance sales are the same. */
const CONSUMER_COUNTRIES: ReadonlySet<string> = new Set([...EU, 'IS', 'LI', 'NO', 'GB']);

export const isEuCountry = (country: string): boolean => EU_COUNTRIES.has(country);

/**
 * Whether consumers of this country may withdraw from a contract made at a distance. Source: directive 2011/83/EU and the
 * Consumer Contracts Regulations 2013 of the United Kingdom.
 */
export const hasRightOfWithdrawal = (country: string): boolean => CONSUMER_COUNTRIES.has(country);

/** The English name of a country; its code where it has none. */
export function countryName(country: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country;
  } catch {
    return country;
  }
}

/** Whether a text has the form of a country's code. */
export const isCountryCode = (text: string): boolean => /^[A-Z]{2}$/.test(text);
