import type PocketBase from 'pocketbase';
import type { Licence } from '../../domain/catalogue/product.ts';
import type { BuyerOrder, Order, OrderLine, OrderState } from '../../domain/commerce/order.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { anyOf, partsOf } from '../kernel/any-of.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import { afterPlace, type ListPlace } from '../kernel/list-place.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type { OrderLinesRecord, OrdersRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { invoicesOfOrders, type StoredInvoice } from '../payments/tax-invoices.ts';
import { partnersOfLines } from './partner-parts.ts';
import { preOrdersOf } from './pre-orders.ts';

/** An order with the fields that only the server uses: ids at the payment provider, and the version for updates. */
export interface StoredOrder {
  order: Order;
  lines: (OrderLine & {
    couponId: string | null;
    licences: Licence[];
    licenceText: string;
    preOrderId: string | null;
  })[];
  fingerprint: string;
  checkoutKey: string;
  sessionId: string | null;
  sessionUrl: string | null;
  paymentId: string | null;
  chargeId: string | null;
  settledAt: Instant | null;
  /** Hash of the provider's facts at the last settlement; "" before the first. */
  facts: string;
  /** The `updated` value as read, for compare-and-set. */
  seen: string;
}

export async function storedOrder(pb: PocketBase, orderId: string): Promise<StoredOrder | null> {
  if (!isRecordId(orderId)) return null;
  const [record, lines] = await Promise.all([
    orNull(pb.collection('orders').getOne<OrdersRecord>(orderId)),
    linesOf(pb, [orderId]),
  ]);
  return record && withPartsAndPreOrders(pb, storedOf(record, lines));
}

export async function storedOrderBySession(pb: PocketBase, sessionId: string): Promise<StoredOrder | null> {
  return firstOrder(pb, pb.filter("sessionId = {:sessionId} && sessionId != ''", { sessionId }));
}

export async function storedOrderByPayment(pb: PocketBase, paymentId: string): Promise<StoredOrder | null> {
  return firstOrder(pb, pb.filter("paymentId = {:paymentId} && paymentId != ''", { paymentId }));
}

/** The pending order for exactly this cart, or null. */
export async function pendingStoredOrder(pb: PocketBase, fingerprint: string): Promise<StoredOrder | null> {
  return firstOrder(pb, pb.filter("fingerprint = {:fingerprint} && state = 'pending'", { fingerprint }));
}

/** Pending orders that hold one of these claims. */
export async function pendingOrderIdsByClaims(pb: PocketBase, claims: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const part of partsOf(claims)) {
    const lines = await pb.collection('order_lines').getFullList<{ order: string }>({
      filter: `${anyOf(pb, 'claim', part)} && order.state = 'pending'`,
      fields: 'order',
    });
    for (const { order } of lines) found.add(order);
  }
  return [...found];
}

/** An order as its buyer sees it, with the documents that they can open. */
export type InvoicedOrder = BuyerOrder & { invoices: Pick<StoredInvoice, 'id' | 'kind' | 'number'>[] };

const shownInvoice = ({ id, kind, number }: StoredInvoice) => ({ id, kind, number });

/** An order of this buyer; null if it does not exist or belongs to another buyer. */
export async function orderOfBuyer(
  pb: PocketBase,
  buyerId: string,
  orderId: string,
  soldBy: string,
): Promise<(InvoicedOrder & { soldBy: string }) | null> {
  if (!isRecordId(orderId)) return null;
  const [stored, invoices] = await Promise.all([
    firstOrder(pb, pb.filter('id = {:orderId} && buyer = {:buyerId}', { orderId, buyerId })),
    invoicesOfOrders(pb, [orderId]),
  ]);
  return stored && { ...buyerOrder(stored.order), invoices: invoices.map(shownInvoice), soldBy };
}

/** The buyer of an order with a line of this store; null if there is none, or the order was never paid. */
export async function orderWithStore(
  pb: PocketBase,
  orderId: string,
  storeId: string,
): Promise<{ buyerId: string } | null> {
  if (!isRecordId(orderId)) return null;
  const line = await orNull(
    pb
      .collection('order_lines')
      .getFirstListItem<{ expand?: { order?: OrdersRecord } }>(
        pb.filter(
          "order = {:orderId} && store = {:storeId} && order.state != 'pending' && order.state != 'expired'",
          { orderId, storeId },
        ),
        { expand: 'order' },
      ),
  );
  const order = line?.expand?.order;
  return order ? { buyerId: order.buyer } : null;
}

