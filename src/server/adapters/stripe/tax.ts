import type Stripe from 'stripe';
import type { StripeAccess } from './account-payments.ts';

/**
 * How sales are taxed. The marketplace is the seller of record and owes the tax: payments stand in its own name, without
 * `on_behalf_of`, and sums for sellers are reckoned from amounts without tax. Source: the provider's guide "Tax for
 * marketplaces".
 */

/** General, electronically supplied services: models, memberships and plans are delivered by download. */
export const TAX_CODE = 'txcd_10000000';

/** The parameter for tax computed by the provider, which the marketplace owes; nothing while that is switched off. */
export function automaticTax(isOn: boolean): Pick<Stripe.Checkout.SessionCreateParams, 'automatic_tax'> {
  return isOn ? { automatic_tax: { enabled: true, liability: { type: 'self' } } } : {};
}

/**
 * The parameter by which business buyers can name their VAT number on the page, where tax is computed: a buyer in another
 * country of the European Union then owes the tax.
 */
export function taxIds(isOn: boolean): Pick<Stripe.Checkout.SessionCreateParams, 'tax_id_collection'> {
  return isOn ? { tax_id_collection: { enabled: true } } : {};
}

export interface TaxPayments {
  /** Why the provider cannot compute tax yet, as a sentence, or null. */
  taxRefusal(): Promise<string | null>;
}

export function taxPayments({ stripe, call }: Pick<StripeAccess, 'stripe' | 'call'>): TaxPayments {
  return {
    taxRefusal: () =>
      call(async () => {
        const { status, status_details: details } = await stripe.tax.settings.retrieve();
        if (status === 'active') return null;
        const missing = (details.pending?.missing_fields ?? []).map((field) => field.replaceAll('_', ' '));
        const what = missing.length === 0 ? '' : ` (missing: ${missing.join(', ')})`;
        return `The payment provider is not ready to compute tax${what}. Fill in its tax settings and your registrations first.`;
      }),
  };
}
