import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { IS_AWAITED } from '../commerce/pre-orders.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { dateOrNone, flag } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

/** People who delete their account: what hangs on it, and who is leaving. What is forgotten of them is in `forgetting.ts`. */

const u = tables.users.as('u');
const s = tables.stores.as('s');
const j = tables.guildJoinings.as('j');
const o = tables.orders.as('o');
const p = tables.sellerPlans.as('p');

const LEAVING = { id: u.id, email: u.email };
const LEAVER = shape(LEAVING);
const STORE = {
  id: s.id,
  state: s.state,
  hasOpenCase: value(
    sql`EXISTS (SELECT 1 FROM cases c WHERE c.store = s.id AND c.state IN ('open', 'answered', 'appealed'))
      OR EXISTS (SELECT 1 FROM products x CROSS JOIN cases c ON c.what = 'product' AND c.subject = x.id
        WHERE x.store = s.id AND c.state IN ('open', 'answered', 'appealed'))`,
    flag,
  ),
  promisedDay: value(
    sql`(SELECT max(w.promisedDay) FROM pre_orders w WHERE w.store = s.id AND w.state = 'open'
      AND EXISTS (SELECT 1 FROM order_lines l WHERE l.preOrder = w.id AND l.preOrder <> '' AND ${IS_AWAITED}))`,
    dateOrNone,
  ),
};
const STORE_ROW = shape(STORE);
const OPERATOR = shape({ isLast: value(sql`1`, flag) });
const JOINING = shape({ id: j.id });
const ORDER = shape({ id: o.id });
const PLAN = { storeId: p.store, subscriptionId: p.subscriptionId, checkoutId: p.checkoutId };
const PLAN_ROW = shape(PLAN);

/** A store whose owner wants to leave. */
export type LeavingStore = RowOf<typeof STORE>;
/** A store's plan at the payment provider. */
export type ChargedPlan = RowOf<typeof PLAN>;

/** The store of somebody who wants to leave; null without one. */
export async function leavingStore(pb: PocketBase, userId: string): Promise<LeavingStore | null> {
  return first(
    pb,
    select(STORE_ROW, sql`SELECT ${STORE_ROW} FROM stores s WHERE s.owner = {:userId} AND s.owner <> ''`, {
      userId,
    }),
  );
}

/** Whether somebody is the only one with the role of an operator. */
export async function isLastOperator(pb: PocketBase, userId: string): Promise<boolean> {
  const found = await first(
    pb,
    select(
      OPERATOR,
      sql`SELECT ${OPERATOR} FROM roles r WHERE r.user = {:userId} AND r.role = 'operator'
        AND NOT EXISTS (SELECT 1 FROM roles x CROSS JOIN users u ON u.id = x.user
          WHERE x.role = 'operator' AND x.user <> {:userId} AND u.suspended = FALSE)`,
      { userId },
    ),
  );
  return found !== null;
}

/** Records that an account is being deleted: from now on the job goes on with it, whatever happens to this process. */
export async function markLeaving(pb: PocketBase, userId: string, now: Instant): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE users SET leavingAt = {:now} WHERE id = {:userId} AND leavingAt = ''`, {
      userId,
      now: dateOf(now),
    })
    .run();
}

/** Records that an account is not deleted after all, because something has to be settled before. */
export async function unmarkLeaving(pb: PocketBase, userId: string): Promise<void> {
  await transaction(pb).exec(sql`UPDATE users SET leavingAt = '' WHERE id = {:userId}`, { userId }).run();
}

/** Accounts that are being deleted, the oldest wish first. */
export async function leavingPeople(pb: PocketBase, limit: number): Promise<RowOf<typeof LEAVING>[]> {
  const [rows] = await ask(
    pb,
    select(
      LEAVER,
      sql`SELECT ${LEAVER} FROM users u INDEXED BY users_leaving WHERE u.leavingAt <> '' AND u.leavingAt > ''
        ORDER BY u.leavingAt LIMIT {:limit}`,
      { limit },
    ),
  );
  return rows;
}

/** What of somebody is being paid or charged at the provider besides memberships: what they began, orders, a store's plan. */
export interface OpenAtProvider {
  joiningIds: string[];
  orderIds: string[];
  plan: ChargedPlan | null;
}

export async function openAtProvider(pb: PocketBase, userId: string): Promise<OpenAtProvider> {
  const [joinings, orders, plans] = await ask(
    pb,
    select(
      JOINING,
      sql`SELECT ${JOINING} FROM guild_joinings j WHERE j.[[user]] = {:userId} AND j.state = 'pending'`,
      { userId },
    ),
    select(
      ORDER,
      sql`SELECT ${ORDER} FROM orders o WHERE o.buyer = {:userId} AND o.buyer <> '' AND o.state = 'pending'`,
      { userId },
    ),
    select(
      PLAN_ROW,
      sql`SELECT ${PLAN_ROW} FROM stores s CROSS JOIN seller_plans p ON p.store = s.id
        WHERE s.owner = {:userId} AND s.owner <> '' AND (p.subscriptionId <> '' OR p.checkoutId <> '')`,
      { userId },
    ),
  );
  return {
    joiningIds: joinings.map(({ id }) => id),
    orderIds: orders.map(({ id }) => id),
    plan: plans[0] ?? null,
  };
}

/** Plans that are charged although their store's owner is gone, such as after a deletion in the dashboard. */
export async function plansWithoutOwner(pb: PocketBase, limit: number): Promise<ChargedPlan[]> {
  const [plans] = await ask(
    pb,
    select(
      PLAN_ROW,
      sql`SELECT ${PLAN_ROW} FROM stores s INDEXED BY stores_gone CROSS JOIN seller_plans p ON p.store = s.id
        WHERE s.owner = '' AND s.id > '' AND p.state IN ('active', 'ending', 'past-due') AND p.subscriptionId <> '' LIMIT {:limit}`,
      { limit },
    ),
  );
  return plans;
}
