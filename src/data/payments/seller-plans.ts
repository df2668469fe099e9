import type PocketBase from 'pocketbase';
import { ClientResponseError } from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { SellerPlan } from '../../domain/payments/commission.ts';
import { NO_PLAN, type PlanState, type PlanSubscription } from '../../domain/payments/seller-plan.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

const p = tables.sellerPlans.as('p');
const b = tables.businessAccounts.as('b');

const OF_PLAN = {
  storeId: p.store,
  /** The provider's customer id; "" before the first payment page. */
  customerId: p.customerId,
  /** The id of the payment page that was opened last; "" for none. */
  checkoutId: p.checkoutId,
  subscriptionId: p.subscriptionId,
  itemId: p.itemId,
  dueInvoiceId: p.dueInvoiceId,
  /** Bills paid before this have the provider's invoices only; null where there was none of that time. */
  invoicedSince: p.invoicedSince,
  /** When it last changed, to the millisecond: a write based on an older state is refused. */
  seen: value(sql`p.updated`, text),
  plan: {
    state: p.state,
    rhythm: p.rhythm.or(NO_PLAN.rhythm),
    priceCents: p.priceCents,
    paidUntil: p.paidUntil,
    isWaiting: p.isWaiting,
    due: from({ cents: p.dueCents, since: p.dueSince }, ({ cents, since }) =>
      since === null ? null : { cents, since },
    ),
  },
};
const PLAN = shape(OF_PLAN);

/** A store's plan as stored, with fields for the server only. */
export type StoredPlan = RowOf<typeof OF_PLAN>;

const STORE = shape({ storeId: p.store });
const ACCOUNT_ID = shape({ id: b.id });
const STORAGE = shape({
  bytes: value(
    sql`(SELECT coalesce(sum(f.sizeBytes), 0) FROM products r CROSS JOIN product_files f ON f.product = r.id
        WHERE r.store = {:storeId})
      + (SELECT coalesce(sum(u.sizeBytes), 0) FROM uploads u
        WHERE u.store = {:storeId} AND u.state IN ('uploading', 'arrived', 'checked'))`,
    number,
  ),
});

/** A store's plan; null where there is no row yet. */
export async function planOfStore(pb: PocketBase, storeId: string): Promise<StoredPlan | null> {
  return first(
    pb,
    select(PLAN, sql`SELECT ${PLAN} FROM seller_plans p WHERE p.store = {:storeId}`, { storeId }),
  );
}

/** A store's plan; the row is created where there is none. */
export async function findOrCreatePlan(pb: PocketBase, storeId: string): Promise<StoredPlan> {
  const known = await planOfStore(pb, storeId);
  if (known) return known;
  try {
    await pb.collection('seller_plans').create({ store: storeId, state: 'none' });
  } catch (reason) {
    // Another request created it in the meantime.
    if (!(reason instanceof ClientResponseError && reason.status === 400)) throw reason;
  }
  const made = await planOfStore(pb, storeId);
  if (!made) throw new Error(`the plan of ${storeId} was written and is not there`);
  return made;
}

