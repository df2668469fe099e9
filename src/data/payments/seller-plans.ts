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

/** A store's plan with what only the server needs of it. */
export interface StoredPlan {
  storeId: string;
  plan: PlanStatus;
  /** "" until he was first billed. */
  customerId: string;
  /** The payment page that was opened last, "" for none. */
  checkoutId: string;
  subscriptionId: string;
  itemId: string;
  dueInvoiceId: string;
  /** When it was last written, to the millisecond, so that old news never overwrites newer. */
  seen: string;
}

/** A store's plan; null where nobody ever asked for one. */
export async function planOfStore(pb: PocketBase, storeId: string): Promise<StoredPlan | null> {
  const record = await orNull(
    pb
      .collection('seller_plans')
      .getFirstListItem<SellerPlansRecord>(pb.filter('store = {:storeId}', { storeId })),
  );
  return record && fileOf(record);
}

/** The row of a store, made where there is none. */
export async function findOrCreatePlan(pb: PocketBase, storeId: string): Promise<StoredPlan> {
  const known = await planOfStore(pb, storeId);
  if (known) return known;
  try {
    await pb.collection('seller_plans').create({ store: storeId, state: 'none' });
  } catch (reason) {
    // Somebody made it meanwhile, in another window.
    if (!(reason instanceof ClientResponseError && reason.status === 400)) throw reason;
  }
  const made = await planOfStore(pb, storeId);
  if (!made) throw new Error(`the plan of ${storeId} was written and is not there`);
  return made;
}

/** Keeps who is billed, or the page that was opened. False where somebody wrote meanwhile. */
export async function savePlanIds(
  pb: PocketBase,
  file: Pick<StoredPlan, 'storeId' | 'seen'>,
  ids: { customerId: string; checkoutId: string },
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE seller_plans SET customerId = {:customerId}, checkoutId = {:checkoutId}, updated = {:now}
      WHERE store = {:storeId} AND updated = {:seen}`,
    { ...ids, storeId: file.storeId, seen: file.seen, now: dateOf(now) },
    { expect: 1, else: 'changed-meanwhile' },
  );
  return (await refusalOf(steps, ['changed-meanwhile'])) === null;
}

/**
 * Makes a plan equal to the provider's word, and with it what the store's next sales count by. False where it was
 * written since `file` was read.
 */
export async function savePlanSnapshot(
  pb: PocketBase,
  file: StoredPlan,
  told: { word: PlanSubscription | null; state: PlanState; counts: SellerPlan },
  queue: (steps: Transaction) => Transaction,
  now: Instant,
): Promise<boolean> {
  const { word, state, counts } = told;
  const account = await orNull(
    pb
      .collection('business_accounts')
      .getFirstListItem(pb.filter('store = {:storeId}', { storeId: file.storeId }), { fields: 'id' }),
  );
  const steps = transaction(pb).exec(
    sql`UPDATE seller_plans SET state = {:state}, subscriptionId = {:subscriptionId}, itemId = {:itemId},
        rhythm = {:rhythm}, priceCents = {:priceCents}, paidUntil = {:paidUntil}, isWaiting = {:isWaiting},
        dueInvoiceId = {:dueInvoiceId}, dueCents = {:dueCents}, dueSince = {:dueSince},
        askedAt = {:now}, updated = {:now}
      WHERE store = {:storeId} AND updated = {:seen}`,
    {
      storeId: file.storeId,
      seen: file.seen,
      state,
      subscriptionId: word?.subscriptionId ?? '',
      itemId: word?.itemId ?? '',
      rhythm: word?.rhythm ?? '',
      priceCents: word?.priceCents ?? 0,
      paidUntil: dateOf(word?.paidUntil ?? null),
      isWaiting: word?.isWaiting ?? false,
      dueInvoiceId: word?.due?.invoiceId ?? '',
      dueCents: word?.due?.cents ?? 0,
      dueSince: dateOf(word?.due?.since ?? null),
      now: dateOf(now),
    },
    { expect: 1, else: 'changed-meanwhile' },
  );
  // A store that never had a plan keeps what the operator gave it.
  if (state !== 'none') {
    if (account)
      steps.exec(
        sql`UPDATE business_accounts SET plan = {:counts} WHERE store = {:storeId} AND plan <> {:counts}`,
        { counts, storeId: file.storeId },
      );
    else steps.create('business_accounts', { store: file.storeId, state: 'none', plan: counts });
  }
  queue(steps);
  return (await refusalOf(steps, ['changed-meanwhile', 'conflict'])) === null;
}

/** Stores whose plan was not asked about since: while a payment is open, or a page, since `open`, else since `settled`. */
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

/** What a store's uploads and product files weigh together, in bytes. */
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

function fileOf(record: SellerPlansRecord): StoredPlan {
  const since = instantOf(record.dueSince);
  return {
    storeId: record.store,
    customerId: record.customerId,
    checkoutId: record.checkoutId,
    subscriptionId: record.subscriptionId,
    itemId: record.itemId,
    dueInvoiceId: record.dueInvoiceId,
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
