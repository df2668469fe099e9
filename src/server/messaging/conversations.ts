import { publishedProduct } from '../../data/catalogue/products.ts';
import { visibleStore } from '../../data/catalogue/stores.ts';
import { hasBought, orderWithStore } from '../../data/commerce/orders.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import { refusalOf } from '../../data/kernel/refusal.ts';
import { transaction } from '../../data/kernel/transaction.ts';
import {
  conversationsToNotify,
  leaveConversation,
  markRead,
  openConversation,
  setBlocked,
  storeMessage,
  withNotified,
} from '../../data/messaging/conversation-writing.ts';
import {
  answerWaits,
  conversationBetween,
  conversationById,
  conversationOf,
  conversationView,
  type Participant,
  participantIds,
  type StoredConversation,
} from '../../data/messaging/conversations.ts';
import { messageByKey, messagesIn, sameMessageElsewhere } from '../../data/messaging/messages.ts';
import { spamWords } from '../../data/moderation/reports.ts';
import { sendPushHint } from '../../data/notifications/live.ts';
import { markNotificationsRead } from '../../data/notifications/notifications.ts';
import { cleanText } from '../../domain/kernel/clean-text.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  ANSWERS_DAYS,
  answersText,
  type Conversation,
  type MessagePage,
  type StartRefusal,
  writeSentence,
} from '../../domain/messaging/conversation.ts';
import { type Message, otherSide } from '../../domain/messaging/message.ts';
import type { PostingAccount } from '../../domain/moderation/posting-limits.ts';
import { messageSpamRefusal } from '../../domain/moderation/spam.ts';
import type { PushHint } from '../../domain/notifications/live.ts';
import { paths } from '../../paths.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { PostingLimits } from '../moderation/posting-limits.ts';
import { type NotifyParts, withNotice } from '../notifications/notifications.ts';

/** What conversations need of the app. */
export interface ConversationParts extends NotifyParts {
  postingLimits: PostingLimits;
}

/** Why something was not done: not there for this person, refused with a sentence, or said too often. */
export type ConversationRefused =
  | { refused: 'unknown' }
  | { refused: 'closed' | 'attachments' | 'crowded'; sentence: string };

const DAY_MS = 86_400_000;

/** A conversation of this person with a page of its messages; null where there is none of his. */
export async function readConversation(
  { pb, now }: Pick<ConversationParts, 'pb' | 'now'>,
  talker: Participant,
  asked: { id: string; before?: number | undefined; after?: number | undefined },
): Promise<MessagePage | null> {
  const kept = await conversationOf(pb, talker, asked.id);
  if (!kept) return null;
  const [page, answers] = await Promise.all([
    messagesIn(pb, kept.id, kept.side, asked),
    kept.side === 'buyer' && kept.storeId !== null ? answersOf({ pb, now }, kept.storeId) : null,
  ]);
  return { conversation: { ...conversationView(kept), answers }, ...page };
}

/** How soon a store usually answers, as words behind its name; null where it was asked too seldom. */
async function answersOf(
  { pb, now }: Pick<ConversationParts, 'pb' | 'now'>,
  storeId: string,
): Promise<string | null> {
  const at = now();
  return answersText(await answerWaits(pb, storeId, { since: at - ANSWERS_DAYS * DAY_MS, now: at }));
}

/**
 * Makes or finds the conversation of a person: as a buyer with a store, about one of its products or an order of his; as
 * the store's owner with whoever placed an order there.
 */
export async function startConversation(
  { pb, now }: Pick<ConversationParts, 'pb' | 'now'>,
  talker: Participant,
  asked: { storeId: string; productId: string | null; orderId: string | null },
): Promise<{ conversation: Conversation } | { refusal: StartRefusal }> {
  const { storeId, productId, orderId } = asked;
  const side = storeId === talker.storeId ? 'store' : 'buyer';
  if (side === 'store' && orderId === null) return { refusal: 'own-store' };
  const order = orderId === null ? null : await orderWithStore(pb, orderId, storeId);
  const buyerId = side === 'buyer' ? talker.userId : (order?.buyerId ?? null);
  if ((orderId !== null && order?.buyerId !== buyerId) || buyerId === null || buyerId === '')
    return { refusal: 'subject' };
  // Whoever bought there can still write to a store that has closed; everybody else needs one that is open.
  const store = order ? storeId : (await visibleStore(pb, storeId))?.id;
  const known = await conversationBetween(pb, { buyerId, storeId }, side);
  if (store === undefined && !known) return { refusal: 'store' };
  if (productId !== null && (await publishedProduct(pb, productId))?.store.id !== storeId)
    return { refusal: 'subject' };
  await openConversation(pb, { buyerId, storeId }, { productId, orderId }, now());
  const kept = await conversationBetween(pb, { buyerId, storeId }, side);
  return kept ? { conversation: conversationView(kept) } : { refusal: 'store' };
}