/** Saves the ids of the customer and the opened page. False where the row has changed since it was read. */
export async function savePlanIds(
  pb: PocketBase,
  stored: Pick<StoredPlan, 'storeId' | 'seen'>,
  ids: { customerId: string; checkoutId: string },
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE seller_plans SET customerId = {:customerId}, checkoutId = {:checkoutId}, updated = {:now}
      WHERE store = {:storeId} AND updated = {:seen}`,
    { ...ids, storeId: stored.storeId, seen: stored.seen, now: dateOf(now) },
    { expect: 1, else: 'changed-meanwhile' },
  );
  return (await refusalOf(steps, ['changed-meanwhile'])) === null;
}

/**
 * Updates a plan to the provider's snapshot, and with it the commission of the store's next sales. False where it was
 * written since `stored` was read.
 */
export async function savePlanSnapshot(
  pb: PocketBase,
  stored: StoredPlan,
  snapshot: { subscription: PlanSubscription | null; state: PlanState; plan: SellerPlan },
  queue: (steps: Transaction) => Transaction,
  now: Instant,
): Promise<boolean> {
  const { subscription, state, plan } = snapshot;
  const account = await first(
    pb,
    select(ACCOUNT_ID, sql`SELECT ${ACCOUNT_ID} FROM business_accounts b WHERE b.store = {:storeId}`, {
      storeId: stored.storeId,
    }),
  );
  const steps = transaction(pb).exec(
    sql`UPDATE seller_plans SET state = {:state}, subscriptionId = {:subscriptionId}, itemId = {:itemId},
        rhythm = {:rhythm}, priceCents = {:priceCents}, paidUntil = {:paidUntil}, isWaiting = {:isWaiting},
        dueInvoiceId = {:dueInvoiceId}, dueCents = {:dueCents}, dueSince = {:dueSince}, askedAt = {:now},
        updated = CASE WHEN (state, subscriptionId, itemId, rhythm, priceCents, paidUntil, isWaiting, dueInvoiceId, dueCents,
          dueSince) IS ({:state}, {:subscriptionId}, {:itemId}, {:rhythm}, {:priceCents}, {:paidUntil}, {:isWaiting},
          {:dueInvoiceId}, {:dueCents}, {:dueSince}) THEN updated ELSE {:now} END
      WHERE store = {:storeId} AND updated = {:seen}`,
    {
      storeId: stored.storeId,
      seen: stored.seen,
      state,
      subscriptionId: subscription?.subscriptionId ?? '',
      itemId: subscription?.itemId ?? '',
      rhythm: subscription?.rhythm ?? '',
      priceCents: subscription?.priceCents ?? 0,
      paidUntil: dateOf(subscription?.paidUntil ?? null),
      isWaiting: subscription?.isWaiting ?? false,
      dueInvoiceId: subscription?.due?.invoiceId ?? '',
      dueCents: subscription?.due?.cents ?? 0,
      dueSince: dateOf(subscription?.due?.since ?? null),
      now: dateOf(now),
    },
    { expect: 1, else: 'changed-meanwhile' },
  );
  // A store that never subscribed keeps the plan the operator gave it.
  if (state !== 'none') {
    if (account)
      steps.exec(
        sql`UPDATE business_accounts SET plan = {:plan}, updated = {:now} WHERE store = {:storeId} AND plan <> {:plan}`,
        { plan, storeId: stored.storeId, now: dateOf(now) },
      );
    else steps.create('business_accounts', { store: stored.storeId, state: 'none', plan });
  }
  queue(steps);
  return (await refusalOf(steps, ['changed-meanwhile', 'conflict'])) === null;
}

/** Stores whose plan was not synced since `open` (with an open payment or page) or `settled` (all others). */
export async function stalePlans(
  pb: PocketBase,
  before: { open: Instant; settled: Instant },
  limit: number,
): Promise<string[]> {
  const [rows] = await ask(
    pb,
    select(
      STORE,
      sql`SELECT ${STORE} FROM seller_plans p WHERE p.customerId <> ''
          AND (((p.state = 'past-due' OR p.checkoutId <> '') AND p.askedAt < {:open}) OR p.askedAt < {:settled})
        ORDER BY p.askedAt LIMIT {:limit}`,
      {
        open: dateOf(before.open),
        settled: dateOf(before.settled),
        limit,
      },
    ),
  );
  return rows.map(({ storeId }) => storeId);
}

/** The total size of a store's uploads and product files, in bytes. */
export async function storageUsed(pb: PocketBase, storeId: string): Promise<number> {
  const used = await first(pb, select(STORAGE, sql`SELECT ${STORAGE}`, { storeId }));
  return used?.bytes ?? 0;
}
