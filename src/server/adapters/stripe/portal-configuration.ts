import type Stripe from 'stripe';

/** The metadata field that marks what `npm run stripe:setup` made. */
export const MARK = 'guildhall';
const MAX_CONFIGURATIONS = 1_000;

/**
 * The configuration of the provider's customer page that was made for a site, marked with its origin. Null where there is
 * none: the one of the account is used then.
 */
export async function portalOf(
  stripe: Stripe,
  siteUrl: string,
): Promise<Stripe.BillingPortal.Configuration | null> {
  const all = await stripe.billingPortal.configurations
    .list({ active: true, limit: 100 })
    .autoPagingToArray({ limit: MAX_CONFIGURATIONS });
  return all.find(({ metadata }) => metadata?.[MARK] === siteUrl) ?? null;
}
