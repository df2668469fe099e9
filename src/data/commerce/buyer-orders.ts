import type PocketBase from 'pocketbase';
import type { BuyerOrder } from '../../domain/commerce/order.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import type { InvoicesRecord, OrderLinesRecord, OrdersRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import type { InvoicedOrder } from './orders.ts';

/** A buyer's list of orders: one trip, however many lines they have. */

const DONE = sql`FROM orders o INDEXED BY orders_done WHERE o.buyer = {:buyer} AND o.state NOT IN ('pending', 'expired')`;
/** Ids of a page; pages before it are passed over in the index alone. */
const PAGE = sql`SELECT o.id ${DONE}
  ORDER BY o.placedAt DESC, o.id DESC LIMIT {:limit} OFFSET {:offset}`;

type OrderRow = Pick<
  OrdersRecord,
  | ('id' | 'email' | 'state' | 'currency' | 'totalCents' | 'taxCents' | 'refundedCents' | 'cardBrand')
  | ('lostCents' | 'cardLast4' | 'giftEmail' | 'giftMessage' | 'placedAt' | 'paidAt' | 'expiresAt')
>;
type LineRow = Pick<
  OrderLinesRecord,
  | (
      | 'id'
      | 'order'
      | 'position'
      | 'product'
      | 'store'
      | 'storeName'
      | 'productName'
      | 'picture'
      | 'listCents'
    )
  | ('discountCents' | 'memberPercent' | 'releaseTitle' | 'couponCode' | 'paidCents' | 'includedTaxCents')
  | ('refundedCents' | 'refundedTaxCents' | 'lostCents')
> & { free: number };

type InvoiceRow = Pick<InvoicesRecord, 'id' | 'order' | 'kind' | 'number'>;

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
    query<OrderRow>(
      sql`SELECT * FROM orders WHERE id IN (${KEYSET}) ORDER BY placedAt DESC, id DESC`,
      params,
      ORDER_COLUMNS,
    ),
    query<LineRow>(
      sql`SELECT * FROM order_lines WHERE [[order]] IN (${KEYSET}) ORDER BY [[order]], position`,
      params,
      LINE_COLUMNS,
    ),
  );
  const linesOf = Map.groupBy(lines, ({ order }) => order);
  return orders.map((order) => orderOf(order, (linesOf.get(order.id) ?? []).map(lineOf)));
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
    query<OrderRow>(
      sql`SELECT * FROM orders WHERE id IN (${PAGE}) ORDER BY placedAt DESC, id DESC`,
      params,
      ORDER_COLUMNS,
    ),
    query<LineRow>(
      sql`SELECT * FROM order_lines WHERE [[order]] IN (${PAGE}) ORDER BY [[order]], position`,
      params,
      LINE_COLUMNS,
    ),
    query<InvoiceRow>(
      sql`SELECT * FROM invoices WHERE [[order]] IN (${PAGE}) ORDER BY [[order]], created, number`,
      params,
      ['id', 'order', 'kind', 'number'],
    ),
    query<{ total: number }>(sql`SELECT count(*) AS total ${DONE}`, params, ['total']),
  );
  const linesOf = new Map<string, BuyerOrder['lines']>(orders.map(({ id }) => [id, []]));
  for (const line of lines) linesOf.get(line.order)?.push(lineOf(line));
  return {
    orders: orders.map((order) => ({
      ...orderOf(order, linesOf.get(order.id) ?? []),
      invoices: invoices.flatMap(({ id, order: of, kind, number }) =>
        of === order.id && kind !== '' ? [{ id, kind, number }] : [],
      ),
    })),
    total: counted?.total ?? 0,
  };
}

const ORDER_COLUMNS = [
  ...['id', 'email', 'state', 'currency', 'totalCents', 'taxCents', 'refundedCents', 'cardBrand'],
  ...['lostCents', 'cardLast4', 'giftEmail', 'giftMessage', 'placedAt', 'paidAt', 'expiresAt'],
] as (keyof OrderRow)[];

const LINE_COLUMNS = [
  ...['id', 'order', 'position', 'product', 'store', 'storeName', 'productName', 'picture', 'listCents'],
  ...['discountCents', 'memberPercent', 'releaseTitle', 'couponCode', 'paidCents', 'includedTaxCents'],
  ...['refundedCents', 'refundedTaxCents', 'lostCents', 'free'],
] as (keyof LineRow)[];

function orderOf(row: OrderRow, lines: BuyerOrder['lines']): BuyerOrder {
  return {
    id: row.id,
    email: row.email,
    state: row.state === '' ? 'pending' : row.state,
    currency: row.currency,
    totalCents: row.totalCents,
    taxCents: row.taxCents,
    refundedCents: row.refundedCents,
    lostCents: row.lostCents,
    card: row.cardLast4 === '' ? null : { brand: row.cardBrand, last4: row.cardLast4 },
    gift: row.giftEmail === '' ? null : { email: row.giftEmail, message: row.giftMessage },
    lines,
    placedAt: instantOf(row.placedAt) ?? 0,
    paidAt: instantOf(row.paidAt),
    expiresAt: instantOf(row.expiresAt) ?? 0,
  };
}

function lineOf(row: LineRow): BuyerOrder['lines'][number] {
  return {
    id: row.id,
    position: row.position,
    productId: orAbsent(row.product),
    storeId: orAbsent(row.store),
    storeName: row.storeName,
    productName: row.productName,
    picture: row.picture,
    free: row.free === 1,
    listCents: row.listCents,
    discountCents: row.discountCents,
    memberPercent: orAbsent(row.memberPercent),
    releaseTitle: orAbsent(row.releaseTitle),
    couponCode: orAbsent(row.couponCode),
    paidCents: row.paidCents,
    includedTaxCents: row.includedTaxCents,
    refundedCents: row.refundedCents,
    refundedTaxCents: row.refundedTaxCents,
    lostCents: row.lostCents,
  };
}
