import type Stripe from 'stripe';
import type { Bank, Payout, PayoutPart } from '../../../domain/commerce/payout.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import {
  type BusinessKind,
  type ProviderAccountStatus,
  type Requirement,
  requirementList,
  requirementSubject,
} from '../../../domain/payments/business-account.ts';
import { CURRENCY } from '../../../domain/payments/payment.ts';

/** The door's part about sellers: their accounts at the payment provider, and what lies there. */
export interface AccountPayments {
  /** Opens a seller's account, paid out every week. The same key always opens the same one. */
  openAccount(account: NewAccount): Promise<{ id: string }>;
  /** What the provider says about an account now; null where it knows none of that id. */
  account(accountId: string): Promise<AccountSnapshot | null>;
  /** A way to the provider's page where a seller says who he is; good once, for some minutes. */
  onboardingPage(page: { accountId: string; returnUrl: string; refreshUrl: string }): Promise<string>;
  /** A way to the provider's page where a seller sees and changes his bank account; good once. */
  accountPage(accountId: string): Promise<string>;
  /** What lies at an account, what is on its way from there to a bank, and what may not leave yet. */
  moneyAt(accountId: string): Promise<AccountMoney>;
  /** What a payout is made of, newest first; empty where there is no such payout of that account. */
  payoutParts(accountId: string, payoutId: string): Promise<PayoutPart[]>;
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

export interface AccountSnapshot extends ProviderAccountStatus {
  requirements: Requirement[];
  dueAt: Instant | null;
}

export interface AccountMoney {
  /** Below 0 where more was called back than was there. */
  availableCents: number;
  pendingCents: number;
  /** What is pending, by the moment it may leave, the soonest first. */
  waits: { until: Instant; cents: number }[];
  bank: Bank | null;
  /** Newest first, at most a hundred. */
  payouts: Payout[];
}

/** What the door lends to its part: calls with its patience, its errors in our words. */
export interface Door {
  stripe: Stripe;
  ask<T>(call: () => Promise<T>): Promise<T>;
  absentAsNull<T>(asked: Promise<T>): Promise<T | null>;
  everything<T>(list: Stripe.ApiListPromise<T>): Promise<T[]>;
}

/** The day of the week on which available money leaves for the bank. */
const PAYOUT_DAY = 'monday';

type Account = Stripe.V2.Core.Account;

export function accountPayments({ stripe, ask, absentAsNull, everything }: Door): AccountPayments {
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

    moneyAt: (accountId) =>
      ask(async () => {
        const there = { stripeAccount: accountId };
        const since = Math.floor(Date.now() / 1000) - LONGEST_WAIT_S;
        const [balance, bookings, payouts, banks] = await Promise.all([
          stripe.balance.retrieve({}, there),
          everything(stripe.balanceTransactions.list({ limit: 100, created: { gte: since } }, there)),
          stripe.payouts.list({ limit: 100, expand: ['data.destination'] }, there),
          stripe.accounts.listExternalAccounts(accountId, { object: 'bank_account', limit: 1 }),
        ]);
        const waits = Map.groupBy(
          bookings.filter(({ status }) => status === 'pending'),
          ({ available_on }) => available_on * 1000,
        );
        const cents = (amounts: { amount: number; currency: string }[]) =>
          amounts
            .filter(({ currency }) => currency === CURRENCY)
            .reduce((whole, { amount }) => whole + amount, 0);
        return {
          availableCents: cents(balance.available),
          pendingCents: cents(balance.pending),
          waits: [...waits]
            .map(([until, rows]) => ({ until, cents: rows.reduce((sum, { net }) => sum + net, 0) }))
            .sort((a, b) => a.until - b.until),
          bank: bankOf(banks.data[0]),
          payouts: payouts.data.map(payoutOf),
        };
      }),

    payoutParts: (accountId, payoutId) =>
      ask(async () => {
        const list = stripe.balanceTransactions.list(
          { payout: payoutId, limit: 100, expand: ['data.source'] },
          { stripeAccount: accountId },
        );
        const bookings = (await absentAsNull(everything(list))) ?? [];
        return bookings.filter(({ type }) => type !== 'payout').map(partOf);
      }),
  };
}

/** Money waits no longer than this before it may leave for a bank, in seconds. Source: the longest delay the provider sets. */
const LONGEST_WAIT_S = 35 * 86_400;

function bankOf(account: unknown): Bank | null {
  const { last4, bank_name: name } = (account ?? {}) as { last4?: unknown; bank_name?: unknown };
  return typeof last4 === 'string' ? { name: typeof name === 'string' ? name : '', last4 } : null;
}

function payoutOf(payout: Stripe.Payout): Payout {
  const isOnItsWay = payout.status === 'pending' || payout.status === 'in_transit';
  return {
    id: payout.id,
    amountCents: payout.amount,
    state: isOnItsWay ? 'on-its-way' : payout.status === 'paid' ? 'paid' : 'sent-back',
    leftAt: payout.created * 1000,
    arrivesAt: payout.arrival_date * 1000,
    bank: bankOf(payout.destination),
  };
}

function partOf(booking: Stripe.BalanceTransaction): PayoutPart {
  const source = (typeof booking.source === 'object' ? booking.source : null) as {
    source_transfer?: unknown;
    source_transfer_reversal?: unknown;
  } | null;
  const idOf = (value: unknown): string | null => {
    if (typeof value === 'string') return value;
    const { id } = (value ?? {}) as { id?: unknown };
    return typeof id === 'string' ? id : null;
  };
  return {
    movementId: idOf(source?.source_transfer) ?? idOf(source?.source_transfer_reversal),
    at: booking.created * 1000,
    cents: booking.net,
  };
}

function truthOf(account: Account): AccountSnapshot {
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
