import type PocketBase from 'pocketbase';
import { ClientResponseError } from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { SellerPlan } from '../../domain/payments/commission.ts';
import {
  NO_PLAN,
  type PlanState,
  type PlanStatus,
  type PlanSubscription,
} from '../../domain/payments/seller-plan.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import type { SellerPlansRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

/** A store's plan as stored, with fields for the server only. */
export interface StoredPlan {
  storeId: string;
  plan: PlanStatus;
  /** The provider's customer id; "" before the first payment page. */
  customerId: string;
  /** The id of the payment page that was opened last; "" for none. */
  checkoutId: string;
  subscriptionId: string;
  itemId: string;
  dueInvoiceId: string;
  /** Bills paid before this have the provider's invoices only; null where there was none of that time. */
  invoicedSince: Instant | null;
  /** When it last changed, to the millisecond: a write based on an older state is refused. */
  seen: string;
}

/** A store's plan; null where there is no row yet. */
export async function planOfStore(pb: PocketBase, storeId: string): Promise<StoredPlan | null> {
  const record = await orNull(
    pb
      .collection('seller_plans')
      .getFirstListItem<SellerPlansRecord>(pb.filter('store = {:storeId}', { storeId })),
  );
  return record && storedPlan(record);
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
  const account = await orNull(
    pb
      .collection('business_accounts')
      .getFirstListItem(pb.filter('store = {:storeId}', { storeId: stored.storeId }), { fields: 'id' }),
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
  const list = await pb.collection('seller_plans').getList<SellerPlansRecord>(1, limit, {
    filter: pb.filter(
      `customerId != '' && (((state = 'past-due' || checkoutId != '') && askedAt < {:open}) || askedAt < {:settled})`,
      { open: dateOf(before.open), settled: dateOf(before.settled) },
    ),
    sort: 'askedAt',
    fields: 'store',
    skipTotal: true,
  });
  return list.items.map(({ store }) => store);
}

/** The total size of a store's uploads and product files, in bytes. */
export async function storageUsed(pb: PocketBase, storeId: string): Promise<number> {
  const [files, uploads] = await Promise.all([
    pb.collection('product_files').getFullList<{ sizeBytes: number }>({
      filter: pb.filter('product.store = {:storeId}', { storeId }),
      fields: 'sizeBytes',
      batch: 1000,
    }),
    pb.collection('uploads').getFullList<{ sizeBytes: number }>({
      filter: pb.filter(
        "store = {:storeId} && (state = 'uploading' || state = 'arrived' || state = 'checked')",
        { storeId },
      ),
      fields: 'sizeBytes',
      batch: 1000,
    }),
  ]);
  return [...files, ...uploads].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function storedPlan(record: SellerPlansRecord): StoredPlan {
  const since = instantOf(record.dueSince);
  return {
    storeId: record.store,
    customerId: record.customerId,
    checkoutId: record.checkoutId,
    subscriptionId: record.subscriptionId,
    itemId: record.itemId,
    dueInvoiceId: record.dueInvoiceId,
    invoicedSince: instantOf(record.invoicedSince),
    seen: record.updated,
    plan: {
      state: record.state === '' ? NO_PLAN.state : record.state,
      rhythm: record.rhythm === '' ? NO_PLAN.rhythm : record.rhythm,
      priceCents: record.priceCents,
      paidUntil: instantOf(record.paidUntil),
      isWaiting: record.isWaiting,
      due: since === null ? null : { cents: record.dueCents, since },
    },
  };
}
