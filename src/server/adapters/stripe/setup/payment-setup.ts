import Stripe from 'stripe';
import { openStripe } from '../client.ts';
import type { PaymentSettings } from '../payments.ts';
import type { RecurringPrice } from '../recurring-price.ts';
import { type ProviderWebhook, SUBSCRIBED_EVENTS } from '../subscribed-events.ts';
import { accountNotes, taxChanges } from './account-settings.ts';
import { portalChanges } from './portal.ts';
import { priceChanges } from './prices.ts';
import { accountWebhook, readEndpoints, snapshotWebhook, strayNotes, webhookChanges } from './webhooks.ts';

/** What the account at the payment provider needs for the site, and how it differs. */
export interface PaymentSetup {
  /**
   * Compares the account with what the site needs. Changes nothing.
   * @throws SetupRefused with one sentence where the provider cannot be asked.
   */
  plan(wanted: WantedSetup): Promise<SetupPlan>;
  /**
   * The events that the site handles and no webhook at this address is subscribed to.
   * @throws SetupRefused as `plan` does.
   */
  missingEvents(webhookUrl: string): Promise<string[]>;
}

export interface WantedSetup {
  siteName: string;
  /** The public origin. */
  siteUrl: string;
  webhookUrl: string;
  /** Where the provider's page for customers leads back to. */
  accountUrl: string;
  termsUrl: string;
  privacyUrl: string;
  prices: readonly PlannedPrice[];
}
export type PlannedPrice = RecurringPrice;

export interface SetupPlan {
  /** In the order in which they are to be made. */
  changes: SetupChange[];
  /** One sentence each: what only a person can do at the provider's own pages. */
  byHand: string[];
}

/** One difference between the account and what the site needs. */
export interface SetupChange {
  what: string;
  now: string;
  wanted: string;
  /**
   * Makes the change. Answers the signing secret where a webhook was made: the provider tells it only once.
   * @throws SetupRefused with one sentence.
   */
  apply(): Promise<{ webhook: ProviderWebhook; secret: string } | null>;
}

/** The provider refused or could not be asked. The message is one sentence for the operator. */
export class SetupRefused extends Error {
  override name = 'SetupRefused';
}

/** The timeout of a call, in ms. A person waits at a terminal, or nobody does. */
const CALL_TIMEOUT_MS = 20_000;

export function openPaymentSetup(settings: PaymentSettings, timeoutMs = CALL_TIMEOUT_MS): PaymentSetup {
  const stripe = openStripe(settings, timeoutMs);
  return {
    plan: (wanted) =>
      asked(async () => {
        const endpoints = await readEndpoints(stripe, wanted.webhookUrl);
        const [portal, prices, tax, account] = await Promise.all([
          portalChanges(stripe, wanted, settings.automaticTax),
          priceChanges(stripe, wanted.prices, settings.taxBehavior),
          settings.automaticTax ? taxChanges(stripe, settings.taxBehavior) : { changes: [], byHand: [] },
          accountNotes(stripe),
        ]);
        const changes = [...webhookChanges(stripe, wanted, endpoints), ...portal, ...prices, ...tax.changes];
        return {
          changes: changes.map((change) => ({ ...change, apply: () => asked(change.apply) })),
          byHand: [...strayNotes(endpoints), ...tax.byHand, ...account],
        };
      }),

    missingEvents: (webhookUrl) =>
      asked(async () => {
        const endpoints = await readEndpoints(stripe, webhookUrl);
        const heard: Record<ProviderWebhook, readonly string[]> = {
          marketplace: eventsOf(snapshotWebhook(endpoints, 'marketplace')),
          sellers: eventsOf(snapshotWebhook(endpoints, 'sellers')),
          accounts: eventsOf(accountWebhook(endpoints)),
        };
        return (Object.keys(SUBSCRIBED_EVENTS) as ProviderWebhook[]).flatMap((webhook) =>
          SUBSCRIBED_EVENTS[webhook].filter(
            (type) => !heard[webhook].includes('*') && !heard[webhook].includes(type),
          ),
        );
      }),
  };
}

/** What a webhook brings: nothing while it is switched off. */
const eventsOf = (webhook: { status: string; enabled_events: string[] } | undefined): readonly string[] =>
  webhook?.status === 'enabled' ? webhook.enabled_events : [];

/** Runs calls and turns the provider's errors into one sentence. */
async function asked<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (reason) {
    if (reason instanceof Stripe.errors.StripeError)
      throw new SetupRefused(sentenceOf(reason), { cause: reason });
    throw reason;
  }
}

function sentenceOf(reason: InstanceType<typeof Stripe.errors.StripeError>): string {
  if (reason instanceof Stripe.errors.StripeAuthenticationError)
    return 'Stripe does not accept this key: set STRIPE_SECRET_KEY to a secret key of your account, such as sk_live_….';
  if (reason instanceof Stripe.errors.StripePermissionError)
    return `This key may not do that: use a secret key, or a restricted key with write access to webhooks, the customer portal, products and prices (${reason.message})`;
  if (reason instanceof Stripe.errors.StripeConnectionError)
    return 'Stripe cannot be reached: check the network and try again.';
  return `Stripe refused: ${reason.message}`;
}
