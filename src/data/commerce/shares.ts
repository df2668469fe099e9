import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import type { ListPlace } from '../kernel/list-place.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { IS_AWAITED } from './pre-orders.ts';

/** The sellers' shares of orders: one row for each store of an order, for all lines that it sells or has a part of. */

const s = tables.sellerShares.as('s');

const OF_SHARE = {
  orderId: s.order,
  storeId: s.store,
  shareCents: s.shareCents,
  sentCents: s.sentCents,
  /** Held while something of it is a pre-order that is not delivered: nothing may be sent. */
  state: s.state,
};
const SHARE = shape(OF_SHARE);
const OWED = shape({ id: s.id, at: value(sql`s.updated`, text), orderId: s.order });

/** A store's share of one order: the amount it should have and the amount it was sent. */
export type SellerShare = RowOf<typeof OF_SHARE>;

/** Whether a line `l` is one of those that a share `s` is made of. */
export const IS_OF_SHARE = sql`(l.[[order]] = s.[[order]] AND (l.store = s.store
  OR EXISTS (SELECT 1 FROM partner_parts q WHERE q.line = l.id AND q.store = s.store)))`;

/** What each seller gets of each line of `{:order}`: the store that sells it, and its partner. */
const SELLERS_OF_LINES = sql`SELECT l.store AS store,
      l.netCents - coalesce((SELECT q.netCents FROM partner_parts q WHERE q.line = l.id), 0) AS netCents, ${IS_AWAITED} AS isAwaited
    FROM order_lines l WHERE l.[[order]] = {:order}
  UNION ALL SELECT q.store AS store, q.netCents AS netCents, ${IS_AWAITED} AS isAwaited
    FROM partner_parts q JOIN order_lines l ON l.id = q.line WHERE q.[[order]] = {:order}`;

/** Adds the shares of an order that is paid. One with a pre-order that is not delivered is held. */
export function withShares(steps: Transaction, orderId: string, now: string): Transaction {
  return steps.exec(
    sql`INSERT INTO seller_shares (id, [[order]], store, shareCents, sentCents, state, created, updated)
      SELECT ${NEW_ID_SQL}, {:order}, store, sum(netCents), 0, iif(max(isAwaited), 'held', 'owed'), {:now}, {:now}
      FROM (${SELLERS_OF_LINES}) WHERE store <> '' GROUP BY store HAVING sum(netCents) > 0`,
    { order: orderId, now },
  );
}

/** Whether a share `s` is held, and no pre-order of it is waited for any more. */
const MAY_BE_SENT = sql`(s.state = 'held' AND NOT EXISTS
  (SELECT 1 FROM order_lines l WHERE ${IS_OF_SHARE} AND ${IS_AWAITED}))`;

/**
 * Lets those shares of an order be sent that wait for nothing any more. The order is unsettled until they were sent, and has
 * another version, so that nobody holds a share again for what was true before.
 * @returns whether there were any
 */
export async function releaseShares(pb: PocketBase, orderId: string, now: Instant): Promise<boolean> {
  const params = { order: orderId, now: dateOf(now) };
  const steps = transaction(pb)
    .exec(
      sql`UPDATE orders SET settledAt = '', updated = {:now} WHERE id = {:order}
        AND EXISTS (SELECT 1 FROM seller_shares s WHERE s.[[order]] = {:order} AND ${MAY_BE_SENT})`,
      params,
      { expect: 1, else: 'not-held' },
    )
    .exec(
      sql`UPDATE seller_shares AS s SET state = 'owed', updated = {:now}
        WHERE s.[[order]] = {:order} AND ${MAY_BE_SENT}`,
      params,
    );
  return (await refusalOf(steps, ['not-held'])) === null;
}

export async function sharesOfOrder(pb: PocketBase, orderId: string): Promise<SellerShare[]> {
  const [shares] = await ask(
    pb,
    select(SHARE, sql`SELECT ${SHARE} FROM seller_shares s WHERE s.[[order]] = {:orderId} ORDER BY s.store`, {
      orderId,
    }),
  );
  return shares;
}

/**
 * Shares owed to a store whose account can be paid, longest unchanged first, from a place on; with `storeId` only that
 * store's.
 */
export async function owedShares(
  pb: PocketBase,
  after: ListPlace | null,
  limit: number,
  storeId?: string,
): Promise<(ListPlace & { orderId: string })[]> {
  const ofStore = storeId === undefined ? sql`` : sql`AND s.store = {:storeId}`;
  const [shares] = await ask(
    pb,
    select(
      OWED,
      sql`SELECT ${OWED} FROM seller_shares s JOIN stores t ON t.id = s.store AND t.state <> 'suspended'
          JOIN business_accounts b ON b.store = s.store AND b.state = 'active'
        WHERE s.state = 'owed' ${ofStore} AND (s.updated, s.id) > ({:at}, {:id})
        ORDER BY s.updated, s.id LIMIT {:limit}`,
      { at: after?.at ?? '', id: after?.id ?? '', limit, storeId: storeId ?? '' },
    ),
  );
  return shares;
}
