import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  type BusinessAccountState,
  type BusinessDetails,
  canBePaid,
  REQUIREMENTS,
  type Requirement,
} from '../../domain/payments/business-account.ts';
import { commissionPercent, type SellerPlan } from '../../domain/payments/commission.ts';
import { COMMISSION, type CommissionRates } from '../../domain/payments/plan-settings.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, type QueryParams, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, type RowOf, shape, value } from '../kernel/shape.ts';
import { settingQuery } from '../kernel/site-settings.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

const b = tables.businessAccounts.as('b');

const OF_ACCOUNT = {
  storeId: b.store,
  /** "" until an account is opened at the provider. */
  stripeAccountId: b.stripeAccountId,
  /** The number of accounts opened there so far; the newest is current. */
  opening: b.opening,
  wasActive: from(
    { state: b.state, activeAt: b.activeAt },
    ({ state, activeAt }) => activeAt !== null || state === 'active' || state === 'restricted',
  ),
  /** When it was last written, to the millisecond: a write with an older snapshot is refused. */
  seen: value(sql`b.updated`, text),
  account: {
    kind: b.kind.or('individual'),
    legalName: b.legalName,
    country: b.country,
    vatId: b.vatId,
    state: b.state,
    requirements: b.requirements.as(requirementsOf),
    dueAt: b.dueAt,
    askedAt: b.askedAt,
  },
};
const ACCOUNT = shape(OF_ACCOUNT);

/** A store's account as stored, with fields for the server only. */
export type StoredAccount = RowOf<typeof OF_ACCOUNT>;

const AT_PROVIDER = shape({ stripeAccountId: b.stripeAccountId });
const ACCOUNT_ID = shape({ id: b.id });
const PAYABLE = shape({ storeId: b.store, state: b.state, stripeAccountId: b.stripeAccountId });

const OF_COMMISSION = {
  storeId: b.store,
  plan: b.plan.or('free'),
  /** The agreed rate, in percent; "" where that of the plan holds. */
  agreed: b.commissionPercent,
  seen: value(sql`b.updated`, text),
};
const ACCOUNT_COMMISSION = shape(OF_COMMISSION);

/** A store's account; null where there is none. */
export async function accountOfStore(pb: PocketBase, storeId: string): Promise<StoredAccount | null> {
  return firstAccount(pb, sql`b.store = {:storeId}`, { storeId });
}

/** The account with this id at the provider; null where no store uses it. */
export async function accountAtProvider(
  pb: PocketBase,
  stripeAccountId: string,
): Promise<StoredAccount | null> {
  // Stores without an account have an empty one.
  if (stripeAccountId === '') return null;
  return firstAccount(pb, sql`b.stripeAccountId = {:stripeAccountId} AND b.stripeAccountId <> ''`, {
    stripeAccountId,
  });
}

/** The provider's ids of accounts not synced since `open` (pending or restricted) or `settled` (all others). */
export async function staleAccounts(
  pb: PocketBase,
  before: { open: Instant; settled: Instant },
  limit: number,
): Promise<string[]> {
  const [rows] = await ask(
    pb,
    select(
      AT_PROVIDER,
      sql`SELECT ${AT_PROVIDER} FROM business_accounts b WHERE b.stripeAccountId <> ''
          AND ((b.state IN ('pending', 'restricted') AND b.askedAt < {:open}) OR b.askedAt < {:settled})
        ORDER BY b.askedAt LIMIT {:limit}`,
      { open: dateOf(before.open), settled: dateOf(before.settled), limit },
    ),
  );
  return rows.map(({ stripeAccountId }) => stripeAccountId);
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
  const [found, { rates }] = await Promise.all([commissionsOf(pb, storeIds), storedRates(pb)]);
  const accounts = new Map(found.map((account) => [account.storeId, account]));
  return new Map(storeIds.map((store) => [store, percentOf(accounts.get(store), rates)]));
}

/** A store's commission rate, in percent, and what changes whenever it may have changed; null without an account. */
export async function commissionOfStore(
  pb: PocketBase,
  storeId: string,
): Promise<{ percent: number; seen: string } | null> {
  const [[account], { rates, version }] = await Promise.all([commissionsOf(pb, [storeId]), storedRates(pb)]);
  return account
    ? {
        percent: percentOf(account, rates),
        seen: version === 0 ? account.seen : `${account.seen}/${version}`,
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

function percentOf(account: RowOf<typeof OF_COMMISSION> | undefined, rates: CommissionRates): number {
  return commissionPercent(account?.plan ?? 'free', account?.agreed ?? '', rates);
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
  if (storeIds.length === 0) return new Map();
  const isOpen = withSuspended
    ? sql``
    : sql`AND NOT EXISTS (SELECT 1 FROM stores s WHERE s.id = b.store AND s.state = 'suspended')`;
  const [accounts] = await ask(
    pb,
    select(
      PAYABLE,
      sql`SELECT ${PAYABLE} FROM business_accounts b
        WHERE b.store IN (SELECT value FROM json_each({:storeIds})) ${isOpen}`,
      { storeIds },
    ),
  );
  return new Map(
    accounts.filter(canBePaid).map(({ storeId, stripeAccountId }) => [storeId, stripeAccountId]),
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
  const known = await first(
    pb,
    select(ACCOUNT_ID, sql`SELECT ${ACCOUNT_ID} FROM business_accounts b WHERE b.store = {:storeId}`, {
      storeId,
    }),
  );
  const collection = pb.collection('business_accounts');
  if (known) await collection.update(known.id, account);
  else await collection.create({ store: storeId, ...account });
}

async function commissionsOf(
  pb: PocketBase,
  storeIds: readonly string[],
): Promise<RowOf<typeof OF_COMMISSION>[]> {
  const [found] = await ask(
    pb,
    select(
      ACCOUNT_COMMISSION,
      sql`SELECT ${ACCOUNT_COMMISSION} FROM business_accounts b
        WHERE b.store IN (SELECT value FROM json_each({:storeIds}))`,
      { storeIds },
    ),
  );
  return found;
}

async function firstAccount(pb: PocketBase, which: Sql, params: QueryParams): Promise<StoredAccount | null> {
  return first(
    pb,
    select(ACCOUNT, sql`SELECT ${ACCOUNT} FROM business_accounts b WHERE ${which} LIMIT 1`, params),
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
