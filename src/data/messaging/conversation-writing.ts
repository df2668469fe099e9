import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { excerptOf, type MessageKind } from '../../domain/messaging/message.ts';
import type { Side } from '../../domain/notifications/live.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

const c = tables.conversations.as('c');

const ID = shape({ id: c.id });
const UNREAD = shape({
  id: c.id,
  lastNumber: c.lastNumber,
  unread: { buyer: c.buyerUnread, store: c.storeUnread },
  toldTo: { buyer: c.buyerToldTo, store: c.storeToldTo },
});

/** Writes conversations. Counters change in the transaction of the message they count. */

export interface NewMessage {
  id: string;
  conversationId: string;
  by: Side | 'house';
  /** The user who wrote it; null for the app. */
  authorId: string | null;
  kind: MessageKind;
  /** Cleaned, as stored. */
  text: string;
  /** "" for the app. */
  key: string;
  refundId: string | null;
  attachmentIds: readonly string[];
}

/** `if-open`: only if the sides can write to each other. `always`: messages about refunds ignore blocks and leaving. */
export type DeliveryRule = 'if-open' | 'always';

/** No side blocks, the other side has not left and exists. The same rule as `writeRefusal`, checked on writing. */
const OPEN_FOR: Record<Side, Sql> = {
  buyer: sql`c.buyerBlocked = FALSE AND c.storeBlocked = FALSE AND c.storeLeft = FALSE AND c.store <> ''`,
  store: sql`c.buyerBlocked = FALSE AND c.storeBlocked = FALSE AND c.buyerLeft = FALSE AND c.buyer <> ''`,
};

/** The columns of a conversation that belong to one side. */
const COLUMNS_OF = {
  buyer: {
    readTo: sql`buyerReadTo`,
    unread: sql`buyerUnread`,
    notifiedTo: sql`buyerToldTo`,
    blocked: sql`buyerBlocked`,
    left: sql`buyerLeft`,
  },
  store: {
    readTo: sql`storeReadTo`,
    unread: sql`storeUnread`,
    notifiedTo: sql`storeToldTo`,
    blocked: sql`storeBlocked`,
    left: sql`storeLeft`,
  },
} satisfies Record<Side, Record<string, Sql>>;

const MESSAGE_WRITE_REFUSALS = ['conflict', 'closed', 'attachments'] as const;
export type MessageWriteRefusal = (typeof MESSAGE_WRITE_REFUSALS)[number];

/**
 * Adds a message to a transaction. Its number follows the newest message, not the row's counter, which an operator may
 * overwrite by saving the row. The other side's unread count grows by one, and a store's first answer records how long
 * the buyer waited. Refused with `closed` if the side may not write, `attachments` if a file is not the author's or
 * already attached, and `conflict` if the key is used.
 */
