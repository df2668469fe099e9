import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { MESSAGES_PAGE } from '../../domain/messaging/conversation.ts';
import {
  type Attachment,
  HIDDEN_MESSAGE,
  type Message,
  type Subject,
} from '../../domain/messaging/message.ts';
import type { RefundRequest } from '../../domain/messaging/refund-request.ts';
import type { Side } from '../../domain/notifications/live.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type {
  MessageAttachmentsRecord,
  MessagesRecord,
  OrderLinesRecord,
  OrdersRecord,
  ProductsRecord,
  RefundRequestsRecord,
} from '../kernel/records.ts';
import { subjectOf } from './conversations.ts';

export type ExpandedRefund = RefundRequestsRecord & { expand?: { line?: OrderLinesRecord } };
type Expanded = MessagesRecord & {
  expand?: {
    product?: ProductsRecord;
    order?: OrdersRecord;
    refund?: ExpandedRefund;
    message_attachments_via_message?: MessageAttachmentsRecord[];
  };
};

const EXPAND = 'product,order,refund.line,message_attachments_via_message';
/** Messages per request when a page catches up. */
const CATCH_UP_PAGE = 200;

/**
 * A page of messages for one side of a conversation, ordered by number: the newest, those before a number, or those after
 * one (at most 200).
 */
export async function messagesIn(
  pb: PocketBase,
  conversationId: string,
  side: Side,
  query: { before?: number | undefined; after?: number | undefined },
): Promise<{ messages: Message[]; older: boolean }> {
  const filters = [pb.filter('conversation = {:conversationId}', { conversationId })];
  const { before, after } = query;
  if (before !== undefined) filters.push(pb.filter('number < {:before}', { before }));
  // Fetch one message before the page as well, to see whether the first one changes the subject.
  if (after !== undefined) filters.push(pb.filter('number >= {:after}', { after }));
  const forward = after !== undefined;
  const list = await pb
    .collection('messages')
    .getList<Expanded>(1, (forward ? CATCH_UP_PAGE : MESSAGES_PAGE) + 1, {
      filter: filters.join(' && '),
      sort: forward ? 'number' : '-number',
      expand: EXPAND,
      skipTotal: true,
    });
  const ordered = forward ? list.items : list.items.toReversed();
  const leading = forward ? ordered[0]?.number === after : ordered.length > MESSAGES_PAGE;
  let earlier: Subject | null = null;
  const messages = ordered.map((record) => {
    const message = messageOf(record, side);
    const { subject } = message;
    if (subject?.id === earlier?.id) message.subject = null;
    earlier = subject ?? earlier;
    return message;
  });
  const shown = leading ? messages.slice(1) : messages;
  return { messages: shown, older: (shown[0]?.number ?? 1) > 1 };
}

/** The message a side sent under a key, or null. */
export async function messageByKey(
  pb: PocketBase,
  conversationId: string,
  side: Side,
  key: string,
): Promise<Message | null> {
  const record = await orNull(
    pb.collection('messages').getFirstListItem<Expanded>(
      pb.filter('conversation = {:conversationId} && by = {:side} && messageKey = {:key}', {
        conversationId,
        side,
        key,
      }),
      { expand: EXPAND },
    ),
  );
  return record && messageOf(record, side);
}

/** A message that can be reported. */
export interface ReportableMessage {
  id: string;
  conversationId: string;
  number: number;
  by: Side;
  authorId: string | null;
  text: string;
  at: Instant;
}

/**
 * A message that the other side wrote to this user; null for their own messages, the app's, those of other conversations,
 * and unknown ids.
 */
export async function messageToReport(
  pb: PocketBase,
  { userId, storeId }: { userId: string; storeId: string | null },
  id: string,
): Promise<ReportableMessage | null> {
  if (!isRecordId(id)) return null;
  const record = await orNull(
    pb.collection('messages').getFirstListItem<MessagesRecord>(
      pb.filter(
        `id = {:id} && ((conversation.buyer = {:userId} && by = 'store')
            || (conversation.store = {:storeId} && conversation.store != '' && by = 'buyer'))`,
        { id, userId, storeId: storeId ?? '' },
      ),
    ),
  );
  if (!record || record.by === '' || record.by === 'house') return null;
  return {
    id: record.id,
    conversationId: record.conversation,
    number: record.number,
    by: record.by,
    authorId: record.author === '' ? null : record.author,
    text: record.text,
    at: instantOf(record.created) ?? 0,
  };
}

/** In how many other conversations this buyer wrote the same text since an instant, among their 200 newest messages. */
export async function sameMessageElsewhere(
  pb: PocketBase,
  { userId, text, conversationId }: { userId: string; text: string; conversationId: string },
  since: Instant,
): Promise<number> {
  const list = await pb.collection('messages').getList<{ conversation: string; text: string }>(1, 200, {
    filter: pb.filter(
      'conversation.buyer = {:userId} && author = {:userId} && conversation != {:conversationId} && created >= {:since}',
      { userId, conversationId, since: dateOf(since) },
    ),
    fields: 'conversation,text',
    sort: '-created',
    skipTotal: true,
  });
  // Compared here because PocketBase filters cannot match line breaks.
  const same = list.items.filter((message) => message.text === text);
  return new Set(same.map(({ conversation }) => conversation)).size;
}

function messageOf(record: Expanded, side: Side): Message {
  const { refund, message_attachments_via_message: files = [] } = record.expand ?? {};
  return {
    id: record.id,
    number: record.number,
    by: record.by === '' ? 'house' : record.by,
    kind: record.kind === '' ? 'text' : record.kind,
    // A message hidden after a report is shown to neither side.
    text: record.hiddenAt === '' ? record.text : HIDDEN_MESSAGE,
    attachments: (record.hiddenAt === '' ? files : [])
      .toSorted((a, b) => (a.created < b.created ? -1 : 1))
      .map(attachmentOf),
    subject: subjectOf(record.expand),
    refund: refund ? refundRequestOf(refund) : null,
    key: record.by === side ? record.messageKey : '',
    at: instantOf(record.created) ?? 0,
  };
}

export function attachmentOf(record: MessageAttachmentsRecord): Attachment {
  const { id, name, sizeBytes, width, height } = record;
  const kind = record.kind === 'picture' ? 'picture' : 'file';
  const isPicture = kind === 'picture';
  return { id, kind, name, sizeBytes, width: isPicture ? width : null, height: isPicture ? height : null };
}

export function refundRequestOf(record: ExpandedRefund): RefundRequest {
  return {
    id: record.id,
    orderId: record.order,
    lineId: record.line,
    productName: record.expand?.line?.productName ?? '',
    amountCents: record.amountCents,
    state: record.state === '' ? 'asked' : record.state,
    answerUntil: instantOf(record.answerUntil) ?? 0,
  };
}
