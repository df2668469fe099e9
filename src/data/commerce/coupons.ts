import type PocketBase from 'pocketbase';
import type { Coupon } from '../../domain/commerce/coupon.ts';
import {
  COUPONS_MAX,
  type CouponChangeRefusal,
  type CouponDraft,
  type CouponResult,
} from '../../domain/commerce/coupon-draft.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { COUPON } from './offers.ts';

const r = tables.couponResults.as('r');

const RESULT = shape({
  id: r.id,
  result: { orders: r.orders, paidCents: r.paidCents, discountCents: r.discountCents },
});

/** The seller's side of coupons: create, change, switch on and off. Uses are counted when orders are written. */

const NO_RESULT: CouponResult = { orders: 0, paidCents: 0, discountCents: 0 };

/** A store's coupons with their results, newest first. */
export async function couponsOfStore(
  pb: PocketBase,
  storeId: string,
): Promise<(Coupon & { result: CouponResult })[]> {
  const [coupons, results] = await ask(
    pb,
    select(
      COUPON,
      sql`SELECT ${COUPON} FROM coupons c WHERE c.store = {:storeId} ORDER BY c.created DESC, c.id`,
      { storeId },
    ),
    select(RESULT, sql`SELECT ${RESULT} FROM coupon_results r WHERE r.store = {:storeId}`, { storeId }),
  );
  const resultOf = new Map(results.map(({ id, result }) => [id, result]));
  return coupons.map((coupon) => ({ ...coupon, result: resultOf.get(coupon.id) ?? NO_RESULT }));
}

/** One coupon of a store, or null. */
export async function couponOfStore(
  pb: PocketBase,
  storeId: string,
  couponId: string,
): Promise<Coupon | null> {
  if (!isRecordId(couponId)) return null;
  return first(
    pb,
    select(COUPON, sql`SELECT ${COUPON} FROM coupons c WHERE c.id = {:couponId} AND c.store = {:storeId}`, {
      couponId,
      storeId,
    }),
  );
}

/** Creates a coupon. Returns its id, or why it was refused. */
export async function addCoupon(
  pb: PocketBase,
  storeId: string,
  draft: CouponDraft,
  now: Instant,
): Promise<{ id: string } | { refusal: CouponChangeRefusal }> {
  const id = newRecordId();
  const at = { id, store: storeId, now: dateOf(now) };
  const steps = transaction(pb)
    .exec(
      sql`INSERT INTO coupons (id, store, code, percent, fixedCents, [[from]], [[to]], minimumCents, maxUses,
          maxUsesPerBuyer, uses, scope, products, shelves, off, created, updated)
        VALUES ({:id}, {:store}, {:code}, {:percent}, {:fixedCents}, {:from}, {:to}, {:minimumCents}, {:maxUses},
          {:maxUsesPerBuyer}, 0, {:scope}, {:products}, {:shelves}, FALSE, {:now}, {:now})`,
      { ...at, code: draft.code, ...rowOf(draft) },
    )
    .exec(
      sql`UPDATE coupons SET updated = {:now} WHERE id = {:id}
        AND (SELECT count(*) FROM coupons WHERE store = {:store}) <= {:most}`,
      { ...at, most: COUPONS_MAX },
      { expect: 1, else: 'too-many' },
    );
  requireStoresOwn(steps, at, draft);
  const refusal = await couponRefusalOf(steps);
  return refusal ? { refusal } : { id };
}

/** Changes a coupon; its code and its uses stay. */
export async function changeCoupon(
  pb: PocketBase,
  storeId: string,
  couponId: string,
  draft: Omit<CouponDraft, 'code'>,
  now: Instant,
): Promise<CouponChangeRefusal | null> {
  const at = { id: couponId, store: storeId, now: dateOf(now) };
  const steps = transaction(pb).exec(
    sql`UPDATE coupons SET percent = {:percent}, fixedCents = {:fixedCents}, [[from]] = {:from}, [[to]] = {:to},
        minimumCents = {:minimumCents}, maxUses = {:maxUses}, maxUsesPerBuyer = {:maxUsesPerBuyer},
        scope = {:scope}, products = {:products}, shelves = {:shelves}, updated = {:now}
      WHERE id = {:id} AND store = {:store}`,
    { ...at, ...rowOf(draft) },
    { expect: 1, else: 'gone' },
  );
  requireStoresOwn(steps, at, draft);
  return couponRefusalOf(steps);
}

/** Switches a coupon off or on again. */
export async function switchCoupon(
  pb: PocketBase,
  storeId: string,
  couponId: string,
  off: boolean,
  now: Instant,
): Promise<CouponChangeRefusal | null> {
  const steps = transaction(pb).exec(
    sql`UPDATE coupons SET off = {:off}, updated = {:now} WHERE id = {:id} AND store = {:store}`,
    { id: couponId, store: storeId, off, now: dateOf(now) },
    { expect: 1, else: 'gone' },
  );
  return couponRefusalOf(steps);
}

/** The database row: 0 and "" mean absent, and only the ids that the scope needs are stored. */
function rowOf(draft: Omit<CouponDraft, 'code'>): Record<string, string | number> {
  return {
    percent: draft.percent ?? 0,
    fixedCents: draft.fixedCents ?? 0,
    from: dateOf(draft.from),
    to: dateOf(draft.to),
    minimumCents: draft.minimumCents,
    maxUses: draft.maxUses ?? 0,
    maxUsesPerBuyer: draft.maxUsesPerBuyer ?? 0,
    scope: draft.scope,
    products: JSON.stringify(namedProducts(draft)),
    shelves: JSON.stringify(namedShelves(draft)),
  };
}

type Scoped = Pick<CouponDraft, 'scope' | 'productIds' | 'shelfIds'>;
const namedProducts = ({ scope, productIds }: Scoped) =>
  scope === 'products' ? [...new Set(productIds)] : [];
const namedShelves = ({ scope, shelfIds }: Scoped) => (scope === 'shelves' ? [...new Set(shelfIds)] : []);

/** Makes the batch fail if the coupon names a product or shelf of another store. */
function requireStoresOwn(
  steps: Transaction,
  at: { id: string; store: string; now: string },
  draft: Scoped,
): void {
  for (const { kind, table, ids } of [
    { kind: 'products', table: sql`products`, ids: namedProducts(draft) },
    { kind: 'shelves', table: sql`shelves`, ids: namedShelves(draft) },
  ] as const) {
    if (ids.length === 0) continue;
    steps.exec(
      sql`UPDATE coupons SET updated = {:now} WHERE id = {:id} AND (SELECT count(*) FROM ${table} AS named
          WHERE named.store = {:store} AND named.id IN (SELECT value FROM json_each({:ids}))) = {:count}`,
      { ...at, ids: JSON.stringify(ids), count: ids.length },
      { expect: 1, else: kind },
    );
  }
}

async function couponRefusalOf(steps: Transaction): Promise<CouponChangeRefusal | null> {
  const refusal = await refusalOf(steps, ['conflict', 'gone', 'too-many', 'products', 'shelves'] as const);
  return refusal === 'conflict' ? 'code-taken' : refusal;
}
