import type PocketBase from 'pocketbase';
import type { BuyerOrder } from '../../domain/commerce/order.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { BUYER_LINE, BUYER_ORDER, type InvoicedOrder, isDone } from './orders.ts';

/** A buyer's list of orders: one trip, however many lines they have. */

const o = tables.orders.as('o');
const l = tables.orderLines.as('l');
const i = tables.invoices.as('i');

const ORDER = shape(BUYER_ORDER);
const LINE = shape({ orderId: l.order, line: BUYER_LINE });
const INVOICE = shape({ orderId: i.order, invoice: { id: i.id, kind: i.kind, number: i.number } });
const COUNT = shape({ total: value(sql`count(*)`, number) });

const DONE = sql`FROM orders o INDEXED BY orders_done WHERE o.buyer = {:buyer} AND ${isDone(o)}`;
/** Ids of a page; pages before it are passed over in the index alone. */
const PAGE = sql`SELECT o.id ${DONE}
  ORDER BY o.placedAt DESC, o.id DESC LIMIT {:limit} OFFSET {:offset}`;

/** Where a list of orders goes on: behind this order. */
export interface AfterOrder {
  placedAt: Instant;
  id: string;
}

const KEYSET = sql`SELECT o.id ${DONE} AND (o.placedAt, o.id) < ({:placedAt}, {:id})
  ORDER BY o.placedAt DESC, o.id DESC LIMIT {:limit}`;
/** Later than any order. */
const NEWEST: AfterOrder = { placedAt: 253_402_300_799_999, id: '' };

/** A buyer's orders that were paid or free, newest first, behind another one. */
export async function ordersOfBuyerAfter(
  pb: PocketBase,
  buyerId: string,
  { after, limit }: { after: AfterOrder | null; limit: number },
): Promise<BuyerOrder[]> {
  const { placedAt, id } = after ?? NEWEST;
  const params = { buyer: buyerId, placedAt: dateOf(placedAt), id, limit };
  const [orders, lines] = await ask(
    pb,
    select(
      ORDER,
      sql`SELECT ${ORDER} FROM orders o WHERE o.id IN (${KEYSET}) ORDER BY o.placedAt DESC, o.id DESC`,
      params,
    ),
    select(
      LINE,
      sql`SELECT ${LINE} FROM order_lines l WHERE l.[[order]] IN (${KEYSET}) ORDER BY l.[[order]], l.position`,
      params,
    ),
  );
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  return orders.map((order) => ({
    ...order,
    lines: (linesOf.get(order.id) ?? []).map(({ line }) => line),
  }));
}

/** A buyer's orders that were paid or free, newest first. `page` counts from 1. */
export async function ordersOfBuyer(
  pb: PocketBase,
  buyerId: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ orders: InvoicedOrder[]; total: number }> {
  const params = { buyer: buyerId, limit: perPage, offset: (page - 1) * perPage };
  const [orders, lines, invoices, [counted]] = await ask(
    pb,
    select(
      ORDER,
      sql`SELECT ${ORDER} FROM orders o WHERE o.id IN (${PAGE}) ORDER BY o.placedAt DESC, o.id DESC`,
      params,
    ),
    select(
      LINE,
      sql`SELECT ${LINE} FROM order_lines l WHERE l.[[order]] IN (${PAGE}) ORDER BY l.[[order]], l.position`,
      params,
    ),
    select(
      INVOICE,
      sql`SELECT ${INVOICE} FROM invoices i WHERE i.[[order]] IN (${PAGE}) ORDER BY i.[[order]], i.created, i.number`,
      params,
    ),
    select(COUNT, sql`SELECT ${COUNT} ${DONE}`, params),
  );
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  const invoicesOf = Map.groupBy(invoices, ({ orderId }) => orderId);
  return {
    orders: orders.map((order) => ({
      ...order,
      lines: (linesOf.get(order.id) ?? []).map(({ line }) => line),
      invoices: (invoicesOf.get(order.id) ?? []).map(({ invoice }) => invoice),
    })),
    total: counted?.total ?? 0,
  };
}
