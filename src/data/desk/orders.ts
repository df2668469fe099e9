import type PocketBase from 'pocketbase';
import { deskSearch, orderIdStart, paymentIdIn } from '../../domain/desk/search-text.ts';
import { ask, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type DeskPlace, LAST } from './people.ts';

/** Orders as the operator desk lists them. */

const o = tables.orders.as('o');

const OF_ORDER = {
  id: o.id,
  /** The buyer; null once their account is deleted. */
  buyerId: o.buyer.orNull,
  buyerName: value(sql`coalesce((SELECT u.username FROM users u WHERE u.id = o.buyer), '')`, text),
  email: o.email,
  state: o.state,
  totalCents: o.totalCents,
  taxCents: o.taxCents,
  refundedCents: o.refundedCents,
  lostCents: o.lostCents,
  placedAt: o.placedAt,
};
const ORDER = shape({ order: OF_ORDER, place: { key: value(sql`o.placedAt`, text), id: o.id } });

export type DeskOrderRow = RowOf<typeof OF_ORDER>;

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
  const { text: named, isAddress } = deskSearch(typed);
  const place = { ...(after ?? LAST), limit: limit + 1 };
  const start = orderIdStart(named);
  const paymentId = paymentIdIn(named);
  const question =
    named === ''
      ? select(ORDER, NEWEST, place)
      : start !== ''
        ? select(ORDER, BY_ID, { start, end: `${start}~`, limit: limit + 1 })
        : paymentId !== ''
          ? select(ORDER, paymentId.startsWith('pi_') ? BY_PAYMENT : BY_SESSION, { paymentId })
          : select(ORDER, isAddress ? BY_ADDRESS : OF_PERSON, { ...place, text: named });
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
  return pageOf((await ask(pb, select(ORDER, OF_BUYER, { ...place, buyerId })))[0], limit);
}

function pageOf(
  rows: { order: DeskOrderRow; place: DeskPlace }[],
  limit: number,
): { rows: DeskOrderRow[]; next: DeskPlace | null } {
  const shown = rows.slice(0, limit);
  return {
    rows: shown.map(({ order }) => order),
    next: rows.length > limit ? (shown.at(-1)?.place ?? null) : null,
  };
}
