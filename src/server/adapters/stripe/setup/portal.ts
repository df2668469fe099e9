import type Stripe from 'stripe';
import { MARK, portalOf } from '../portal-configuration.ts';
import { drifted, mending, type Setting } from './change.ts';
import type { SetupChange, WantedSetup } from './payment-setup.ts';

/** The provider's page where customers change their card, see invoices and cancel. */

type Configuration = Stripe.BillingPortal.Configuration;
export async function portalChanges(
  stripe: Stripe,
  wanted: WantedSetup,
  automaticTax: boolean,
): Promise<SetupChange[]> {
  const found = await portalOf(stripe, wanted.siteUrl);
  const { siteName, siteUrl, accountUrl, termsUrl, privacyUrl } = wanted;
  const params = {
    name: siteName,
    default_return_url: accountUrl,
    business_profile: { terms_of_service_url: termsUrl, privacy_policy_url: privacyUrl },
    features: {
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' as const },
      // Tiers and plans are changed on the site, which says what it costs.
      subscription_update: { enabled: false },
      customer_update: {
        enabled: true,
        allowed_updates: automaticTax ? ['name', 'address', 'tax_id'] : ['name', 'address'],
      },
    },
  };
  const what = 'customer portal';
  if (!found)
    return [
      {
        what,
        now: 'none',
        wanted: 'card, invoices and cancelling at the end of what is paid',
        apply: async () => {
          const { features, ...rest } = params;
          await stripe.billingPortal.configurations.create({
            ...rest,
            features: {
              payment_method_update: features.payment_method_update,
              invoice_history: features.invoice_history,
              subscription_cancel: features.subscription_cancel,
              customer_update: features.customer_update,
            },
            metadata: { [MARK]: siteUrl },
          });
          return null;
        },
      },
    ];
  const drift = drifted(settingsOf(found, params));
  if (drift.length === 0) return [];
  return [
    mending(what, drift, async () => {
      await stripe.billingPortal.configurations.update(found.id, params);
      return null;
    }),
  ];
}

/** What is compared, in the words of the provider's dashboard. */
function settingsOf(
  now: Configuration,
  wanted: {
    name: string;
    default_return_url: string;
    business_profile: { terms_of_service_url: string; privacy_policy_url: string };
    features: { customer_update: { allowed_updates: string[] } };
  },
): Setting[] {
  const { features } = now;
  return [
    { name: 'name', now: now.name, wanted: wanted.name },
    { name: 'return address', now: now.default_return_url, wanted: wanted.default_return_url },
    {
      name: 'terms',
      now: now.business_profile.terms_of_service_url,
      wanted: wanted.business_profile.terms_of_service_url,
    },
    {
      name: 'privacy',
      now: now.business_profile.privacy_policy_url,
      wanted: wanted.business_profile.privacy_policy_url,
    },
    { name: 'card', now: features.payment_method_update.enabled, wanted: true },
    { name: 'invoices', now: features.invoice_history.enabled, wanted: true },
    { name: 'cancelling', now: features.subscription_cancel.enabled, wanted: true },
    { name: 'cancels', now: features.subscription_cancel.mode, wanted: 'at_period_end' },
    { name: 'changing plans', now: features.subscription_update.enabled, wanted: false },
    { name: 'changing details', now: features.customer_update.enabled, wanted: true },
    {
      name: 'details',
      now: features.customer_update.allowed_updates,
      wanted: wanted.features.customer_update.allowed_updates,
    },
  ];
}
