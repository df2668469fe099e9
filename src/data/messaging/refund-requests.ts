import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
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

/** A line of an order that its buyer wants his money back for. */
export interface StoredRefundableLine extends RefundableLine {
  orderId: string;
  lineId: string;
  storeId: string;
  productName: string;
}

/** A line that this buyer paid in a store that is there; null where it is nobody's or another's. */
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
  const asked = await pb.collection('refund_requests').getFullList<RefundRequestsRecord>({
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
    requests: asked.map(({ state }) => (state === '' ? 'asked' : state)),
  };
}

/** A request in one of these conversations, such as the one whose side asks; null elsewhere. */
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

/** The conversation a request belongs to; who may see that is asked next. */
export async function conversationOfRequest(pb: PocketBase, id: string): Promise<string | null> {
  if (!isRecordId(id)) return null;
  const record = await orNull(
    pb.collection('refund_requests').getOne<RefundRequestsRecord>(id, { fields: 'conversation' }),
  );
  return record?.conversation ?? null;
}

export type RefundWriteRefusal = 'conflict' | 'closed' | 'attachments';

/** Writes a request and the message that asks. `conflict` where one is open, or the message was sent before. */
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
      amountCents: line.paidCents - line.refundedCents,
      answerUntil: dateOf(answerUntil),
      now: dateOf(now),
    },
  );
  return refusalOf(withMessage(steps, message, now, 'always'), ['conflict', 'closed', 'attachments']);
}

/**
 * Moves a request on and says so in the conversation, in one transaction.
 * @param move.answeredBy who decided; null where the step is no decision
 * @returns null, `moved` where it does not stand at `from` any more, `conflict` where the message was sent before
 */
export async function changeRefundRequestState(
  pb: PocketBase,
  move: {
    id: string;
    from: RefundRequestState;
    to: RefundRequestState;
    answeredBy: 'store' | 'clock' | null;
  },
  message: NewMessage,
  now: Instant,
): Promise<'moved' | 'conflict' | 'closed' | null> {
  const { id, from, to, answeredBy } = move;
  const steps = transaction(pb).exec(
    sql`UPDATE refund_requests SET state = {:to}, updated = {:now},
        answeredBy = CASE {:answeredBy} WHEN '' THEN answeredBy ELSE {:answeredBy} END
      WHERE id = {:id} AND state = {:from}`,
    { id, from, to, answeredBy: answeredBy ?? '', now: dateOf(now) },
    { expect: 1, else: 'moved' },
  );
  return refusalOf(withMessage(steps, message, now, 'always'), ['moved', 'conflict', 'closed']);
}

/** A request with where it was made; for the house, which goes on with it by itself. */
export interface PendingRefundRequest extends RefundRequest {
  conversationId: string;
}

/** Requests nobody answered in time, and those that are granted while the money is on its way; the oldest first. */
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