/**
 * Sends a message, once: the same key again answers the message that is there. Both sides' pages hear of it at once; who
 * has none open is written to later, where he has still not read it.
 */
export async function sendMessage(
  parts: ConversationParts,
  talker: Participant,
  speaker: PostingAccount,
  sent: { id: string; key: string; text: string; attachments: readonly string[] },
): Promise<{ message: Message } | ConversationRefused> {
  const { pb, now } = parts;
  const kept = await conversationOf(pb, talker, sent.id);
  if (!kept) return { refused: 'unknown' };
  const before = await messageByKey(pb, kept.id, kept.side, sent.key);
  if (before) return { message: before };
  if (kept.closed)
    return { refused: 'closed', sentence: writeSentence(kept.closed, kept.names[otherSide(kept.side)]) };
  const text = cleanText(sent.text);
  const advertising = kept.side === 'buyer' ? await advertisingIn(parts, kept, talker.userId, text) : null;
  if (advertising) return { refused: 'closed', sentence: advertising };
  const crowded =
    (await parts.postingLimits.postingRefusal(speaker, 'message', now())) ??
    (kept.lastNumber === 0 ? await parts.postingLimits.postingRefusal(speaker, 'conversation', now()) : null);
  if (crowded) return { refused: 'crowded', sentence: crowded };
  const word = await storeMessage(
    pb,
    {
      id: newRecordId(),
      conversationId: kept.id,
      by: kept.side,
      authorId: talker.userId,
      kind: 'text',
      text,
      key: sent.key,
      refundId: null,
      attachmentIds: sent.attachments,
    },
    now(),
  );
  if (word === 'attachments')
    return { refused: 'attachments', sentence: 'One of the files is gone; attach it again.' };
  const message = await messageByKey(pb, kept.id, kept.side, sent.key);
  if (message) {
    if (word === null) {
      const { number } = message;
      pushConversationHint(parts, kept, { kind: 'message', conversationId: kept.id, number, by: kept.side });
    }
    return { message };
  }
  // Closed in the moment between: the sentence is the one that holds now.
  const closed = (await conversationOf(pb, talker, sent.id))?.closed ?? 'blocked';
  return { refused: 'closed', sentence: writeSentence(closed, kept.names[otherSide(kept.side)]) };
}

/** Why a buyer's words are not taken, where they look like advertising; the operator's list of words is obeyed. */
async function advertisingIn(
  { pb, siteUrl, now }: ConversationParts,
  { id }: StoredConversation,
  userId: string,
  text: string,
): Promise<string | null> {
  const [words, bought, elsewhere] = await Promise.all([
    spamWords(pb),
    hasBought(pb, userId),
    sameMessageElsewhere(pb, { userId, text, conversationId: id }, now() - DAY_MS),
  ]);
  return messageSpamRefusal({ text, bought, elsewhere, words, host: new URL(siteUrl).host });
}

/** Notes how far this person has read. Null where there is no such conversation of his. */
export async function readUpTo(
  parts: ConversationParts,
  talker: Participant,
  { id, upTo }: { id: string; upTo: number },
): Promise<{ unread: number } | null> {
  const kept = await conversationOf(parts.pb, talker, id);
  if (!kept) return null;
  if (await markRead(parts.pb, kept.id, kept.side, Math.min(upTo, kept.lastNumber)))
    pushConversationHint(parts, kept, { kind: 'read', conversationId: kept.id, by: kept.side, upTo });
  // Also for who switched the list off: while what he was told is unread, no further mail is written.
  const about = `conversation:${kept.id}`;
  await markNotificationsRead(parts.pb, talker.userId, { about }, parts.now());
  const { unread } = (await conversationOf(parts.pb, talker, id)) ?? kept;
  return { unread };
}

