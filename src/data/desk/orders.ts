import type PocketBase from 'pocketbase';
import type { OrderState } from '../../domain/commerce/order.ts';
import { deskSearch, orderIdStart, paymentIdIn } from '../../domain/desk/search-text.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';
import { type DeskPlace, LAST } from './people.ts';

/** Orders as the operator desk lists them. */

export interface DeskOrderRow {
  id: string;
  /** The buyer; null once their account is deleted. */
  buyerId: string | null;
  buyerName: string;
  email: string;
  state: OrderState;
  totalCents: Cents;
  taxCents: Cents;
  refundedCents: Cents;
  lostCents: Cents;
  placedAt: Instant;
}

interface Row {
  id: string;
  sortKey: string;
  buyerId: string;
  buyerName: string;
  email: string;
  state: OrderState | '';
  totalCents: number;
  taxCents: number;
  refundedCents: number;
  lostCents: number;
  placedAt: string;
}
const COLUMNS = [
  ...(['id', 'sortKey', 'buyerId', 'buyerName', 'email', 'state', 'totalCents', 'taxCents'] as const),
  ...(['refundedCents', 'lostCents', 'placedAt'] as const),
];
const ORDER = sql`o.id AS id, o.placedAt AS sortKey, o.buyer AS buyerId,
  coalesce((SELECT u.username FROM users u WHERE u.id = o.buyer), '') AS buyerName, o.email AS email,
  o.state AS state, o.totalCents AS totalCents, o.taxCents AS taxCents, o.refundedCents AS refundedCents,
  o.lostCents AS lostCents,
  o.placedAt AS placedAt`;

const NEWEST = sql`SELECT ${ORDER} FROM orders o
  WHERE (o.placedAt, o.id) < ({:key}, {:id}) ORDER BY o.placedAt DESC, o.id DESC LIMIT {:limit}`;
const BY_ADDRESS = sql`SELECT ${ORDER} FROM orders o
  WHERE o.email = {:text} COLLATE NOCASE AND (o.placedAt, o.id) < ({:key}, {:id})
  ORDER BY o.placedAt DESC, o.id DESC LIMIT {:limit}`;
const OF_BUYER = sql`SELECT ${ORDER} FROM orders o
  WHERE o.buyer = {:buyerId} AND (o.placedAt, o.id) < ({:key}, {:id})
  ORDER BY o.placedAt DESC, o.id DESC LIMIT {:limit}`;
const BY_ID = sql`SELECT ${ORDER} FROM orders o WHERE o.id >= {:start} AND o.id < {:end} LIMIT {:limit}`;
const BY_PAYMENT = sql`SELECT ${ORDER} FROM orders o WHERE o.paymentId = {:paymentId}`;
const BY_SESSION = sql`SELECT ${ORDER} FROM orders o WHERE o.sessionId = {:paymentId}`;
const OF_PERSON = sql`SELECT ${ORDER} FROM orders o
  WHERE o.buyer IN (SELECT u.id FROM users u WHERE u.username = {:text} COLLATE NOCASE)
    AND (o.placedAt, o.id) < ({:key}, {:id})
  ORDER BY o.placedAt DESC, o.id DESC LIMIT {:limit}`;

/**
 * A page of orders, newest first: all of them, or those that the text names by order number, id, the provider's id of the
 * payment, the buyer's address or user name.
 */
export async function deskOrders(
  pb: PocketBase,
  typed: string,
  after: DeskPlace | null,
  limit: number,
): Promise<{ rows: DeskOrderRow[]; next: DeskPlace | null }> {
  const { text, isAddress } = deskSearch(typed);
  const place = { ...(after ?? LAST), limit: limit + 1 };
  const start = orderIdStart(text);
  const paymentId = paymentIdIn(text);
  const question =
    text === ''
      ? query<Row>(NEWEST, place, COLUMNS)
      : start !== ''
        ? query<Row>(BY_ID, { start, end: `${start}~`, limit: limit + 1 }, COLUMNS)
        : paymentId !== ''
          ? query<Row>(paymentId.startsWith('pi_') ? BY_PAYMENT : BY_SESSION, { paymentId }, COLUMNS)
          : query<Row>(isAddress ? BY_ADDRESS : OF_PERSON, { ...place, text }, COLUMNS);
  return pageOf((await ask(pb, question))[0], limit);
}

/** A page of one buyer's orders, newest first. */
export async function deskOrdersOf(
  pb: PocketBase,
  buyerId: string,
  after: DeskPlace | null,
  limit: number,
): Promise<{ rows: DeskOrderRow[]; next: DeskPlace | null }> {
  const place = { ...(after ?? LAST), limit: limit + 1 };
  return pageOf((await ask(pb, query<Row>(OF_BUYER, { ...place, buyerId }, COLUMNS)))[0], limit);
}

function pageOf(rows: Row[], limit: number): { rows: DeskOrderRow[]; next: DeskPlace | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => ({
      id: row.id,
      buyerId: row.buyerId === '' ? null : row.buyerId,
      buyerName: row.buyerName,
      email: row.email,
      state: row.state === '' ? 'pending' : row.state,
      totalCents: row.totalCents,
      taxCents: row.taxCents,
      refundedCents: row.refundedCents,
      lostCents: row.lostCents,
      placedAt: instantOf(row.placedAt) ?? 0,
    })),
    next: rows.length > limit && last ? { key: last.sortKey, id: last.id } : null,
  };
}
