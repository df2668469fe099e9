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
import { repeatable } from './idempotency.ts';

/** Sellers' accounts at the payment provider, and their balances and payouts. */
export interface AccountPayments {
  /** Opens a seller's account with weekly payouts. Idempotent by `key`. */
  openAccount(account: NewAccount): Promise<{ id: string }>;
  /** The current snapshot of an account; null where there is none with this id. */
  account(accountId: string): Promise<AccountSnapshot | null>;
  /** A link to the provider's onboarding page, valid once and for a few minutes. */
  onboardingPage(page: { accountId: string; returnUrl: string; refreshUrl: string }): Promise<string>;
  /** A link to the provider's page where a seller sees and changes their bank account, valid once. */
  accountPage(accountId: string): Promise<string>;
  /** Stops an account's payouts to the seller's bank, or lets them leave weekly again. Idempotent. */
  holdPayouts(accountId: string, isHeld: boolean): Promise<void>;
  /** The balance of an account, available and pending, with its payouts. */
  moneyAt(accountId: string): Promise<AccountMoney>;
  /** The transactions of a payout, newest first; empty where the account has no such payout. */
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
  /** Negative where reversals exceeded the balance. */
  availableCents: number;
  pendingCents: number;
  /** The pending amounts by the time they become available, soonest first. */
  waits: { until: Instant; cents: number }[];
  bank: Bank | null;
  /** Newest first, at most a hundred. */
  payouts: Payout[];
}

/** The Stripe client with the helpers that all parts of the adapter use. */
export interface StripeAccess {
  stripe: Stripe;
  /** Runs calls and maps Stripe's errors to PaymentsUnavailable. */
  call<T>(run: () => Promise<T>): Promise<T>;
  /** Null where the object does not exist. */
  nullIfMissing<T>(request: Promise<T>): Promise<T | null>;
  /** All pages of a list, up to 1 000 entries. */
  allPages<T>(list: Stripe.ApiListPromise<T>): Promise<T[]>;
}

/** The weekday of payouts. */
const PAYOUT_DAY = 'monday';

type Account = Stripe.V2.Core.Account;
type PayoutSchedule = Stripe.BalanceSettingsUpdateParams.Payments.Payouts.Schedule;

const WEEKLY: PayoutSchedule = { interval: 'weekly', weekly_payout_days: [PAYOUT_DAY] };

export function accountPayments({ stripe, call, nullIfMissing, allPages }: StripeAccess): AccountPayments {
  const schedulePayouts = async (stripeAccount: string, schedule: PayoutSchedule): Promise<void> => {
    await stripe.balanceSettings.update({ payments: { payouts: { schedule } } }, { stripeAccount });
  };
  return {
    openAccount: (account) =>
      call(async () => {
        // A second account without a seller does no harm; only the one whose id is stored is used.
        const { id } = await repeatable(account.key, (idempotencyKey) =>
          stripe.v2.core.accounts.create(
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
            { idempotencyKey },
          ),
        );
        await schedulePayouts(id, WEEKLY);
        return { id };
      }),

    account: (accountId) =>
      call(async () => {
        const account = await nullIfMissing(
          stripe.v2.core.accounts.retrieve(accountId, {
            include: ['configuration.recipient', 'requirements'],
          }),
        );
        return account && accountSnapshot(account);
      }),

    onboardingPage: ({ accountId, returnUrl, refreshUrl }) =>
      call(async () => {
        const { url } = await stripe.v2.core.accountLinks.create({
          account: accountId,
          use_case: {
            type: 'account_onboarding',
            account_onboarding: { refresh_url: refreshUrl, return_url: returnUrl },
          },
        });
        return url;
      }),

    holdPayouts: (accountId, isHeld) =>
      call(() => schedulePayouts(accountId, isHeld ? { interval: 'manual' } : WEEKLY)),

    accountPage: (accountId) => call(async () => (await stripe.accounts.createLoginLink(accountId)).url),

    moneyAt: (accountId) =>
      call(async () => {
        const atAccount = { stripeAccount: accountId };
        const since = Math.floor(Date.now() / 1000) - MAX_PENDING_S;
        const [balance, transactions, payouts, banks] = await Promise.all([
          stripe.balance.retrieve({}, atAccount),
          allPages(stripe.balanceTransactions.list({ limit: 100, created: { gte: since } }, atAccount)),
          stripe.payouts.list({ limit: 100, expand: ['data.destination'] }, atAccount),
          stripe.accounts.listExternalAccounts(accountId, { object: 'bank_account', limit: 1 }),
        ]);
        const waits = Map.groupBy(
          transactions.filter(({ status }) => status === 'pending'),
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
      call(async () => {
        if (!/^po_\w{1,90}$/.test(payoutId)) return [];
        const list = stripe.balanceTransactions.list(
          { payout: payoutId, limit: 100, expand: ['data.source'] },
          { stripeAccount: accountId },
        );
        const transactions = (await nullIfMissing(allPages(list))) ?? [];
        return transactions.filter(({ type }) => type !== 'payout').map(partOf);
      }),
  };
}

/** How long money may be pending, in seconds. Source: the provider's longest payout delay. */
const MAX_PENDING_S = 35 * 86_400;

function bankOf(account: unknown): Bank | null {
  const { last4, bank_name: name } = (account ?? {}) as { last4?: unknown; bank_name?: unknown };
  return typeof last4 === 'string' ? { name: typeof name === 'string' ? name : '', last4 } : null;
}

function payoutOf(payout: Stripe.Payout): Payout {
  const isInTransit = payout.status === 'pending' || payout.status === 'in_transit';
  return {
    id: payout.id,
    amountCents: payout.amount,
    state: isInTransit ? 'on-its-way' : payout.status === 'paid' ? 'paid' : 'sent-back',
    leftAt: payout.created * 1000,
    arrivesAt: payout.arrival_date * 1000,
    bank: bankOf(payout.destination),
  };
}

function partOf(transaction: Stripe.BalanceTransaction): PayoutPart {
  const source = (typeof transaction.source === 'object' ? transaction.source : null) as {
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
    at: transaction.created * 1000,
    cents: transaction.net,
  };
}

function accountSnapshot(account: Account): AccountSnapshot {
  const transfers = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers;
  const entries = account.requirements?.entries ?? [];
  const due = account.requirements?.summary?.minimum_deadline?.time;
  // A restriction without a resolution is a rejection.
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