/** Orders in a state, placed before an instant, oldest first, from a place on. */
export async function ordersIn(
  pb: PocketBase,
  state: OrderState,
  before: Instant,
  after: ListPlace | null,
  limit: number,
): Promise<ListPlace[]> {
  return placesOf(
    pb,
    pb.filter('state = {:state} && placedAt < {:before}', { state, before: dateOf(before) }),
    after,
    limit,
  );
}

/** Paid orders that are not settled yet, oldest first, from a place on. */
export async function unsettledOrders(
  pb: PocketBase,
  after: ListPlace | null,
  limit: number,
): Promise<ListPlace[]> {
  const [rows] = await ask(
    pb,
    query<{ id: string; placedAt: string }>(
      sql`SELECT id, placedAt FROM orders INDEXED BY orders_unsettled
        WHERE settledAt = '' AND state NOT IN ('pending', 'expired') AND (placedAt, id) > ({:at}, {:id})
        ORDER BY placedAt, id LIMIT {:limit}`,
      { at: after?.at ?? '', id: after?.id ?? '', limit },
      ['id', 'placedAt'],
    ),
  );
  return rows.map(({ id, placedAt }) => ({ at: placedAt, id }));
}

async function placesOf(
  pb: PocketBase,
  filter: string,
  after: ListPlace | null,
  limit: number,
): Promise<ListPlace[]> {
  const list = await pb.collection('orders').getList<Pick<OrdersRecord, 'id' | 'placedAt'>>(1, limit, {
    filter: `${filter} && ${afterPlace(pb, 'placedAt', after)}`,
    sort: 'placedAt,id',
    fields: 'id,placedAt',
    skipTotal: true,
  });
  return list.items.map(({ id, placedAt }) => ({ at: placedAt, id }));
}

async function firstOrder(pb: PocketBase, filter: string): Promise<StoredOrder | null> {
  return fromRecord(pb, await orNull(pb.collection('orders').getFirstListItem<OrdersRecord>(filter)));
}

/** The lines of orders in their order, by the order's id. */
async function linesOf(
  pb: PocketBase,
  orderIds: readonly string[],
): Promise<Map<string, OrderLinesRecord[]>> {
  const lines = new Map<string, OrderLinesRecord[]>();
  for (const part of partsOf(orderIds)) {
    const found = await pb
      .collection('order_lines')
      .getFullList<OrderLinesRecord>({ filter: anyOf(pb, 'order', part), sort: 'position' });
    for (const line of found) {
      const known = lines.get(line.order);
      if (known) known.push(line);
      else lines.set(line.order, [line]);
    }
  }
  return lines;
}

async function fromRecord(pb: PocketBase, record: OrdersRecord | null): Promise<StoredOrder | null> {
  return record && withPartsAndPreOrders(pb, storedOf(record, await linesOf(pb, [record.id])));
}

/**
 * Adds partners' parts and pre-orders to an order's lines. Pre-orders are read after the order: who delivers one changes its
 * orders afterwards, so that an order with this version is not settled by what was true before.
 */
async function withPartsAndPreOrders(pb: PocketBase, stored: StoredOrder): Promise<StoredOrder> {
  const [partners, found] = await Promise.all([
    partnersOfLines(pb, [stored.order.id]),
    preOrdersOf(
      pb,
      stored.lines.flatMap(({ preOrderId }) => preOrderId ?? []),
    ),
  ]);
  if (found.size === 0 && partners.size === 0) return stored;
  const of = new Map(stored.lines.map(({ id, preOrderId }) => [id, found.get(preOrderId ?? '') ?? null]));
  const named = <Line extends OrderLine>(line: Line): Line => ({
    ...line,
    preOrder: of.get(line.id) ?? null,
    partner: partners.get(line.id) ?? null,
  });
  return {
    ...stored,
    lines: stored.lines.map(named),
    order: { ...stored.order, lines: stored.order.lines.map(named) },
  };
}

