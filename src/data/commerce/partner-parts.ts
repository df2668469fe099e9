import type PocketBase from 'pocketbase';
import type { OrderLine } from '../../domain/commerce/order.ts';
import type { LinePartner } from '../../domain/commerce/partner-part.ts';
import { orAbsent } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { sql } from '../kernel/sql.ts';
import type { Transaction } from '../kernel/transaction.ts';
import { IS_AWAITED } from './pre-orders.ts';

/** The parts of sold lines that go to partners of their products: one row a line, made with the order. */

/** What each seller gets of each line of `{:order}`: the store that sells it, and its partner. */
const SELLERS_OF_LINES = sql`SELECT l.store AS store,
      l.netCents - coalesce((SELECT q.netCents FROM partner_parts q WHERE q.line = l.id), 0) AS netCents, ${IS_AWAITED} AS isAwaited
    FROM order_lines l WHERE l.[[order]] = {:order}
  UNION ALL SELECT q.store AS store, q.netCents AS netCents, ${IS_AWAITED} AS isAwaited
    FROM partner_parts q JOIN order_lines l ON l.id = q.line WHERE q.[[order]] = {:order}`;

/**
 * Adds the parts of an order that is placed, by what is agreed at this moment, to its transaction. Rounded down, as
 * `partnerNet` in the domain.
 */
export function withPartnerParts(steps: Transaction, orderId: string, now: string): Transaction {
  return steps.exec(
    sql`INSERT INTO partner_parts (id, [[order]], line, store, percent, netCents, created)
      SELECT ${NEW_ID_SQL}, l.[[order]], l.id, r.store, r.percent, l.netCents * r.percent / 100, {:now}
      FROM order_lines l JOIN product_partners r ON r.product = l.product AND r.owner = l.store
      WHERE l.[[order]] = {:order} AND l.product <> '' AND r.state = 'agreed' AND l.netCents * r.percent / 100 > 0`,
    { order: orderId, now },
  );
}

/** Adds the share of each store of an order that is paid: one row a store, for all lines that it sells or has a part of. */
export function withShares(steps: Transaction, orderId: string, now: string): Transaction {
  return steps.exec(
    sql`INSERT INTO seller_shares (id, [[order]], store, shareCents, sentCents, state, created, updated)
      SELECT ${NEW_ID_SQL}, {:order}, store, sum(netCents), 0, iif(max(isAwaited), 'held', 'owed'), {:now}, {:now}
      FROM (${SELLERS_OF_LINES}) WHERE store <> '' GROUP BY store HAVING sum(netCents) > 0`,
    { order: orderId, now },
  );
}

/** Writes the parts of lines whose net has changed because their prices contained tax. */
export function withPartnerNets(
  steps: Transaction,
  lines: readonly Pick<OrderLine, 'id' | 'partner'>[],
): Transaction {
  const parts = lines.flatMap(({ id, partner }) =>
    partner ? [{ line: id, netCents: partner.netCents }] : [],
  );
  if (parts.length === 0) return steps;
  return steps.exec(
    sql`UPDATE partner_parts SET netCents = r.value ->> '$.netCents'
      FROM json_each({:parts}) AS r WHERE partner_parts.line = r.value ->> '$.line'`,
    { parts: JSON.stringify(parts) },
  );
}

/** The partners' parts of these orders, by line. */
export async function partnersOfLines(
  pb: PocketBase,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, LinePartner>> {
  if (orderIds.length === 0) return new Map();
  const [rows] = await ask(
    pb,
    query<{ line: string; store: string; percent: number; netCents: number }>(
      sql`SELECT q.line, q.store, q.percent, q.netCents FROM json_each({:orderIds}) o
        CROSS JOIN partner_parts q ON q.[[order]] = o.value`,
      { orderIds },
      ['line', 'store', 'percent', 'netCents'],
    ),
  );
  return new Map(
    rows.map(({ line, store, percent, netCents }) => [line, { storeId: orAbsent(store), percent, netCents }]),
  );
}
