import type PocketBase from 'pocketbase';
import { shownPrice, shownRefund } from '../../domain/commerce/order.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import type {
  RefundableLine,
  RefundRequest,
  RefundRequestState,
} from '../../domain/messaging/refund-request.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type { OrderLinesRecord, OrdersRecord, RefundRequestsRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';
import { type NewMessage, withMessage } from './conversation-writing.ts';
import { type ExpandedRefund, refundRequestOf } from './messages.ts';

/** A stored order line that a refund can be requested for. */
export interface StoredRefundableLine extends RefundableLine {
  orderId: string;
  lineId: string;
  storeId: string;
  productName: string;
  /** What is left to give back of the price as the buyer saw it, in cents. */
  leftCents: Cents;
}

/** A line this buyer ordered from an existing store; null for unknown lines and those of other buyers. */
export async function refundableLine(
  pb: PocketBase,
  buyerId: string,
  lineId: string,
): Promise<StoredRefundableLine | null> {
  if (!isRecordId(lineId)) return null;
  const line = await orNull(
    pb
      .collection('order_lines')
      .getFirstListItem<OrderLinesRecord & { expand?: { order?: OrdersRecord } }>(
        pb.filter('id = {:lineId} && order.buyer = {:buyerId}', { lineId, buyerId }),
        { expand: 'order' },
      ),
  );
  const order = line?.expand?.order;
  if (!line || !order || line.store === '') return null;
  const requests = await pb.collection('refund_requests').getFullList<RefundRequestsRecord>({
    filter: pb.filter('line = {:lineId}', { lineId }),
    fields: 'state',
  });
  return {
    orderId: order.id,
    lineId,
    storeId: line.store,
    productName: line.productName,
    state: order.state === '' ? 'pending' : order.state,
    paidAt: instantOf(order.paidAt),
    paidCents: line.paidCents,
    refundedCents: line.refundedCents,
    leftCents: shownPrice(line) - shownRefund(line),
    requests: requests.map(({ state }) => (state === '' ? 'asked' : state)),
  };
}

/** A refund request of this conversation, or null. */
export async function refundRequestIn(
  pb: PocketBase,
  conversationId: string,
  id: string,
): Promise<RefundRequest | null> {
  if (!isRecordId(id)) return null;
  const record = await orNull(
    pb
      .collection('refund_requests')
      .getFirstListItem<ExpandedRefund>(
        pb.filter('id = {:id} && conversation = {:conversationId}', { id, conversationId }),
        { expand: 'line' },
      ),
  );
  return record && refundRequestOf(record);
}

/** The conversation a request belongs to. The caller checks access. */
export async function conversationOfRequest(pb: PocketBase, id: string): Promise<string | null> {
  if (!isRecordId(id)) return null;
  const record = await orNull(
    pb.collection('refund_requests').getOne<RefundRequestsRecord>(id, { fields: 'conversation' }),
  );
  return record?.conversation ?? null;
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
export interface PendingRefundRequest extends RefundRequest {
  conversationId: string;
}

/** Requests past their deadline, and granted ones whose refund is not made yet; oldest first. */
export async function pendingRefundRequests(
  pb: PocketBase,
  now: Instant,
  limit: number,
): Promise<PendingRefundRequest[]> {
  const list = await pb.collection('refund_requests').getList<ExpandedRefund>(1, limit, {
    filter: pb.filter("state = 'granting' || (state = 'asked' && answerUntil <= {:now})", {
      now: dateOf(now),
    }),
    sort: 'created',
    expand: 'line',
    skipTotal: true,
  });
  return list.items.map((record) => ({ ...refundRequestOf(record), conversationId: record.conversation }));
}
