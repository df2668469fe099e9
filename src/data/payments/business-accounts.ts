import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  type BusinessAccount,
  type BusinessAccountState,
  type BusinessDetails,
  canBePaid,
  REQUIREMENTS,
  type Requirement,
} from '../../domain/payments/business-account.ts';
import { commissionPercent, type SellerPlan } from '../../domain/payments/commission.ts';
import { COMMISSION, type CommissionRates } from '../../domain/payments/plan-settings.ts';
import { anyOf, partsOf } from '../kernel/any-of.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask } from '../kernel/query.ts';
import type { BusinessAccountsRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { settingQuery } from '../kernel/site-settings.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

/** A store's account as stored, with fields for the server only. */
export interface StoredAccount {
  storeId: string;
  account: BusinessAccount;
  /** "" until an account is opened at the provider. */
  stripeAccountId: string;
  /** The number of accounts opened there so far; the newest is current. */
  opening: number;
  wasActive: boolean;
  /** When it was last written, to the millisecond: a write with an older snapshot is refused. */
  seen: string;
}

/** A store's account; null where there is none. */
export async function accountOfStore(pb: PocketBase, storeId: string): Promise<StoredAccount | null> {
  return firstAccount(pb, pb.filter('store = {:storeId}', { storeId }));
}

/** The account with this id at the provider; null where no store uses it. */
export async function accountAtProvider(
  pb: PocketBase,
  stripeAccountId: string,
): Promise<StoredAccount | null> {
  // Stores without an account have an empty one.
  if (stripeAccountId === '') return null;
  return firstAccount(pb, pb.filter('stripeAccountId = {:stripeAccountId}', { stripeAccountId }));
}

/** The provider's ids of accounts not synced since `open` (pending or restricted) or `settled` (all others). */
export async function staleAccounts(
  pb: PocketBase,
  before: { open: Instant; settled: Instant },
  limit: number,
): Promise<string[]> {
  const list = await pb.collection('business_accounts').getList<BusinessAccountsRecord>(1, limit, {
    filter: pb.filter(
      `stripeAccountId != '' && (((state = 'pending' || state = 'restricted') && askedAt < {:open}) || askedAt < {:settled})`,
      { open: dateOf(before.open), settled: dateOf(before.settled) },
    ),
    sort: 'askedAt',
    fields: 'stripeAccountId',
    skipTotal: true,
  });
  return list.items.map(({ stripeAccountId }) => stripeAccountId);
}

/**
 * Saves a seller's details. With `anew` the account opened so far is dropped and the next one gets another number.
 * False where the row has changed since `known` was read.
 */
export async function saveDetails(
  pb: PocketBase,
  storeId: string,
  details: BusinessDetails,
  known: StoredAccount | null,
  anew: boolean,
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb);
  if (known === null) {
    steps.create('business_accounts', {
      store: storeId,
      state: 'none',
      plan: 'free',
      opening: 1,
      ...details,
    });
  } else {
    steps.exec(
      sql`UPDATE business_accounts SET kind = {:kind}, legalName = {:legalName}, country = {:country}, vatId = {:vatId},
          updated = {:now}, opening = CASE WHEN {:anew} OR opening = 0 THEN opening + 1 ELSE opening END,
          stripeAccountId = CASE WHEN {:anew} THEN '' ELSE stripeAccountId END,
          state = CASE WHEN {:anew} THEN 'none' ELSE state END,
          requirements = CASE WHEN {:anew} THEN '[]' ELSE requirements END
        WHERE store = {:storeId} AND updated = {:seen}`,
      { ...details, storeId, anew, seen: known.seen, now: dateOf(now) },
      { expect: 1, else: 'changed-meanwhile' },
    );
  }
  return (await refusalOf(steps, ['changed-meanwhile', 'conflict'])) === null;
}

/** Saves the id of an account that was opened. False where another one was opened in the meantime. */
export async function recordOpenedAccount(
  pb: PocketBase,
  { storeId, opening }: Pick<StoredAccount, 'storeId' | 'opening'>,
  stripeAccountId: string,
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE business_accounts SET stripeAccountId = {:stripeAccountId}, state = 'pending', updated = {:now}
      WHERE store = {:storeId} AND opening = {:opening} AND stripeAccountId IN ('', {:stripeAccountId})`,
    { storeId, opening, stripeAccountId, now: dateOf(now) },
    { expect: 1, else: 'other' },
  );
  return (await refusalOf(steps, ['other'])) === null;
}

/** Updates an account to the provider's snapshot. False where it was written since `stored` was read. */
export async function saveAccountSnapshot(
  pb: PocketBase,
  stored: StoredAccount,
  snapshot: { state: BusinessAccountState; requirements: Requirement[]; dueAt: Instant | null },
  queue: (steps: Transaction) => Transaction,
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE business_accounts SET state = {:state}, requirements = {:requirements}, dueAt = {:dueAt},
        askedAt = {:now}, updated = {:now},
        activeAt = CASE WHEN {:state} = 'active' AND activeAt = '' THEN {:now} ELSE activeAt END
      WHERE store = {:storeId} AND updated = {:seen}`,
    {
      storeId: stored.storeId,
      seen: stored.seen,
      state: snapshot.state,
      requirements: JSON.stringify(snapshot.requirements),
      dueAt: dateOf(snapshot.dueAt),
      now: dateOf(now),
    },
    { expect: 1, else: 'changed-meanwhile' },
  );
  queue(steps);
  return (await refusalOf(steps, ['changed-meanwhile'])) === null;
}