/** Says that this person is writing, to the other side alone. False where there is no such conversation of his. */
export async function sayTyping(parts: ConversationParts, talker: Participant, id: string): Promise<boolean> {
  const kept = await conversationOf(parts.pb, talker, id);
  if (!kept) return false;
  const other = kept.side === 'buyer' ? kept.ownerId : kept.buyerId;
  if (kept.closed === null && other !== null)
    pushConversationHint(
      parts,
      { buyerId: other, ownerId: null },
      { kind: 'typing', conversationId: id, by: kept.side },
    );
  return true;
}

/** What a side does about the other: blocks it, takes that back, or leaves. Null where it is not his. */
export async function changeBlockState(
  parts: ConversationParts,
  talker: Participant,
  id: string,
  change: 'block' | 'unblock' | 'leave',
): Promise<Conversation | null> {
  const { pb } = parts;
  const kept = await conversationOf(pb, talker, id);
  if (!kept) return null;
  if (change === 'leave') await leaveConversation(pb, id, kept.side);
  else await setBlocked(pb, id, kept.side, change === 'block');
  pushConversationHint(parts, kept, { kind: 'conversation', conversationId: id });
  const changed = await conversationOf(pb, talker, id);
  return changed && conversationView(changed);
}

/** Knocks at the pages of both sides; nobody waits for it, and a knock that is lost is made up for by asking. */
export function pushConversationHint(
  { pb, onError }: Pick<ConversationParts, 'pb' | 'onError'>,
  kept: Pick<StoredConversation, 'buyerId' | 'ownerId'>,
  news: PushHint,
): void {
  sendPushHint(pb, participantIds(kept), news).catch(onError);
}

/** Whoever reads within this long is not written to. In ms. */
export const UNREAD_NOTICE_AFTER_MS = 5 * 60_000;
/** What fell silent longer ago was told, or was there before anybody was. In ms. */
const UNREAD_NOTICE_WITHIN_MS = 3 * DAY_MS;
const EVERY_MS = 60_000;
const AT_ONCE = 100;

/** Tells of messages that lay unread for five quiet minutes, once a silence. Answers how many people were told. */
export async function notifyUnreadMessages(parts: NotifyParts): Promise<number> {
  const { pb, now } = parts;
  const to: Instant = now() - UNREAD_NOTICE_AFTER_MS;
  const untold = await conversationsToNotify(pb, { from: to - UNREAD_NOTICE_WITHIN_MS, to }, AT_ONCE);
  let told = 0;
  for (const silence of untold) {
    const kept = await conversationById(pb, silence.conversationId, silence.side);
    const reader = silence.side === 'buyer' ? kept?.buyerId : kept?.ownerId;
    if (!kept || !reader) continue;
    const from = kept.names[otherSide(silence.side)];
    const steps = withNotified(transaction(pb), silence);
    withNotice(
      steps,
      parts,
      {
        to: [reader],
        kind: 'message',
        storeId: kept.storeId,
        key: `message:${silence.conversationId}:${silence.upTo}`,
        about: `conversation:${silence.conversationId}`,
        title: kept.unread === 1 ? `${from} wrote to you` : `${from}: ${kept.unread} new messages`,
        path: paths.conversation(silence.conversationId),
        mail: {
          subject: `A message from ${from}`,
          paragraphs: [
            kept.unread === 1
              ? `${from} wrote to you and waits to be read.`
              : `${from} wrote to you; ${kept.unread} messages wait to be read.`,
          ],
        },
      },
      now(),
    );
    if ((await refusalOf(steps, ['told'])) !== null) continue;
    told++;
    sendPushHint(pb, [reader], { kind: 'notification' }).catch(parts.onError);
  }
  if (told > 0) parts.mailQueued();
  return told;
}

/** Tells of unread messages every minute. */
export function openUnreadNotices(parts: NotifyParts): PeriodicJob {
  return openPeriodicJob(() => notifyUnreadMessages(parts), EVERY_MS, parts.onError);
}