function storedOf(record: OrdersRecord, linesById: ReadonlyMap<string, OrderLinesRecord[]>): StoredOrder {
  const lines = linesById.get(record.id) ?? [];
  const storedLines = lines.map((line) => ({
    ...lineOf(line),
    couponId: orAbsent(line.coupon),
    licences: line.licences,
    licenceText: line.licenceText,
    preOrderId: orAbsent(line.preOrder),
  }));
  return {
    order: orderOf(record, lines.map(lineOf)),
    lines: storedLines,
    fingerprint: record.fingerprint,
    checkoutKey: record.checkoutKey,
    sessionId: orAbsent(record.sessionId),
    sessionUrl: orAbsent(record.sessionUrl),
    paymentId: orAbsent(record.paymentId),
    chargeId: orAbsent(record.chargeId),
    settledAt: instantOf(record.settledAt),
    facts: record.facts,
    seen: record.updated,
  };
}

/** An order as its buyer sees it, without the sellers' commission and earnings. */
function buyerOrder(order: Order): BuyerOrder {
  return {
    id: order.id,
    email: order.email,
    state: order.state,
    currency: order.currency,
    totalCents: order.totalCents,
    taxCents: order.taxCents,
    refundedCents: order.refundedCents,
    lostCents: order.lostCents ?? 0,
    card: order.card,
    gift: order.gift,
    lines: order.lines.map((line) => ({
      id: line.id,
      position: line.position,
      productId: line.productId,
      storeId: line.storeId,
      storeName: line.storeName,
      productName: line.productName,
      picture: line.picture,
      free: line.free,
      listCents: line.listCents,
      discountCents: line.discountCents,
      memberPercent: line.memberPercent,
      releaseTitle: line.releaseTitle,
      couponCode: line.couponCode,
      paidCents: line.paidCents,
      includedTaxCents: line.includedTaxCents,
      refundedCents: line.refundedCents,
      refundedTaxCents: line.refundedTaxCents,
      lostCents: line.lostCents ?? 0,
      ...(line.preOrder ? { preOrder: line.preOrder } : {}),
    })),
    placedAt: order.placedAt,
    paidAt: order.paidAt,
    expiresAt: order.expiresAt,
  };
}

function orderOf(record: OrdersRecord, lines: OrderLine[]): Order {
  return {
    id: record.id,
    buyerId: orAbsent(record.buyer),
    email: record.email,
    state: record.state === '' ? 'pending' : record.state,
    currency: record.currency,
    totalCents: record.totalCents,
    taxCents: record.taxCents,
    feeCents: record.feePending ? null : record.feeCents,
    refundedCents: record.refundedCents,
    lostCents: record.lostCents,
    card: record.cardLast4 === '' ? null : { brand: record.cardBrand, last4: record.cardLast4 },
    gift: record.giftEmail === '' ? null : { email: record.giftEmail, message: record.giftMessage },
    lines,
    placedAt: instantOf(record.placedAt) ?? 0,
    paidAt: instantOf(record.paidAt),
    expiresAt: instantOf(record.expiresAt) ?? 0,
  };
}

function lineOf(record: OrderLinesRecord): OrderLine {
  return {
    id: record.id,
    position: record.position,
    productId: orAbsent(record.product),
    storeId: orAbsent(record.store),
    storeName: record.storeName,
    productName: record.productName,
    picture: record.picture,
    free: record.free,
    listCents: record.listCents,
    discountCents: record.discountCents,
    memberPercent: orAbsent(record.memberPercent),
    releaseTitle: orAbsent(record.releaseTitle),
    couponCode: orAbsent(record.couponCode),
    paidCents: record.paidCents,
    includedTaxCents: record.includedTaxCents,
    commissionPercent: record.commissionPercent,
    commissionCents: record.commissionCents,
    feeCents: record.feeCents,
    netCents: record.netCents,
    refundedCents: record.refundedCents,
    refundedTaxCents: record.refundedTaxCents,
    lostCents: record.lostCents,
    ...(record.isWithdrawn ? { isWithdrawn: true } : {}),
  };
}

/** Whether a user has an entitlement from a purchase. */
export async function hasBought(pb: PocketBase, userId: string): Promise<boolean> {
  const list = await pb.collection('entitlements').getList(1, 1, {
    filter: pb.filter("user = {:userId} && source = 'purchase' && revokedAt = ''", { userId }),
    fields: 'id',
    skipTotal: true,
  });
  return list.items.length > 0;
}
