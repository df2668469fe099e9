import type Stripe from 'stripe';
import {
  type AccountWord,
  type BusinessKind,
  type Requirement,
  requirementList,
  requirementSubject,
} from '../domain/business-account.ts';
import type { Instant } from '../domain/instant.ts';

/** The door's part about sellers: their accounts at the payment provider, and what lies there. */
export interface AccountPayments {
  /** Opens a seller's account, paid out every week. The same key always opens the same one. */
  openAccount(account: NewAccount): Promise<{ id: string }>;
  /** What the provider says about an account now; null where it knows none of that id. */
  account(accountId: string): Promise<AccountTruth | null>;
  /** A way to the provider's page where a seller says who he is; good once, for some minutes. */
  onboardingPage(page: { accountId: string; returnUrl: string; refreshUrl: string }): Promise<string>;
  /** A way to the provider's page where a seller sees and changes his bank account; good once. */
  accountPage(accountId: string): Promise<string>;
}

export interface NewAccount {
  storeId: string;
  storeName: string;
  email: string;
  kind: BusinessKind;
  legalName: string;
  /** ISO 3166. */
  country: string;
  key: string;
}

export interface AccountTruth extends AccountWord {
  requirements: Requirement[];
  dueAt: Instant | null;
}

/** What the door lends to its part: calls with its patience, its errors in our words. */
export interface Door {
  stripe: Stripe;
  ask<T>(call: () => Promise<T>): Promise<T>;
  absentAsNull<T>(asked: Promise<T>): Promise<T | null>;
}

/** The day of the week on which available money leaves for the bank. */
export const PAYOUT_DAY = 'monday';

type Account = Stripe.V2.Core.Account;

export function accountPayments({ stripe, ask, absentAsNull }: Door): AccountPayments {
  return {
    openAccount: (account) =>
      ask(async () => {
        const { id } = await stripe.v2.core.accounts.create(
          {
            contact_email: account.email,
            display_name: account.storeName,
            dashboard: 'express',
            identity: {
              country: account.country.toLowerCase(),
              entity_type: account.kind,
              ...(account.kind === 'company'
                ? { business_details: { registered_name: account.legalName } }
                : {}),
            },
            defaults: {
              responsibilities: { fees_collector: 'application', losses_collector: 'application' },
            },
            configuration: {
              recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
            },
            metadata: { store: account.storeId },
          },
          { idempotencyKey: account.key },
        );
        await stripe.balanceSettings.update(
          {
            payments: { payouts: { schedule: { interval: 'weekly', weekly_payout_days: [PAYOUT_DAY] } } },
          },
          { stripeAccount: id },
        );
        return { id };
      }),

    account: (accountId) =>
      ask(async () => {
        const account = await absentAsNull(
          stripe.v2.core.accounts.retrieve(accountId, {
            include: ['configuration.recipient', 'requirements'],
          }),
        );
        return account && truthOf(account);
      }),

    onboardingPage: ({ accountId, returnUrl, refreshUrl }) =>
      ask(async () => {
        const { url } = await stripe.v2.core.accountLinks.create({
          account: accountId,
          use_case: {
            type: 'account_onboarding',
            account_onboarding: { refresh_url: refreshUrl, return_url: returnUrl },
          },
        });
        return url;
      }),

    accountPage: (accountId) => ask(async () => (await stripe.accounts.createLoginLink(accountId)).url),
  };
}

function truthOf(account: Account): AccountTruth {
  const transfers = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers;
  const entries = account.requirements?.entries ?? [];
  const due = account.requirements?.summary?.minimum_deadline?.time;
  // A restriction the provider offers no way out of is a refusal.
  const isFinal =
    transfers?.status === 'restricted' &&
    transfers.status_details.length > 0 &&
    transfers.status_details.every(({ resolution }) => resolution === 'no_resolution');
  return {
    transfers: isFinal ? 'rejected' : (transfers?.status ?? 'unsupported'),
    closed: account.closed === true,
    requirements: requirementList(
      entries.map((entry) => ({
        subject: requirementSubject(entry.description),
        from: entry.awaiting_action_from === 'stripe' ? 'provider' : 'seller',
        due: entry.minimum_deadline.status === 'eventually_due' ? 'later' : 'now',
        refused: entry.errors.length > 0,
      })),
    ),
    dueAt: due === undefined || Number.isNaN(Date.parse(due)) ? null : Date.parse(due),
  };
}
