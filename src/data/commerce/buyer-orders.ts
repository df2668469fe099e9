import type PocketBase from 'pocketbase';
import type { BuyerOrder } from '../../domain/commerce/order.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { facetsIn } from '../catalogue/product-parts.ts';
import { dateOf, textsOf } from '../kernel/fields.ts';
import { ask, type QueryParams, select } from '../kernel/query.ts';
import { maybe, type RowOf, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { BUYER_LINE, BUYER_ORDER, type InvoicedOrder, isDone } from './orders.ts';

/** A buyer's list of orders: one trip, however many lines they have. */

const o = tables.orders.as('o');
const l = tables.orderLines.as('l');
const i = tables.invoices.as('i');
const p = tables.products.as('p');
const c = tables.categories.as('c');

const ORDER = shape(BUYER_ORDER);
const LINE_FIELDS = { orderId: l.order, line: BUYER_LINE };
const LINE = shape(LINE_FIELDS);
const INVOICE_FIELDS = { orderId: i.order, invoice: { id: i.id, kind: i.kind, number: i.number } };
const INVOICE = shape(INVOICE_FIELDS);
const SEARCHED_FIELDS = {
  order: { id: l.order, placedAt: o.placedAt.or(0) },
  name: l.productName,
  store: l.storeName,
  /** Null where the product is gone. */
  product: maybe({ tags: p.tags.as(textsOf), archetype: p.archetype, facets: facetsIn(p) }),
  category: maybe({ name: c.name }),
};
const SEARCHED = shape(SEARCHED_FIELDS);
/** What is searched of a line of an order. */
export type SearchedLine = RowOf<typeof SEARCHED_FIELDS>;
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

/** Ids of some of them. */
const AMONG = sql`SELECT o.id FROM json_each({:ids}) j CROSS JOIN orders o ON o.id = j.value
  WHERE o.buyer = {:buyer} AND ${isDone(o)}`;

/** The orders of these ids with their lines and invoices, newest first. */
function ordersQueries(ids: Sql, params: QueryParams) {
  return [
    select(
      ORDER,
      sql`SELECT ${ORDER} FROM orders o WHERE o.id IN (${ids}) ORDER BY o.placedAt DESC, o.id DESC`,
      params,
    ),
    select(
      LINE,
      sql`SELECT ${LINE} FROM order_lines l WHERE l.[[order]] IN (${ids}) ORDER BY l.[[order]], l.position`,
      params,
    ),
    select(
      INVOICE,
      sql`SELECT ${INVOICE} FROM invoices i WHERE i.[[order]] IN (${ids}) ORDER BY i.[[order]], i.created, i.number`,
      params,
    ),
  ] as const;
}

type Line = RowOf<typeof LINE_FIELDS>;
type Invoice = RowOf<typeof INVOICE_FIELDS>;

function invoicedOrders(
  orders: readonly RowOf<typeof BUYER_ORDER>[],
  lines: readonly Line[],
  invoices: readonly Invoice[],
): InvoicedOrder[] {
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  const invoicesOf = Map.groupBy(invoices, ({ orderId }) => orderId);
  return orders.map((order) => ({
    ...order,
    lines: (linesOf.get(order.id) ?? []).map(({ line }) => line),
    invoices: (invoicesOf.get(order.id) ?? []).map(({ invoice }) => invoice),
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
    ...ordersQueries(PAGE, params),
    select(COUNT, sql`SELECT ${COUNT} ${DONE}`, params),
  );
  return { orders: invoicedOrders(orders, lines, invoices), total: counted?.total ?? 0 };
}

/** Those of these orders that are the buyer's and were paid or free, newest first. */
export async function ordersAmong(
  pb: PocketBase,
  buyerId: string,
  ids: readonly string[],
): Promise<InvoicedOrder[]> {
  if (ids.length === 0) return [];
  const [orders, lines, invoices] = await ask(pb, ...ordersQueries(AMONG, { buyer: buyerId, ids }));
  return invoicedOrders(orders, lines, invoices);
}

/** What is searched of the lines of a buyer's newest orders, the newest order first; at most `limit` lines. */
export async function searchedLines(pb: PocketBase, buyerId: string, limit: number): Promise<SearchedLine[]> {
  const [lines] = await ask(
    pb,
    select(
      SEARCHED,
      sql`SELECT ${SEARCHED} FROM orders o INDEXED BY orders_done CROSS JOIN order_lines l ON l.[[order]] = o.id
          LEFT JOIN products p ON p.id = l.product LEFT JOIN categories c ON c.id = p.category
        WHERE o.buyer = {:buyer} AND ${isDone(o)} ORDER BY o.placedAt DESC, o.id DESC LIMIT {:limit}`,
      { buyer: buyerId, limit },
    ),
  );
  return lines;
}
