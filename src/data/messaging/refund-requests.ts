import type PocketBase from 'pocketbase';
import { shownPrice, shownRefund } from '../../domain/commerce/order.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { RefundRequest, RefundRequestState } from '../../domain/messaging/refund-request.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { choices } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { type NewMessage, withMessage } from './conversation-writing.ts';
import { REFUND } from './messages.ts';

const r = tables.refundRequests.as('r');
const l = tables.orderLines.as('l');
const o = tables.orders.as('o');

const LINE = {
  orderId: o.id,
  lineId: l.id,
  storeId: l.store,
  productName: l.productName,
  state: o.state,
  paidAt: o.paidAt,
  paidCents: l.paidCents,
  refundedCents: l.refundedCents,
  /** What is left to give back of the price as the buyer saw it, in cents. */
  leftCents: from(
    {
      ...{ paidCents: l.paidCents, includedTaxCents: l.includedTaxCents },
      ...{ refundedCents: l.refundedCents, refundedTaxCents: l.refundedTaxCents },
    },
    (line) => shownPrice(line) - shownRefund(line),
  ),
  requests: value(
    sql`(SELECT json_group_array(i.state) || '' FROM refund_requests i WHERE i.line = l.id)`,
    choices<RefundRequestState>(),
  ),
};
const LINE_ROW = shape(LINE);
const REFUND_ROW = shape(REFUND);
const CONVERSATION = shape({ id: r.conversation });
const PENDING = { ...REFUND, conversationId: r.conversation };
const PENDING_ROW = shape(PENDING);

/** A stored order line that a refund can be requested for. */
export type StoredRefundableLine = RowOf<typeof LINE>;

/** A line this buyer ordered from an existing store; null for unknown lines and those of other buyers. */
export async function refundableLine(
  pb: PocketBase,
  buyerId: string,
  lineId: string,
): Promise<StoredRefundableLine | null> {
  if (!isRecordId(lineId)) return null;
  return first(
    pb,
    select(
      LINE_ROW,
      sql`SELECT ${LINE_ROW} FROM order_lines l JOIN orders o ON o.id = l.[[order]]
        WHERE l.id = {:lineId} AND o.buyer = {:buyerId} AND l.store <> ''`,
      { lineId, buyerId },
    ),
  );
}

/** A refund request of this conversation, or null. */
export async function refundRequestIn(
  pb: PocketBase,
  conversationId: string,
  id: string,
): Promise<RefundRequest | null> {
  if (!isRecordId(id)) return null;
  return first(
    pb,
    select(
      REFUND_ROW,
      sql`SELECT ${REFUND_ROW} FROM refund_requests r LEFT JOIN order_lines l ON l.id = r.line
        WHERE r.id = {:id} AND r.conversation = {:conversationId}`,
      { id, conversationId },
    ),
  );
}

/** The conversation a request belongs to. The caller checks access. */
export async function conversationOfRequest(pb: PocketBase, id: string): Promise<string | null> {
  if (!isRecordId(id)) return null;
  const conversation = await first(
    pb,
    select(CONVERSATION, sql`SELECT ${CONVERSATION} FROM refund_requests r WHERE r.id = {:id}`, { id }),
  );
  return conversation?.id ?? null;
}

export type RefundWriteRefusal = 'conflict' | 'closed' | 'attachments';

/** Stores a request and its message. `conflict` if one is open or the message was sent before. */
export async function storeRefundRequest(
  pb: PocketBase,
  line: StoredRefundableLine,
  message: NewMessage & { refundId: string },
  answerUntil: Instant,
  now: Instant,
): Promise<RefundWriteRefusal | null> {
  const steps = transaction(pb).exec(
    sql`INSERT INTO refund_requests (id, conversation, [[order]], line, amountCents, state, answerUntil, answeredBy, created, updated)
      VALUES ({:id}, {:conversation}, {:order}, {:line}, {:amountCents}, 'asked', {:answerUntil}, '', {:now}, {:now})`,
    {
      id: message.refundId,
      conversation: message.conversationId,
      order: line.orderId,
      line: line.lineId,
      amountCents: line.leftCents,
      answerUntil: dateOf(answerUntil),
      now: dateOf(now),
    },
  );
  return refusalOf(withMessage(steps, message, now, 'always'), ['conflict', 'closed', 'attachments']);
}

/**
 * Changes the state of a request and writes the message about it, in one transaction.
 * @param change.answeredBy who decided; null if this change is no decision
 * @returns null, `changed` if its state is no longer `from`, `conflict` if the message was sent before
 */
export async function changeRefundRequestState(
  pb: PocketBase,
  change: {
    id: string;
    from: RefundRequestState;
    to: RefundRequestState;
    answeredBy: 'store' | 'clock' | null;
  },
  message: NewMessage,
  now: Instant,
): Promise<'changed' | 'conflict' | 'closed' | null> {
  const { id, from, to, answeredBy } = change;
  const steps = transaction(pb).exec(
    sql`UPDATE refund_requests SET state = {:to}, updated = {:now},
        answeredBy = CASE {:answeredBy} WHEN '' THEN answeredBy ELSE {:answeredBy} END
      WHERE id = {:id} AND state = {:from}`,
    { id, from, to, answeredBy: answeredBy ?? '', now: dateOf(now) },
    { expect: 1, else: 'changed' },
  );
  return refusalOf(withMessage(steps, message, now, 'always'), ['changed', 'conflict', 'closed']);
}

/** A request the app has to continue, with its conversation. */
export type PendingRefundRequest = RowOf<typeof PENDING>;

/** Requests past their deadline, and granted ones whose refund is not made yet; oldest first. */
export async function pendingRefundRequests(
  pb: PocketBase,
  now: Instant,
  limit: number,
): Promise<PendingRefundRequest[]> {
  const [requests] = await ask(
    pb,
    select(
      PENDING_ROW,
      sql`SELECT ${PENDING_ROW} FROM refund_requests r LEFT JOIN order_lines l ON l.id = r.line
        WHERE r.id IN (
          SELECT i.id FROM refund_requests i WHERE i.state = 'granting' AND i.created > ''
          UNION ALL SELECT i.id FROM refund_requests i
            WHERE i.state = 'asked' AND i.answerUntil > '' AND i.answerUntil <= {:now})
        ORDER BY r.created LIMIT {:limit}`,
      { now: dateOf(now), limit },
    ),
  );
  return requests;
}
