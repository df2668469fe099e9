import { Problem } from '../api/problem.ts';
import type { Row } from '../book.ts';
import type { Rhythm } from '../calendar.ts';
import type { StandInContext } from '../context.ts';
import { automaticTaxView, type TaxBehavior, taxedSums, taxOfLine, taxPercentIn } from '../tax.ts';

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
  behavior: TaxBehavior;
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
export function isTaxed(session: Row): boolean {
  return (session['automatic_tax'] as { enabled: boolean }).enabled;
}

/** The country that the provider knows for a page; null while it waits for it. */
export function countryOf(session: Row): string | null {
  const details = session['customer_details'] as { address?: { country: string | null } | null } | null;
  return details?.address?.country ?? null;
}

/** What a page would cost in a country. */
export function pricesIn(context: StandInContext, session: Row, country: string) {
  const isTrial = Number((session['subscription_data'] as { trialDays: number } | null)?.trialDays ?? 0) > 0;
  return taxedFields(session['items'] as Item[], taxPercentIn(context, country), isTrial);
}

/** The buyer says on the page where they are: its tax is computed. */
export function locate(context: StandInContext, session: Row, country: string): void {
  if (!isTaxed(session) || countryOf(session) === country) return;
  context.book.change(session, {
    ...pricesIn(context, session, country),
    automatic_tax: automaticTaxView(true),
    customer_details: { ...(session['customer_details'] as object | null), address: addressIn(country) },
  });
}

/** An address of which only the country is known. */
export function addressIn(country: string): Record<string, string | null> {
  return { city: null, country, line1: null, line2: null, postal_code: null, state: null };
}

/** @throws Problem where the tax of a customer could not be computed, because nobody will say where they are */
export function checkLocatable(customer: Row | null, update: string | null): void {
  if (customer === null || customer['address'] || update === 'auto') return;
  throw new Problem(
    400,
    "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set `customer_update[address]` to 'auto' to save the address entered in Checkout to the Customer.",
    { code: 'customer_tax_location_invalid', param: 'automatic_tax' },
  );
}
