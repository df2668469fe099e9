import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const s = tables.stores.as('s');
const p = tables.sellerPlans.as('p');
const b = tables.businessAccounts.as('b');

const STORE_ID = shape({ id: s.id });
const OF_HOLD = {
  id: p.id,
  storeId: p.store,
  /** The provider's id: of a subscription, or of an account. */
  atProvider: p.subscriptionId,
  isHeld: value(sql`1`, flag),
};
const PLAN_HOLD = shape(OF_HOLD);
const ACCOUNT_HOLD = shape({
  id: b.id,
  storeId: b.store,
  atProvider: b.stripeAccountId,
  isHeld: value(sql`1`, flag),
});

/** A seller's thing at the provider that has to be held, or not any more. */
export type SellerHold = RowOf<typeof OF_HOLD>;

/** Suspended stores: their plan is not charged, and nothing leaves for their bank. */

/** Whether a store is suspended. */
export async function storeIsSuspended(pb: PocketBase, storeId: string): Promise<boolean> {
  const row = await first(
    pb,
    select(
      STORE_ID,
      sql`SELECT ${STORE_ID} FROM stores s WHERE s.id = {:storeId} AND s.state = 'suspended'`,
      {
        storeId,
      },
    ),
  );
  return row !== null;
}

/** Stands where a hold was asked for and not answered yet: it may have been carried out, so its end is asked for as well. */
const ASKED = dateOf(1);

/** Plans of suspended stores that could be charged, and paused plans of stores that are suspended no more. */
export async function plansToHold(pb: PocketBase, limit: number): Promise<SellerHold[]> {
  const [rows] = await ask(
    pb,
    select(
      PLAN_HOLD,
      sql`SELECT ${PLAN_HOLD}
        FROM stores s INDEXED BY stores_suspended CROSS JOIN seller_plans p ON p.store = s.id
        WHERE s.state = 'suspended' AND s.id > '' AND p.heldAt IN ('', {:asked}) AND p.state IN ('active', 'ending', 'past-due')
        UNION ALL SELECT p.id, p.store, p.subscriptionId, 0
        FROM seller_plans p INDEXED BY seller_plans_held CROSS JOIN stores s ON s.id = p.store
        WHERE p.heldAt <> '' AND p.heldAt > '' AND s.state <> 'suspended' LIMIT {:limit}`,
      { limit, asked: ASKED },
    ),
  );
  return rows;
}

/** Accounts of suspended stores whose payouts still leave, and held ones of stores that are suspended no more. */
export async function accountsToHold(pb: PocketBase, limit: number): Promise<SellerHold[]> {
  const [rows] = await ask(
    pb,
    select(
      ACCOUNT_HOLD,
      sql`SELECT ${ACCOUNT_HOLD}
        FROM stores s INDEXED BY stores_suspended CROSS JOIN business_accounts b ON b.store = s.id
        WHERE s.state = 'suspended' AND s.id > '' AND b.payoutsHeldAt IN ('', {:asked}) AND b.stripeAccountId <> ''
        UNION ALL SELECT b.id, b.store, b.stripeAccountId, 0
        FROM business_accounts b INDEXED BY business_accounts_held CROSS JOIN stores s ON s.id = b.store
        WHERE b.payoutsHeldAt <> '' AND b.payoutsHeldAt > '' AND s.state <> 'suspended' LIMIT {:limit}`,
      { limit, asked: ASKED },
    ),
  );
  return rows;
}

/** Records that a plan is held at the provider, or no longer; with `now` null that a hold is about to be asked for. */
export async function recordPlanHold(
  pb: PocketBase,
  { id, isHeld }: Pick<SellerHold, 'id' | 'isHeld'>,
  now: Instant | null,
): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE seller_plans SET heldAt = {:at} WHERE id = {:id}`, {
      id,
      at: isHeld ? (now === null ? ASKED : dateOf(now)) : '',
    })
    .run();
}

/** Records that payouts are held, or no longer; with `now` null that a hold is about to be asked for. */
export async function recordPayoutHold(
  pb: PocketBase,
  { id, isHeld }: Pick<SellerHold, 'id' | 'isHeld'>,
  now: Instant | null,
): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE business_accounts SET payoutsHeldAt = {:at} WHERE id = {:id}`, {
      id,
      at: isHeld ? (now === null ? ASKED : dateOf(now)) : '',
    })
    .run();
}