/**
 * The commission rate of each of these stores, in percent: the rate the operator agreed with the seller, else that of
 * the plan. A store without an account is on the free plan.
 */
export async function commissionPercents(
  pb: PocketBase,
  storeIds: readonly string[],
): Promise<Map<string, number>> {
  const [found, { rates }] = await Promise.all([accountsOf(pb, storeIds), storedRates(pb)]);
  const accounts = new Map(found.map((account) => [account.store, account]));
  return new Map(storeIds.map((store) => [store, percentOf(accounts.get(store), rates)]));
}

/** A store's commission rate, in percent, and what changes whenever it may have changed; null without an account. */
export async function commissionOfStore(
  pb: PocketBase,
  storeId: string,
): Promise<{ percent: number; seen: string } | null> {
  const [[account], { rates, version }] = await Promise.all([accountsOf(pb, [storeId]), storedRates(pb)]);
  return account
    ? {
        percent: percentOf(account, rates),
        seen: version === 0 ? account.updated : `${account.updated}/${version}`,
      }
    : null;
}

/** The commission of each plan now, in percent. */
export async function planCommission(pb: PocketBase): Promise<CommissionRates> {
  return (await storedRates(pb)).rates;
}

/** Read for each sale, in the same trip as the accounts: money does not follow a copy in memory. */
async function storedRates(pb: PocketBase): Promise<{ rates: CommissionRates; version: number }> {
  const [rows] = await ask(pb, settingQuery(COMMISSION.name));
  const [row] = rows;
  const checked = COMMISSION.check(row ? row.value : COMMISSION.fallback);
  return {
    rates: 'value' in checked ? checked.value : COMMISSION.fallback,
    version: row?.version ?? 0,
  };
}

function percentOf(account: BusinessAccountsRecord | undefined, rates: CommissionRates): number {
  return commissionPercent(account?.plan === 'pro' ? 'pro' : 'free', account?.commissionPercent ?? '', rates);
}

/**
 * The payment provider's account id of each of these stores that can be paid now.
 * @param withSuspended also of suspended stores, whose share is held: for a transfer that has begun already
 */
export async function payableAccounts(
  pb: PocketBase,
  storeIds: readonly string[],
  withSuspended = false,
): Promise<Map<string, string>> {
  const accounts = await accountsOf(pb, storeIds, withSuspended ? '' : " && store.state != 'suspended'");
  return new Map(
    accounts
      .filter(({ state, stripeAccountId }) =>
        canBePaid({ state: state === '' ? 'none' : state, stripeAccountId }),
      )
      .map(({ store, stripeAccountId }) => [store, stripeAccountId]),
  );
}

/**
 * Adds the step that agrees a commission with the seller of a store, or returns to the plan's with null. It applies to
 * sales from then on. Refused with "no-account" where the store has no business account.
 */
export function withAgreedCommission(
  steps: Transaction,
  storeId: string,
  percent: number | null,
  now: Instant,
): Transaction {
  return steps.exec(
    sql`UPDATE business_accounts SET commissionPercent = {:percent}, updated = {:now} WHERE store = {:storeId}`,
    { storeId, percent: percent === null ? '' : String(percent), now: dateOf(now) },
    { expect: 1, else: 'no-account' },
  );
}

/** Creates or updates a store's account, for demo data and tests. */
export async function saveBusinessAccount(
  pb: PocketBase,
  storeId: string,
  account: {
    stripeAccountId: string;
    state: BusinessAccountState;
    plan: SellerPlan;
  } & Partial<BusinessDetails>,
): Promise<void> {
  const [known] = await accountsOf(pb, [storeId]);
  const collection = pb.collection('business_accounts');
  if (known) await collection.update(known.id, account);
  else await collection.create({ store: storeId, ...account });
}

async function accountsOf(
  pb: PocketBase,
  storeIds: readonly string[],
  also = '',
): Promise<BusinessAccountsRecord[]> {
  const found: BusinessAccountsRecord[] = [];
  for (const part of partsOf(storeIds))
    found.push(
      ...(await pb
        .collection('business_accounts')
        .getFullList<BusinessAccountsRecord>({ filter: `(${anyOf(pb, 'store', part)})${also}` })),
    );
  return found;
}

async function firstAccount(pb: PocketBase, filter: string): Promise<StoredAccount | null> {
  const record = await orNull(
    pb.collection('business_accounts').getFirstListItem<BusinessAccountsRecord>(filter),
  );
  return (
    record && {
      storeId: record.store,
      stripeAccountId: record.stripeAccountId,
      opening: record.opening,
      wasActive: record.activeAt !== '' || record.state === 'active' || record.state === 'restricted',
      seen: record.updated,
      account: {
        kind: record.kind === 'company' ? 'company' : 'individual',
        legalName: record.legalName,
        country: record.country,
        vatId: record.vatId,
        state: record.state === '' ? 'none' : record.state,
        requirements: requirementsOf(record.requirements),
        dueAt: instantOf(record.dueAt),
        askedAt: instantOf(record.askedAt),
      },
    }
  );
}

/** The stored requirements, without subjects that this build does not know. */
function requirementsOf(json: unknown): Requirement[] {
  return Array.isArray(json)
    ? json.filter(
        (entry): entry is Requirement =>
          typeof entry?.subject === 'string' && Object.hasOwn(REQUIREMENTS, entry.subject),
      )
    : [];
}