export function withMessage(
  steps: Transaction,
  message: NewMessage,
  now: Instant,
  delivery: DeliveryRule,
): Transaction {
  const { id, conversationId, by, authorId, kind, text, key, refundId, attachmentIds } = message;
  const guard = delivery === 'if-open' && by !== 'house' ? sql`AND ${OPEN_FOR[by]}` : sql``;
  const at = dateOf(now);
  steps.exec(
    sql`INSERT INTO messages (id, conversation, number, [[by]], author, kind, text, messageKey, files, product, [[order]],
        refund, answering, waitedSeconds, created, updated)
      SELECT {:id}, c.id, (SELECT COALESCE(MAX(m.number), 0) + 1 FROM messages m WHERE m.conversation = c.id), {:by},
        {:author}, {:kind}, {:text}, {:key}, {:files},
        CASE {:by} WHEN 'house' THEN '' ELSE c.product END, CASE {:by} WHEN 'house' THEN '' ELSE c.[[order]] END, {:refund},
        CASE WHEN {:by} = 'store' AND c.waitingSince <> '' THEN c.store ELSE '' END,
        CASE WHEN {:by} = 'store' AND c.waitingSince <> ''
          THEN MAX(0, unixepoch({:now}) - unixepoch(c.waitingSince)) ELSE 0 END, {:now}, {:now}
      FROM conversations c WHERE c.id = {:conversationId} ${guard}`,
    {
      id,
      conversationId,
      by,
      author: authorId ?? '',
      kind,
      text,
      key,
      files: attachmentIds.length,
      refund: refundId ?? '',
      now: at,
    },
    { expect: 1, else: 'closed' },
  );
  steps.exec(
    sql`UPDATE conversations SET lastNumber = (SELECT MAX(m.number) FROM messages m WHERE m.conversation = {:conversationId}),
        lastAt = {:now}, updated = {:now}, excerpt = {:excerpt},
        excerptBy = {:by}, buyerUnread = buyerUnread + ({:by} <> 'buyer'), storeUnread = storeUnread + ({:by} <> 'store'),
        buyerLeft = CASE WHEN {:by} = 'buyer' OR {:reopens} THEN FALSE ELSE buyerLeft END,
        storeLeft = CASE WHEN {:by} = 'store' OR {:reopens} THEN FALSE ELSE storeLeft END,
        waitingSince = CASE {:by} WHEN 'store' THEN ''
          WHEN 'buyer' THEN CASE waitingSince WHEN '' THEN {:now} ELSE waitingSince END ELSE waitingSince END
      WHERE id = {:conversationId}`,
    {
      conversationId,
      by,
      now: at,
      excerpt: excerptOf(text === '' ? KIND_EXCERPTS[kind] : text, attachmentIds.length),
      reopens: delivery === 'always',
    },
    { expect: 1, else: 'closed' },
  );
  for (const attachmentId of attachmentIds)
    steps.exec(
      sql`UPDATE message_attachments SET message = {:id}
        WHERE id = {:attachmentId} AND owner = {:author} AND conversation = {:conversationId} AND message = ''`,
      { id, attachmentId, author: authorId ?? '', conversationId },
      { expect: 1, else: 'attachments' },
    );
  return steps;
}

/** The excerpt of a message without text. */
const KIND_EXCERPTS: Record<MessageKind, string> = {
  text: '',
  'refund-asked': 'Refund requested',
  'refund-granted': 'Refund granted',
  'refund-declined': 'Refund declined',
  'refund-withdrawn': 'Refund request withdrawn',
  'refund-lapsed': 'Refund granted: the request was not answered in time',
  'refund-made': 'Refunded',
  'refund-void': 'Nothing could be refunded',
};

/** Stores a message in a transaction of its own. Null if stored, otherwise why not. */
export async function storeMessage(
  pb: PocketBase,
  message: NewMessage,
  now: Instant,
): Promise<MessageWriteRefusal | null> {
  return refusalOf(withMessage(transaction(pb), message, now, 'if-open'), MESSAGE_WRITE_REFUSALS);
}

/**
 * Finds or creates the conversation of a buyer and a store, and sets its subject if one is given. Returns its id.
 * @param newId the id of a new row
 */
export async function openConversation(
  pb: PocketBase,
  pair: { buyerId: string; storeId: string },
  about: { productId: string | null; orderId: string | null },
  now: Instant,
  newId = newRecordId(),
): Promise<string> {
  const steps = transaction(pb).exec(
    sql`INSERT INTO conversations (id, buyer, store, product, [[order]], excerpt, excerptBy, lastNumber, lastAt, buyerReadTo,
        storeReadTo, buyerUnread, storeUnread, buyerToldTo, storeToldTo, buyerBlocked, storeBlocked, buyerLeft, storeLeft,
        waitingSince, letterTo, created, updated)
      SELECT {:id}, {:buyerId}, {:storeId}, '', '', '', '', 0, {:now}, 0, 0, 0, 0, 0, 0, FALSE, FALSE, FALSE, FALSE, '', 0,
        {:now}, {:now}
      WHERE NOT EXISTS (SELECT 1 FROM conversations WHERE buyer = {:buyerId} AND store = {:storeId})`,
    { id: newId, ...pair, now: dateOf(now) },
  );
  if (about.productId !== null || about.orderId !== null)
    steps.exec(
      sql`UPDATE conversations SET product = {:product}, [[order]] = {:order}, updated = {:now}
        WHERE buyer = {:buyerId} AND store = {:storeId}`,
      { ...pair, product: about.productId ?? '', order: about.orderId ?? '', now: dateOf(now) },
    );
  await steps.run();
  const opened = await first(
    pb,
    select(
      ID,
      sql`SELECT ${ID} FROM conversations c
        WHERE c.buyer = {:buyerId} AND c.store = {:storeId} AND c.buyer <> '' AND c.store <> ''`,
      pair,
    ),
  );
  if (!opened) throw new Error(`the conversation of ${pair.buyerId} with ${pair.storeId} was not stored`);
  return opened.id;
}

