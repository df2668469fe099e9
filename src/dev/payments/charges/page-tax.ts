import { Problem } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import type { Rhythm } from '../calendar.ts';
import type { StandInContext } from '../context.ts';
import {
  automaticTaxView,
  type Business,
  HOME,
  isReverseCharged,
  type KnownAddress,
  placeOf,
  type StandInTaxBehavior,
  taxedSums,
  taxOfLine,
  taxPercentIn,
  taxRate,
} from '../tax.ts';

/**
 * The tax of a payment page. It is known once the provider knows the country: from the customer's address, or when the
 * buyer says it on the page. Until then the page has no tax, and its sums are those of its prices. Source: the provider's
 * guides "Collect taxes in Checkout" and "Determine customer locations". Amounts in cents.
 */

export interface UntaxedItem {
  name: string;
  /** The id of a recurring price; null for a one-time price. */
  price: string | null;
  /** The billing interval; null for a one-time price. */
  rhythm: Rhythm | null;
  quantity: number;
  /** The price, with its tax only where the price contains it. */
  amount_subtotal: number;
  behavior: StandInTaxBehavior;
  currency: string;
}
export interface Item extends UntaxedItem {
  amount_tax: number;
  amount_total: number;
}

/** The fields of a page that depend on the country. @param percent null where no tax is computed, or not yet */
export function taxedFields(items: readonly UntaxedItem[], percent: number | null, isTrial: boolean) {
  const taxed = items.map((item): Item => {
    const tax =
      percent === null ? 0 : taxOfLine({ cents: item.amount_subtotal, behavior: item.behavior }, percent);
    const added = item.behavior === 'inclusive' ? 0 : tax;
    return { ...item, amount_tax: tax, amount_total: item.amount_subtotal + added };
  });
  const billed = isTrial
    ? []
    : items.map((item) => ({ cents: item.amount_subtotal, behavior: item.behavior }));
  const { subtotal, tax, taxAdded } = taxedSums(billed, percent);
  return {
    items: taxed,
    amount_subtotal: subtotal,
    amount_total: subtotal + taxAdded,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: tax },
  };
}

/** Whether tax is computed at a page. */
export function isTaxed(session: ProviderObject): boolean {
  return (session['automatic_tax'] as { enabled: boolean }).enabled;
}

/** Whether the page asks businesses for their VAT number. Those of members are not modelled. */
export function asksForTaxId(session: ProviderObject): boolean {
  const collection = session['tax_id_collection'] as { enabled: boolean } | null;
  return session['mode'] === 'payment' && collection?.enabled === true;
}

/** The country that the provider knows for a page; null while it waits for it. */
export function countryOf(session: ProviderObject): string | null {
  const details = session['customer_details'] as { address?: KnownAddress | null } | null;
  return placeOf(details?.address);
}

/** What a page would cost in a country. */
export function pricesIn(
  context: StandInContext,
  session: ProviderObject,
  country: string,
  business: Business | null = null,
) {
  const isTrial = Number((session['subscription_data'] as { trialDays: number } | null)?.trialDays ?? 0) > 0;
  const percent = isReverseCharged(business, country) ? 0 : taxPercentIn(context, country);
  return taxedFields(session['items'] as Item[], percent, isTrial);
}

/** Where buyers are who say nothing on a page without tax: the provider asks everybody for the country of their card. */
const UNSAID = 'US';

/**
 * The buyer says on the page where they are, and perhaps that they are a business: its tax is computed.
 * @param said null where the buyer leaves the country as it stands
 */
export function locate(
  context: StandInContext,
  session: ProviderObject,
  said: string | null,
  business: Business | null = null,
): void {
  const country = said ?? countryOf(session) ?? (isTaxed(session) ? HOME : UNSAID);
  if (!isTaxed(session)) {
    if (countryOf(session) === country) return;
    const details = { ...(session['customer_details'] as object | null), address: addressIn(country) };
    context.book.change(session, { customer_details: details });
    return;
  }
  const collected = asksForTaxId(session) ? business : null;
  if (countryOf(session) === country && collected === null) return;
  const isReversed = isReverseCharged(collected, country);
  context.book.change(session, {
    ...pricesIn(context, session, country, collected),
    automatic_tax: automaticTaxView(true),
    tax_reason: isReversed ? 'reverse_charge' : 'standard_rated',
    tax_percent: isReversed ? 0 : taxPercentIn(context, country),
    customer_details: {
      ...(session['customer_details'] as object | null),
      address: addressIn(country),
      ...(collected && {
        name: collected.name,
        business_name: collected.name,
        tax_ids: [{ type: country === 'GB' ? 'gb_vat' : 'eu_vat', value: collected.vatId }],
      }),
    },
  });
}

/** How the tax of a page is made up, shown on request only; empty until the country is known. */
export function breakdownOf(session: ProviderObject): unknown {
  const percent = session['tax_percent'];
  const { amount_tax: amount } = session['total_details'] as { amount_tax: number };
  if (typeof percent !== 'number') return { discounts: [], taxes: [] };
  const rate = {
    ...taxRate(percent),
    country: countryOf(session)?.slice(0, 2) ?? null,
    created: session.created,
    inclusive: (session['items'] as Item[]).some(({ behavior }) => behavior === 'inclusive'),
  };
  const taxable = Number(session['amount_total']) - amount;
  return {
    discounts: [],
    taxes: [{ amount, rate, taxability_reason: session['tax_reason'], taxable_amount: taxable }],
  };
}

/** An address of which only the country is known, and the state where it matters, as in "US-NY". */
export function addressIn(place: string): Record<string, string | null> {
  const [country = null, state = null] = place.split('-');
  return { city: null, country, line1: null, line2: null, postal_code: null, state };
}

/** @throws Problem where the tax of a customer could not be computed, because nobody will say where they are */
export function checkLocatable(customer: ProviderObject | null, update: string | null): void {
  if (customer === null || customer['address'] || update === 'auto') return;
  throw new Problem(
    400,
    "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set `customer_update[address]` to 'auto' to save the address entered in Checkout to the Customer.",
    { code: 'customer_tax_location_invalid', param: 'automatic_tax' },
  );
}
