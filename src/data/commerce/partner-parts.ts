import type PocketBase from 'pocketbase';
import type { OrderLine } from '../../domain/commerce/order.ts';
import type { LinePartner } from '../../domain/commerce/partner-part.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import type { Transaction } from '../kernel/transaction.ts';

const q = tables.partnerParts.as('q');

const PART = shape({
  lineId: q.line,
  partner: { id: q.id, storeId: q.store.orNull, percent: q.percent, netCents: q.netCents },
});

/** The parts of sold lines that go to partners of their products: one row a line, made with the order. */

/**
 * Adds the parts of an order that is placed, by what is agreed at this moment, to its transaction. Rounded down, as
 * `partnerNet` in the domain. A partner whose store is suspended or closed is not named, and gets no part.
 */
export function withPartnerParts(steps: Transaction, orderId: string, now: string): Transaction {
  return steps.exec(
    sql`INSERT INTO partner_parts (id, [[order]], line, store, percent, netCents, created)
      SELECT ${NEW_ID_SQL}, l.[[order]], l.id, r.store, r.percent, l.netCents * r.percent / 100, {:now}
      FROM order_lines l JOIN product_partners r ON r.product = l.product AND r.owner = l.store
        JOIN stores s ON s.id = r.store AND s.state IN ('open', 'vacation')
      WHERE l.[[order]] = {:order} AND l.product <> '' AND r.state = 'agreed' AND l.netCents * r.percent / 100 > 0`,
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
    select(
      PART,
      sql`SELECT ${PART} FROM json_each({:orderIds}) o CROSS JOIN partner_parts q ON q.[[order]] = o.value`,
      { orderIds },
    ),
  );
  return new Map(rows.map(({ lineId, partner }) => [lineId, partner]));
}
