import { type FormFields, fieldText, formOf, rejectUnknown } from './api/form.ts';
import { noSuchObject, Problem } from './api/problem.ts';

/**
 * Tax as the provider computes it: one rate for each country, for each line by itself, rounded to a cent, half cents up; the
 * sums are sums of the rounded lines. Source: the provider's guides
 * "Tax behavior" and "Tax for marketplaces".
 */

/** Whether the tax is part of a price or added to it. Prices without either cannot be taxed. */
const BEHAVIORS = ['exclusive', 'inclusive', 'unspecified'] as const;
export type StandInTaxBehavior = (typeof BEHAVIORS)[number];

/** @throws Problem for an unknown behaviour */
export function taxBehaviorOf(sent: FormFields[string] | undefined, param: string): StandInTaxBehavior {
  const text = fieldText(sent) ?? 'unspecified';
  const found = BEHAVIORS.find((known) => known === text);
  if (!found)
    throw new Problem(400, `Invalid ${param}: must be one of inclusive, exclusive, or unspecified`, {
      param,
    });
  return found;
}

/** @throws Problem where it is no tax code */
export function taxCodeOf(sent: FormFields[string] | undefined, param: string): string | null {
  const code = fieldText(sent);
  if (code !== null && !/^txcd_\d{8}$/.test(code))
    throw new Problem(400, `No such tax code: '${code}'`, { code: 'resource_missing', param });
  return code;
}

/** An amount with its tax. Cents; negative for credits. */
export interface TaxedLine {
  cents: number;
  behavior: StandInTaxBehavior;
}

/** The tax of a line. It is contained in an inclusive amount and added to an exclusive one. */
export function taxOfLine({ cents, behavior }: TaxedLine, percent: number): number {
  const whole = behavior === 'inclusive' ? 100 + percent : 100;
  const tax = Math.round((Math.abs(cents) * percent) / whole);
  return tax === 0 ? 0 : Math.sign(cents) * tax;
}

/** The sums of lines: what they come to before tax is added, the tax, and what is to be paid. */
export function taxedSums(
  lines: readonly TaxedLine[],
  percent: number | null,
): { subtotal: number; tax: number; taxAdded: number } {
  const sums = { subtotal: 0, tax: 0, taxAdded: 0 };
  for (const line of lines) {
    const tax = percent === null ? 0 : taxOfLine(line, percent);
    sums.subtotal += line.cents;
    sums.tax += tax;
    if (line.behavior !== 'inclusive') sums.taxAdded += tax;
  }
  return sums;
}

/** An address as the provider knows it; state where its tax depends on that. */
export interface KnownAddress {
  country: string | null;
  state: string | null;
}

/** The country of an address, with its state where that has a tax of its own; null where it is not known. */
export function placeOf(address: KnownAddress | null | undefined): string | null {
  if (!address?.country) return null;
  const place = `${address.country}-${address.state}`;
  return countryNamed(place) ?? address.country;
}

/** The country of a customer's address; null where it is not known. */
export function countryOfCustomer(customer: { [field: string]: unknown } | null): string | null {
  return placeOf(customer?.['address'] as KnownAddress | null | undefined);
}

/** Automatic tax as it is asked for. @throws Problem for a liability that is not modelled */
export function automaticTaxOf(sent: FormFields[string] | undefined): { enabled: boolean } {
  const form = formOf(sent);
  rejectUnknown(form, ['enabled', 'liability'], 'automatic_tax');
  const liability = formOf(form['liability']);
  rejectUnknown(liability, ['type', 'account'], 'automatic_tax[liability]');
  if (liability['type'] !== undefined && liability['type'] !== 'self')
    throw new Problem(400, 'Only the liability of the marketplace itself is modelled here.', {
      param: 'automatic_tax[liability][type]',
    });
  return { enabled: form['enabled'] === 'true' };
}

/** Automatic tax as objects show it. @param isLocated whether the country is known */
export function automaticTaxView(enabled: boolean, isLocated = true): Record<string, unknown> {
  return {
    enabled,
    liability: enabled ? { type: 'self' } : null,
    provider: enabled ? 'stripe' : null,
    status: enabled ? (isLocated ? 'complete' : 'requires_location_inputs') : null,
  };
}

/** Where buyers are who say nothing. */
export const HOME = 'DE';

/**
 * Countries that can be chosen on the page. Their rates are the standard ones of 2026; of America's states the marketplace is
 * registered in one, which adds its tax to prices.
 */
export const COUNTRIES = {
  DE: { name: 'Germany', percent: null },
  FI: { name: 'Finland', percent: 25.5 },
  GB: { name: 'United Kingdom', percent: 20 },
  JP: { name: 'Japan', percent: 10 },
  US: { name: 'United States', percent: 0 },
  'US-NY': { name: 'United States, New York', percent: 8.875 },
} as const;
export type Country = keyof typeof COUNTRIES;

export const countryNamed = (code: unknown): Country | null =>
  typeof code === 'string' && Object.hasOwn(COUNTRIES, code) ? (code as Country) : null;

/** A buyer who is a business, as they say on the page. */
export interface Business {
  name: string;
  vatId: string;
}

/**
 * Whether a business owes the tax itself: one with a VAT number of another country of the Union. Source: directive
 * 2006/112/EC Art. 196.
 */
export function isReverseCharged(business: Business | null, country: string): boolean {
  return (
    business !== null && country !== HOME && /^(DE|FI)$/.test(country) && business.vatId.startsWith(country)
  );
}

/** The rate in a country, in percent: that of the stand-in where it has none of its own, and none where it has no tax. */
export function taxPercentIn({ taxPercent }: { taxPercent: number }, country: string): number {
  const found = countryNamed(country);
  return taxPercent === 0 ? 0 : ((found && COUNTRIES[found].percent) ?? taxPercent);
}

/** @throws Problem where tax is to be computed for a price that does not say whether it contains the tax */
export function checkTaxable(behavior: StandInTaxBehavior, param: string): void {
  if (behavior === 'unspecified')
    throw new Problem(400, 'Prices need a tax_behavior to be used with automatic tax.', { param });
}

/** The id of the rate of this percentage. */
export const taxRateId = (percent: number): string => `txr_${String(percent).replace('.', '_')}`;

/** A rate as the provider shows it. @throws Problem where it is no id of a rate */
export function taxRateOf(
  id: string,
): Record<string, unknown> & { id: string; object: string; created: number } {
  const percent = /^txr_(\d+(?:_\d+)?)$/.exec(id)?.[1]?.replace('_', '.');
  if (percent === undefined) throw noSuchObject('tax rate', id);
  return taxRate(Number(percent));
}

export function taxRate(percent: number) {
  return {
    id: taxRateId(percent),
    object: 'tax_rate',
    active: true,
    country: null,
    created: 0,
    description: null,
    display_name: 'Tax',
    effective_percentage: percent,
    flat_amount: null,
    inclusive: false,
    jurisdiction: null,
    jurisdiction_level: null,
    livemode: false,
    metadata: null,
    percentage: percent,
    rate_type: 'percentage',
    state: null,
    tax_type: null,
  };
}
