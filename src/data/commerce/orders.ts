import type PocketBase from 'pocketbase';
import type { BuyerOrder, OrderGift, OrderLine, OrderState } from '../../domain/commerce/order.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import type { ListPlace } from '../kernel/list-place.ts';
import { ask, first, type QueryParams, select } from '../kernel/query.ts';
import { from, type RowOf, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { invoicesOfOrders, type StoredInvoice } from '../payments/tax-invoices.ts';
import { partnersOfLines } from './partner-parts.ts';
import { preOrdersOf } from './pre-orders.ts';

const o = tables.orders.as('o');
const l = tables.orderLines.as('l');
const e = tables.entitlements.as('e');

/** An order that was paid or free: it neither waits for its payment nor has expired. */
export const isDone = (order: { state: Sql }) => sql`${order.state} NOT IN ('pending', 'expired')`;
/** An order whose money is there: it is not refunded in full, and no dispute of it is open. */
export const isPaid = (order: { state: Sql }) => sql`${order.state} IN ('paid', 'partly_refunded')`;

/** A line of an order as its buyer sees it. */
export const BUYER_LINE = {
  id: l.id,
  position: l.position,
  productId: l.product.orNull,
  storeId: l.store.orNull,
  storeName: l.storeName,
  productName: l.productName,
  picture: l.picture,
  free: l.free,
  listCents: l.listCents,
  discountCents: l.discountCents,
  memberPercent: l.memberPercent.orNull,
  releaseTitle: l.releaseTitle.orNull,
  couponCode: l.couponCode.orNull,
  paidCents: l.paidCents,
  includedTaxCents: l.includedTaxCents,
  refundedCents: l.refundedCents,
  refundedTaxCents: l.refundedTaxCents,
  lostCents: l.lostCents,
};
/** A line of an order. */
const LINE = {
  ...BUYER_LINE,
  commissionPercent: l.commissionPercent,
  commissionCents: l.commissionCents,
  feeCents: l.feeCents,
  netCents: l.netCents,
  isWithdrawn: l.isWithdrawn,
};
/** What of a line only the server uses. */
const STORED_LINE = {
  couponId: l.coupon.orNull,
  licences: l.licences,
  licenceText: l.licenceText,
  preOrderId: l.preOrder.orNull,
};

/** An order as its buyer sees it, apart from its lines. */
export const BUYER_ORDER = {
  id: o.id,
  email: o.email,
  state: o.state,
  currency: o.currency,
  totalCents: o.totalCents,
  taxCents: o.taxCents,
  refundedCents: o.refundedCents,
  lostCents: o.lostCents,
  card: from({ brand: o.cardBrand, last4: o.cardLast4 }, (card) => (card.last4 === '' ? null : card)),
  gift: from({ email: o.giftEmail, message: o.giftMessage }, (gift) => (gift.email === '' ? null : gift)),
  placedAt: o.placedAt.or(0),
  paidAt: o.paidAt,
  expiresAt: o.expiresAt.or(0),
};
const ORDER = {
  ...BUYER_ORDER,
  buyerId: o.buyer.orNull,
  feeCents: from({ isPending: o.feePending, cents: o.feeCents }, ({ isPending, cents }) =>
    isPending ? null : cents,
  ),
};
/** What of an order only the server uses: ids at the payment provider, and the version for updates. */
const STORED = {
  fingerprint: o.fingerprint,
  checkoutKey: o.checkoutKey,
  sessionId: o.sessionId.orNull,
  sessionUrl: o.sessionUrl.orNull,
  paymentId: o.paymentId.orNull,
  chargeId: o.chargeId.orNull,
  settledAt: o.settledAt,
  /** Hash of the provider's facts at the last settlement; "" before the first. */
  facts: o.facts,
  /** The `updated` value as read, for compare-and-set. */
  seen: value(sql`o.updated`, text),
};

const ORDER_ROW = shape({ order: ORDER, stored: STORED });
const LINE_ROW = shape({ line: LINE, stored: STORED_LINE });
const PLACE = shape({ at: value(sql`o.placedAt`, text), id: o.id });

/** An order with the fields that only the server uses. */
export type StoredOrder = RowOf<typeof STORED> & {
  order: RowOf<typeof ORDER> & { lines: OrderLine[] };
  lines: (OrderLine & RowOf<typeof STORED_LINE>)[];
};

export const storedOrder = (pb: PocketBase, orderId: string) =>
  firstOrder(pb, sql`o.id = {:orderId}`, { orderId });

export const storedOrderBySession = (pb: PocketBase, sessionId: string) =>
  firstOrder(pb, sql`o.sessionId = {:sessionId} AND o.sessionId <> ''`, { sessionId });

export const storedOrderByPayment = (pb: PocketBase, paymentId: string) =>
  firstOrder(pb, sql`o.paymentId = {:paymentId} AND o.paymentId <> ''`, { paymentId });

/** The pending order for exactly this cart, or null. */
export const pendingStoredOrder = (pb: PocketBase, fingerprint: string) =>
  firstOrder(pb, sql`o.fingerprint = {:fingerprint} AND o.state = 'pending'`, { fingerprint });

/** A unique key that prevents a second charge for the same product; "" for gifts, which can be bought repeatedly. */
export function claimOf(
  order: { buyerId: string; gift: OrderGift | null },
  productId: string | null,
): string {
  return order.gift || productId === null ? '' : `${order.buyerId}:${productId}`;
}

const ORDER_ID = shape({ id: o.id });

/** Pending orders that hold one of these claims. */
export async function pendingOrderIdsByClaims(pb: PocketBase, claims: readonly string[]): Promise<string[]> {
  const [found] = await ask(
    pb,
    select(
      ORDER_ID,
      sql`SELECT DISTINCT ${ORDER_ID} FROM json_each({:claims}) j CROSS JOIN order_lines l ON l.claim = j.value
        CROSS JOIN orders o ON o.id = l.[[order]] WHERE l.claim <> '' AND o.state = 'pending'`,
      { claims },
    ),
  );
  return found.map(({ id }) => id);
}

const PRODUCT = shape({ id: l.product });

/** Which of these products a buyer has paid for in an order whose payment is disputed. Gifts do not count. */
export async function disputedProductIds(
  pb: PocketBase,
  buyerId: string,
  productIds: readonly string[],
): Promise<Set<string>> {
  const claims = productIds.map((productId) => claimOf({ buyerId, gift: null }, productId));
  const [found] = await ask(
    pb,
    select(
      PRODUCT,
      sql`SELECT DISTINCT ${PRODUCT} FROM json_each({:claims}) j CROSS JOIN order_lines l ON l.claim = j.value
        CROSS JOIN orders o ON o.id = l.[[order]] WHERE l.claim <> '' AND o.state = 'disputed'`,
      { claims },
    ),
  );
  return new Set(found.map(({ id }) => id));
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
  const [stored, invoices] = await Promise.all([
    firstOrder(pb, sql`o.id = {:orderId} AND o.buyer = {:buyerId}`, { orderId, buyerId }),
    invoicesOfOrders(pb, [orderId]),
  ]);
  return stored && { ...buyerOrder(stored.order), invoices: invoices.map(shownInvoice), soldBy };
}

const BUYER = shape({ buyerId: o.buyer });

/** The buyer of an order with a line of this store; null if there is none, or the order was never paid. */
export async function orderWithStore(
  pb: PocketBase,
  orderId: string,
  storeId: string,
): Promise<{ buyerId: string } | null> {
  return first(
    pb,
    select(
      BUYER,
      sql`SELECT ${BUYER} FROM orders o WHERE o.id = {:orderId} AND ${isDone(o)}
        AND EXISTS (SELECT 1 FROM order_lines l WHERE l.[[order]] = o.id AND l.store = {:storeId})`,
      { orderId, storeId },
    ),
  );
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
    sql`orders o WHERE o.state = {:state} AND o.placedAt < {:before}`,
    { state, before: dateOf(before) },
    { after, limit },
  );
}

