import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { excerptOf, type MessageKind } from '../../domain/messaging/message.ts';
import type { Side } from '../../domain/notifications/live.ts';
import { dateOf } from '../kernel/fields.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

/** How conversations are written: every counter moves in the transaction of the message it counts. */

export interface NewMessage {
  id: string;
  conversationId: string;
  by: Side | 'house';
  /** Who wrote it; null for the house. */
  authorId: string | null;
  kind: MessageKind;
  /** As it is kept. */
  text: string;
  /** "" for the house. */
  key: string;
  refundId: string | null;
  attachmentIds: readonly string[];
}

/** What a message in free words waits for; a word about money goes through whatever stands between the sides. */
export type DeliveryRule = 'free' | 'always';

/** Nobody has blocked, the other has not left and is there. The same as `writeRefusal`, at the moment of writing. */
const FREE: Record<Side, Sql> = {
  buyer: sql`c.buyerBlocked = FALSE AND c.storeBlocked = FALSE AND c.storeLeft = FALSE AND c.store <> ''`,
  store: sql`c.buyerBlocked = FALSE AND c.storeBlocked = FALSE AND c.buyerLeft = FALSE AND c.buyer <> ''`,
};

/** Where a conversation's row holds what is one side's own. */
const COLUMNS_OF = {
  buyer: {
    readTo: sql`buyerReadTo`,
    unread: sql`buyerUnread`,
    toldTo: sql`buyerToldTo`,
    blocked: sql`buyerBlocked`,
    left: sql`buyerLeft`,
  },
  store: {
    readTo: sql`storeReadTo`,
    unread: sql`storeUnread`,
    toldTo: sql`storeToldTo`,
    blocked: sql`storeBlocked`,
    left: sql`storeLeft`,
  },
} satisfies Record<Side, Record<string, Sql>>;

const MESSAGE_WRITE_REFUSALS = ['conflict', 'closed', 'attachments'] as const;
export type MessageWriteRefusal = (typeof MESSAGE_WRITE_REFUSALS)[number];

/**
 * Adds a message to a transaction: it takes the number behind the newest message, whatever an operator who saved the row in
 * the same moment did to its counter; the other side has one more unread, and a store's first
 * answer keeps how long it was waited for. Refused with `closed` where the side may not write, `attachments` where one is
 * not its own or stands beside a message already, and `conflict` where the key was used.
 */
export function withMessage(
  steps: Transaction,
  message: NewMessage,
  now: Instant,
  passage: DeliveryRule,
): Transaction {
  const { id, conversationId, by, authorId, kind, text, key, refundId, attachmentIds } = message;
  const guard = passage === 'free' && by !== 'house' ? sql`AND ${FREE[by]}` : sql``;
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
        buyerLeft = CASE WHEN {:by} = 'buyer' OR {:wakes} THEN FALSE ELSE buyerLeft END,
        storeLeft = CASE WHEN {:by} = 'store' OR {:wakes} THEN FALSE ELSE storeLeft END,
        waitingSince = CASE {:by} WHEN 'store' THEN ''
          WHEN 'buyer' THEN CASE waitingSince WHEN '' THEN {:now} ELSE waitingSince END ELSE waitingSince END
      WHERE id = {:conversationId}`,
    {
      conversationId,
      by,
      now: at,
      excerpt: excerptOf(text === '' ? KIND_EXCERPTS[kind] : text, attachmentIds.length),
      wakes: passage === 'always',
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

/** What a list says of a message without words. */
const KIND_EXCERPTS: Record<MessageKind, string> = {
  text: '',
  'refund-asked': 'A refund is asked for',
  'refund-granted': 'The refund is granted',
  'refund-declined': 'The refund is declined',
  'refund-withdrawn': 'The request for a refund is taken back',
  'refund-lapsed': 'The refund is granted, for the request was not answered',
  'refund-made': 'The money is given back',
  'refund-void': 'Nothing could be refunded',
};

/** Sends a message by itself. Null where it is kept, else why not. */
export async function storeMessage(
  pb: PocketBase,
  message: NewMessage,
  now: Instant,
): Promise<MessageWriteRefusal | null> {
  return refusalOf(withMessage(transaction(pb), message, now, 'free'), MESSAGE_WRITE_REFUSALS);
}

/**
 * Makes the conversation of a buyer and a store, or finds it, and sets what it is about where that is given. Answers its
 * id.
 * @param newId of the row where there is none yet
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
  const { id } = await pb
    .collection('conversations')
    .getFirstListItem<{ id: string }>(pb.filter('buyer = {:buyerId} && store = {:storeId}', pair), {
      fields: 'id',
    });
  return id;
}

/**
 * Notes that a side has seen everything up to a number. What is unread is counted anew, so that it always agrees with the
 * messages. False where that was known, or there is no such number yet.
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
    { expect: 1, else: 'known' },
  );
  return (await refusalOf(steps, ['known'])) === null;
}

/** Blocks the other side, or takes that back. */
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

/** Leaves: the conversation is in the side's list no more, and the other cannot write until the side does. */
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

/** A side that was not there when messages came, and has not read them since. */
export interface UnreadNotice {
  conversationId: string;
  side: Side;
  /** The newest message it is told of. */
  upTo: number;
}

/** Conversations that fell silent before an instant with something unread that its reader was not told of. */
export async function conversationsToNotify(
  pb: PocketBase,
  { from, to }: { from: Instant; to: Instant },
  limit: number,
): Promise<UnreadNotice[]> {
  const list = await pb.collection('conversations').getList<{
    id: string;
    lastNumber: number;
    buyerUnread: number;
    buyerToldTo: number;
    storeUnread: number;
    storeToldTo: number;
  }>(1, limit, {
    filter: pb.filter(
      `lastAt <= {:to} && lastAt >= {:from}
        && ((buyerUnread > 0 && buyerToldTo < lastNumber) || (storeUnread > 0 && storeToldTo < lastNumber))`,
      { from: dateOf(from), to: dateOf(to) },
    ),
    sort: 'lastAt',
    fields: 'id,lastNumber,buyerUnread,buyerToldTo,storeUnread,storeToldTo',
    skipTotal: true,
  });
  return list.items.flatMap((record) =>
    (['buyer', 'store'] as const)
      .filter((side) => record[`${side}Unread`] > 0 && record[`${side}ToldTo`] < record.lastNumber)
      .map((side) => ({ conversationId: record.id, side, upTo: record.lastNumber })),
  );
}

/** Adds to a transaction that a side was told of messages up to a number; refused with `told` where it was before. */
export function withNotified(steps: Transaction, { conversationId, side, upTo }: UnreadNotice): Transaction {
  const { toldTo } = COLUMNS_OF[side];
  return steps.exec(
    sql`UPDATE conversations SET ${toldTo} = {:upTo} WHERE id = {:conversationId} AND ${toldTo} < {:upTo}`,
    { conversationId, upTo },
    { expect: 1, else: 'told' },
  );
}
