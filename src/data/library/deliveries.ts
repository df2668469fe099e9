import type PocketBase from 'pocketbase';
import { orderNumber } from '../../domain/commerce/order.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { DeliveryContract, DeliverySources } from '../../domain/library/delivery.ts';
import { PRE_ORDER_WAIVER_WORDING, WAIVER_WORDING } from '../../domain/payments/waiver.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { dateOrNone, flag, number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

/**
 * Deliveries: the rows that say that a part of a product was given to a person. A withdrawal reads them, so they are written
 * before the first byte or link.
 */

/** A part of a product that is given to a person: a file's id, a variant's key, or "all". */
export interface DeliveredPart {
  productId: string;
  part: string;
  version: number;
}

const d = tables.downloads.as('d');
const e = tables.entitlements.as('e');
const o = tables.orders.as('o');
const g = tables.guilds.as('g');
const j = tables.guildJoinings.as('j');

const PART = shape({ productId: d.product, part: d.part });
const ORDER = {
  ...{ productId: e.product, id: o.id, placedAt: o.placedAt, paidAt: o.paidAt, country: o.country },
  leftCents: value(sql`l.paidCents - l.refundedCents`, number),
  hasPreOrders: value(
    sql`EXISTS (SELECT 1 FROM order_lines n WHERE n.[[order]] = o.id AND n.preOrder <> '')`,
    flag,
  ),
  isWaived: value(
    sql`EXISTS (SELECT 1 FROM consents c WHERE c.[[order]] = o.id AND c.[[order]] <> '' AND c.kind = 'withdrawal')`,
    flag,
  ),
};
const ORDER_ROW = shape(ORDER);
const JOINING = {
  ...{ productId: e.product, name: g.name, id: j.id, placedAt: j.created },
  paidAt: value(
    sql`(SELECT min(b.paidAt) FROM guild_payments b WHERE b.subscriptionId = y.subscriptionId)`,
    dateOrNone,
  ),
  country: value(
    sql`(SELECT i.content ->> '$.buyer.country' FROM invoices i WHERE i.subscription = y.subscriptionId
      AND i.subscription <> '' AND i.kind = 'invoice' ORDER BY i.issuedAt LIMIT 1)`,
    text,
  ).or(''),
  leftCents: value(sql`y.paidCents - y.refundedCents`, number),
  isWaived: value(
    sql`EXISTS (SELECT 1 FROM consents c WHERE c.joining = j.id AND c.joining <> '' AND c.kind = 'withdrawal')`,
    flag,
  ),
};
const JOINING_ROW = shape(JOINING);
const WAYS = shape({ productId: e.product, ways: value(sql`count(*)`, number) });

/** Of these parts those that were not given to the person yet, and of their products those of which nothing was. */
export async function undelivered<D extends DeliveredPart>(
  pb: PocketBase,
  userId: string,
  wanted: readonly D[],
): Promise<{ parts: D[]; productIds: string[] }> {
  const [rows] = await ask(
    pb,
    select(
      PART,
      sql`SELECT ${PART} FROM downloads d
        WHERE d.[[user]] = {:userId} AND d.product IN (SELECT value FROM json_each({:products}))`,
      { userId, products: wanted.map(({ productId }) => productId) },
    ),
  );
  const given = new Set(rows.map(({ productId, part }) => `${productId} ${part}`));
  const begun = new Set(rows.map(({ productId }) => productId));
  return {
    parts: wanted.filter(({ productId, part }) => !given.has(`${productId} ${part}`)),
    productIds: [...new Set(wanted.map(({ productId }) => productId))].filter((id) => !begun.has(id)),
  };
}

type Order = RowOf<typeof ORDER>;
type Joining = RowOf<typeof JOINING>;