/** Paid orders that are not settled yet, oldest first, from a place on. */
export const unsettledOrders = (pb: PocketBase, after: ListPlace | null, limit: number) =>
  placesOf(
    pb,
    sql`orders o INDEXED BY orders_unsettled WHERE o.settledAt = '' AND ${isDone(o)}`,
    {},
    { after, limit },
  );

async function placesOf(
  pb: PocketBase,
  which: Sql,
  params: QueryParams,
  { after, limit }: { after: ListPlace | null; limit: number },
): Promise<ListPlace[]> {
  const [rows] = await ask(
    pb,
    select(
      PLACE,
      sql`SELECT ${PLACE} FROM ${which} AND (o.placedAt, o.id) > ({:at}, {:id}) ORDER BY o.placedAt, o.id LIMIT {:limit}`,
      { ...params, at: after?.at ?? '', id: after?.id ?? '', limit },
    ),
  );
  return rows;
}

/** The first order of some, with its lines, both from the same snapshot. */
async function firstOrder(pb: PocketBase, which: Sql, params: QueryParams): Promise<StoredOrder | null> {
  const [[row], lines] = await ask(
    pb,
    select(ORDER_ROW, sql`SELECT ${ORDER_ROW} FROM orders o WHERE ${which} LIMIT 1`, params),
    select(
      LINE_ROW,
      sql`SELECT ${LINE_ROW} FROM order_lines l WHERE l.[[order]] = (SELECT o.id FROM orders o WHERE ${which} LIMIT 1)
        ORDER BY l.position`,
      params,
    ),
  );
  if (!row) return null;
  return withPartsAndPreOrders(pb, {
    ...row.stored,
    order: { ...row.order, lines: lines.map(({ line }) => line) },
    lines: lines.map(({ line, stored }) => ({ ...line, ...stored })),
  });
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

/** An order as its buyer sees it, without the sellers' commission and earnings. */
function buyerOrder(order: StoredOrder['order']): BuyerOrder {
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

const ENTITLEMENT = shape({ id: e.id });

/** Whether a user has an entitlement from a purchase. */
export async function hasBought(pb: PocketBase, userId: string): Promise<boolean> {
  const [found] = await ask(
    pb,
    select(
      ENTITLEMENT,
      sql`SELECT ${ENTITLEMENT} FROM entitlements e
        WHERE e.[[user]] = {:userId} AND e.source = 'purchase' AND e.revokedAt = '' LIMIT 1`,
      { userId },
    ),
  );
  return found.length > 0;
}