/**
 * Records that a side has read everything up to a number. Unread messages are counted again, so that the count agrees with
 * the messages. False if that was recorded before, or there is no such number yet.
 */
export async function markRead(
  pb: PocketBase,
  conversationId: string,
  side: Side,
  upTo: number,
): Promise<boolean> {
  const { readTo, unread } = COLUMNS_OF[side];
  const steps = transaction(pb).exec(
    sql`UPDATE conversations SET ${readTo} = {:upTo}, ${unread} = (SELECT COUNT(*) FROM messages m
        WHERE m.conversation = conversations.id AND m.number > {:upTo} AND m.[[by]] <> {:side})
      WHERE id = {:conversationId} AND ${readTo} < {:upTo} AND lastNumber >= {:upTo}`,
    { conversationId, upTo, side },
    { expect: 1, else: 'unchanged' },
  );
  return (await refusalOf(steps, ['unchanged'])) === null;
}

/** Blocks or unblocks the other side. */
export async function setBlocked(
  pb: PocketBase,
  conversationId: string,
  side: Side,
  blocked: boolean,
): Promise<void> {
  const { blocked: column } = COLUMNS_OF[side];
  await transaction(pb)
    .exec(sql`UPDATE conversations SET ${column} = {:blocked} WHERE id = {:conversationId}`, {
      conversationId,
      blocked,
    })
    .run();
}

/** Leaves: the conversation disappears from the side's list, and the other side cannot write until this side does. */
export async function leaveConversation(pb: PocketBase, conversationId: string, side: Side): Promise<void> {
  const { left, unread, readTo } = COLUMNS_OF[side];
  const waiting = side === 'store' ? sql`, waitingSince = ''` : sql``;
  await transaction(pb)
    .exec(
      sql`UPDATE conversations SET ${left} = TRUE, ${unread} = 0, ${readTo} = lastNumber${waiting}
        WHERE id = {:conversationId}`,
      { conversationId },
    )
    .run();
}

/** A side with unread messages it has not been notified of. */
export interface UnreadNotice {
  conversationId: string;
  side: Side;
  /** Number of the newest message the notification covers. */
  upTo: number;
}

/** Conversations whose last message lies within the given time and has an unread side that was not notified of it. */
export async function conversationsToNotify(
  pb: PocketBase,
  { from, to }: { from: Instant; to: Instant },
  limit: number,
): Promise<UnreadNotice[]> {
  const [rows] = await ask(
    pb,
    select(
      UNREAD,
      sql`SELECT ${UNREAD} FROM conversations c WHERE c.lastAt <= {:to} AND c.lastAt >= {:from}
        AND ((c.buyerUnread > 0 AND c.buyerToldTo < c.lastNumber) OR (c.storeUnread > 0 AND c.storeToldTo < c.lastNumber))
        ORDER BY c.lastAt LIMIT {:limit}`,
      { from: dateOf(from), to: dateOf(to), limit },
    ),
  );
  return rows.flatMap(({ id, lastNumber, unread, toldTo }) =>
    (['buyer', 'store'] as const)
      .filter((side) => unread[side] > 0 && toldTo[side] < lastNumber)
      .map((side) => ({ conversationId: id, side, upTo: lastNumber })),
  );
}

/** Records in a transaction that a side was notified of messages up to a number; refused with `notified` if it was before. */
export function withNotified(steps: Transaction, { conversationId, side, upTo }: UnreadNotice): Transaction {
  const { notifiedTo } = COLUMNS_OF[side];
  return steps.exec(
    sql`UPDATE conversations SET ${notifiedTo} = {:upTo} WHERE id = {:conversationId} AND ${notifiedTo} < {:upTo}`,
    { conversationId, upTo },
    { expect: 1, else: 'notified' },
  );
}