/** How the person owns each of these products. */
export async function deliverySources(
  pb: PocketBase,
  userId: string,
  productIds: readonly string[],
): Promise<Map<string, DeliverySources>> {
  const values = { userId, products: productIds };
  const [orders, memberships, others] = await ask(
    pb,
    select(
      ORDER_ROW,
      sql`SELECT ${ORDER_ROW} FROM json_each({:products}) p
        CROSS JOIN entitlements e ON e.[[user]] = {:userId} AND e.product = p.value AND e.source = 'purchase' AND e.revokedAt = ''
        CROSS JOIN order_lines l ON l.id = e.sourceId
        CROSS JOIN orders o ON o.id = l.[[order]]`,
      values,
    ),
    select(
      JOINING_ROW,
      // The bill of an upgrade stands before a colon and the number of its month.
      sql`SELECT ${JOINING_ROW} FROM json_each({:products}) p
        CROSS JOIN entitlements e ON e.[[user]] = {:userId} AND e.product = p.value
          AND e.source IN ('release', 'entry_bundle', 'loyalty') AND e.revokedAt = ''
        CROSS JOIN guild_handouts h ON h.id = e.sourceId
        CROSS JOIN guild_payments y ON y.invoiceId = substr(h.payment, 1, instr(h.payment || ':', ':') - 1)
        CROSS JOIN guilds g ON g.id = y.guild
        CROSS JOIN guild_joinings j ON j.id = (SELECT k.id FROM guild_joinings k WHERE k.[[user]] = {:userId}
          AND k.guild = y.guild AND k.state <> 'expired' AND k.checkoutKey <> '' ORDER BY k.created DESC LIMIT 1)`,
      values,
    ),
    select(
      WAYS,
      sql`SELECT ${WAYS} FROM json_each({:products}) p
        CROSS JOIN entitlements e ON e.[[user]] = {:userId} AND e.product = p.value AND e.revokedAt = ''
        GROUP BY e.product`,
      values,
    ),
  );
  return new Map(
    others.map(({ productId, ways }) => {
      const contracts = [
        ...orders.filter((row) => row.productId === productId).map(orderIn),
        ...memberships.filter((row) => row.productId === productId).map(membershipIn),
      ];
      return [productId, { contracts, isOwnedOtherwise: ways > contracts.length }];
    }),
  );
}

const orderIn = (row: Order): DeliveryContract => ({
  kind: 'order',
  title: `order ${orderNumber(row)}`,
  ...factsIn(row),
  wording: row.hasPreOrders ? PRE_ORDER_WAIVER_WORDING : WAIVER_WORDING,
});

const membershipIn = (row: Joining): DeliveryContract => ({
  kind: 'joining',
  title: `your membership in ${row.name}`,
  ...factsIn(row),
  wording: WAIVER_WORDING,
});

const factsIn = ({ id, paidAt, placedAt, country, isWaived, leftCents }: Order | Joining) => ({
  ...{ id, country, isWaived, leftCents },
  paidAt: paidAt ?? placedAt,
});

/**
 * Writes down that these parts are given to a person, all of them or none; what was written before stays as it is.
 * @returns "refunded" where they must not be given: money of the contract that brought one of them is moving, or it was
 *   taken back
 */
export async function noteDeliveries(
  pb: PocketBase,
  userId: string,
  deliveries: readonly DeliveredPart[],
  now: Instant,
): Promise<'refunded' | null> {
  const steps = transaction(pb);
  for (const { productId, part, version } of deliveries) {
    const values = { userId, productId, part, version, now: dateOf(now) };
    steps.exec(
      sql`INSERT INTO downloads (id, [[user]], product, part, version, times, sentBytes, lastAt, begunAt, created, updated)
        SELECT ${NEW_ID_SQL}, {:userId}, {:productId}, {:part}, {:version}, 0, 0, '', {:now}, {:now}, {:now}
        WHERE EXISTS (SELECT 1 FROM entitlements e
            WHERE e.[[user]] = {:userId} AND e.product = {:productId} AND e.revokedAt = '')
          AND NOT EXISTS (SELECT 1 FROM entitlements e CROSS JOIN order_lines l ON l.id = e.sourceId
            CROSS JOIN withdrawals w ON w.[[order]] = l.[[order]] AND w.startedAt <> '' AND w.confirmedAt = ''
            WHERE e.[[user]] = {:userId} AND e.product = {:productId} AND e.source IN ('purchase', 'gift') AND e.revokedAt = '')
          AND NOT EXISTS (SELECT 1 FROM entitlements e CROSS JOIN order_lines l ON l.id = e.sourceId
            CROSS JOIN refunds r ON r.[[order]] = l.[[order]] AND r.line IN ('', l.id) AND r.state = 'sending'
            WHERE e.[[user]] = {:userId} AND e.product = {:productId} AND e.source IN ('purchase', 'gift') AND e.revokedAt = '')
          AND NOT EXISTS (SELECT 1 FROM withdrawals w CROSS JOIN entitlements e ON e.[[user]] = w.payer
            AND e.product = {:productId} AND e.source IN ('release', 'entry_bundle', 'loyalty') AND e.revokedAt = ''
            WHERE w.payer = {:userId} AND w.payer <> '' AND w.startedAt <> '' AND w.confirmedAt = '')
        ON CONFLICT ([[user]], product, part) DO UPDATE SET begunAt = begunAt`,
      values,
      { expect: 1, else: 'refunded' },
    );
  }
  return refusalOf(steps, ['refunded']);
}
