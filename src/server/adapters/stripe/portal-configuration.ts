import { LRUCache } from 'lru-cache';
import Stripe from 'stripe';

/** The metadata field that marks what `npm run stripe:setup` made. */
export const MARK = 'guildhall';
const MAX_CONFIGURATIONS = 1_000;
/** `npm run stripe:setup` makes one in another process; after this time, in ms, visits use it. */
const REMEMBERED_MS = 600_000;

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

/**
 * Opens the provider's customer page with the configuration of a site, which is looked up once in ten minutes and not at
 * each visit. If the provider refuses the remembered one, it is looked up again: it may have been removed meanwhile.
 */
export function openPortalVisits(stripe: Stripe) {
  const remembered = new LRUCache<string, { id: string | null }>({ max: 10, ttl: REMEMBERED_MS });
  const visit = (customer: string, returnUrl: string, configuration: string | null) =>
    stripe.billingPortal.sessions.create({
      customer,
      return_url: returnUrl,
      ...(configuration === null ? {} : { configuration }),
    });
  return async (customer: string, returnUrl: string): Promise<Stripe.BillingPortal.Session> => {
    const { origin } = new URL(returnUrl);
    const known = remembered.get(origin);
    if (known) {
      try {
        return await visit(customer, returnUrl, known.id);
      } catch (reason) {
        if (!(reason instanceof Stripe.errors.StripeInvalidRequestError)) throw reason;
        remembered.delete(origin);
      }
    }
    const id = (await portalOf(stripe, origin))?.id ?? null;
    remembered.set(origin, { id });
    return visit(customer, returnUrl, id);
  };
}
