import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { MESSAGES_PAGE } from '../../domain/messaging/conversation.ts';
import {
  type Attachment,
  HIDDEN_MESSAGE,
  type Message,
  type Subject,
} from '../../domain/messaging/message.ts';
import type { Side } from '../../domain/notifications/live.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { maybe, type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { json, number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { SUBJECT } from './conversations.ts';

const m = tables.messages.as('m');
const r = tables.refundRequests.as('r');
const l = tables.orderLines.as('l');

/** A refund request, of refund_requests `r` with their lines `l`. */
export const REFUND = {
  id: r.id,
  orderId: r.order,
  lineId: r.line,
  productName: l.productName.or(''),
  amountCents: r.amountCents,
  state: r.state,
  answerUntil: r.answerUntil,
};
const MESSAGE = {
  shown: {
    id: m.id,
    number: m.number,
    by: m.by,
    kind: m.kind,
    subject: SUBJECT,
    refund: maybe(REFUND),
    at: m.created,
  },
  text: m.text,
  key: m.messageKey,
  hiddenAt: m.hiddenAt,
  attachments: value(
    sql`(SELECT json_group_array(json_object('id', f.id, 'kind', f.kind, 'name', f.name, 'sizeBytes', f.sizeBytes,
        'width', f.width, 'height', f.height)) || ''
      FROM (SELECT i.* FROM message_attachments i WHERE i.message = m.id ORDER BY i.created, i.id) f)`,
    json,
  ).as((files) => (files as StoredFile[]).map(attachmentOf)),
};
const MESSAGE_ROW = shape(MESSAGE);
const REPORTABLE = {
  id: m.id,
  conversationId: m.conversation,
  number: m.number,
  by: m.by.as((by) => by as Side),
  authorId: m.author.orNull,
  text: m.text,
  at: m.created,
};
const REPORTABLE_ROW = shape(REPORTABLE);
const COUNT = shape({ count: value(sql`count(DISTINCT n.conversation)`, number) });

/** Messages with what they are about. */
const WITH_SUBJECT = sql`messages m LEFT JOIN products p ON p.id = m.product LEFT JOIN orders o ON o.id = m.[[order]]
  LEFT JOIN refund_requests r ON r.id = m.refund LEFT JOIN order_lines l ON l.id = r.line`;

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
  { before, after }: { before?: number | undefined; after?: number | undefined },
): Promise<{ messages: Message[]; older: boolean }> {
  const forward = after !== undefined;
  const [rows] = await ask(
    pb,
    select(
      MESSAGE_ROW,
      // With one message before the page as well, to see whether the first one changes the subject.
      sql`SELECT ${MESSAGE_ROW} FROM ${WITH_SUBJECT}
        WHERE m.conversation = {:conversationId} AND m.number >= {:after} AND m.number < {:before}
        ORDER BY ${forward ? sql`m.number` : sql`m.number DESC`} LIMIT {:limit}`,
      {
        conversationId,
        after: after ?? 0,
        before: before ?? Number.MAX_SAFE_INTEGER,
        limit: (forward ? CATCH_UP_PAGE : MESSAGES_PAGE) + 1,
      },
    ),
  );
  const ordered = forward ? rows : rows.toReversed();
  const leading = forward ? ordered[0]?.shown.number === after : ordered.length > MESSAGES_PAGE;
  let earlier: Subject | null = null;
  const messages = ordered.map((row) => {
    const message = messageOf(row, side);
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
  const row = await first(
    pb,
    select(
      MESSAGE_ROW,
      sql`SELECT ${MESSAGE_ROW} FROM ${WITH_SUBJECT} WHERE m.conversation = {:conversationId} AND m.[[by]] = {:side}
        AND m.messageKey = {:key} AND m.messageKey <> ''`,
      { conversationId, side, key },
    ),
  );
  return row ? messageOf(row, side) : null;
}

/** A message that can be reported. */
export type ReportableMessage = RowOf<typeof REPORTABLE>;

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
  return first(
    pb,
    select(
      REPORTABLE_ROW,
      sql`SELECT ${REPORTABLE_ROW} FROM messages m JOIN conversations c ON c.id = m.conversation
        WHERE m.id = {:id} AND ((c.buyer = {:userId} AND m.[[by]] = 'store')
          OR (c.store = {:storeId} AND c.store <> '' AND m.[[by]] = 'buyer'))`,
      { id, userId, storeId: storeId ?? '' },
    ),
  );
}

/** In how many other conversations this buyer wrote the same text since an instant, among their 200 newest messages. */
export async function sameMessageElsewhere(
  pb: PocketBase,
  { userId, text, conversationId }: { userId: string; text: string; conversationId: string },
  since: Instant,
): Promise<number> {
  const others = await first(
    pb,
    select(
      COUNT,
      sql`SELECT ${COUNT} FROM (SELECT m.conversation, m.text FROM messages m JOIN conversations c ON c.id = m.conversation
          WHERE m.author = {:userId} AND c.buyer = {:userId} AND m.conversation <> {:conversationId}
            AND m.created >= {:since} ORDER BY m.created DESC LIMIT 200) n
        WHERE n.text = {:text}`,
      { userId, text, conversationId, since: dateOf(since) },
    ),
  );
  return others?.count ?? 0;
}

function messageOf({ shown, text, key, hiddenAt, attachments }: RowOf<typeof MESSAGE>, side: Side): Message {
  // A message hidden after a report is shown to neither side.
  const isHidden = hiddenAt !== null;
  return {
    ...shown,
    text: isHidden ? HIDDEN_MESSAGE : text,
    attachments: isHidden ? [] : attachments,
    key: shown.by === side ? key : '',
  };
}

/** An attachment's columns: of a file without a picture, width and height mean nothing. */
type StoredFile = Record<'sizeBytes' | 'width' | 'height', number> & Pick<Attachment, 'id' | 'kind' | 'name'>;

export function attachmentOf({ id, kind, name, sizeBytes, width, height }: StoredFile): Attachment {
  const isPicture = kind === 'picture';
  return { id, kind, name, sizeBytes, width: isPicture ? width : null, height: isPicture ? height : null };
}
