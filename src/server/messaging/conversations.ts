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
import { oneLineName } from '../notifications/mail-layout.ts';
import { type NotifyParts, withNotice } from '../notifications/notifications.ts';

/** What conversations need from the app. */
export interface ConversationParts extends NotifyParts {
  postingLimits: PostingLimits;
}

/** Why something was refused: unknown to this user, refused with a sentence, or over a posting limit. */
export type ConversationRefused =
  | { refused: 'unknown' }
  | { refused: 'closed' | 'attachments' | 'crowded'; sentence: string };

const DAY_MS = 86_400_000;

/** A conversation of this participant with a page of its messages, or null. */
export async function readConversation(
  { pb, now }: Pick<ConversationParts, 'pb' | 'now'>,
  participant: Participant,
  query: { id: string; before?: number | undefined; after?: number | undefined },
): Promise<MessagePage | null> {
  const stored = await conversationOf(pb, participant, query.id);
  if (!stored) return null;
  const [page, answers] = await Promise.all([
    messagesIn(pb, stored.id, stored.side, query),
    stored.side === 'buyer' && stored.storeId !== null ? answersOf({ pb, now }, stored.storeId) : null,
  ]);
  return { conversation: { ...conversationView(stored), answers }, ...page };
}

/** How soon a store usually answers, as text after its name; null if there are too few questions. */
async function answersOf(
  { pb, now }: Pick<ConversationParts, 'pb' | 'now'>,
  storeId: string,
): Promise<string | null> {
  const at = now();
  return answersText(await answerWaits(pb, storeId, { since: at - ANSWERS_DAYS * DAY_MS, now: at }));
}

/**
 * Finds or creates a conversation: of a buyer with a store, about a product or an order, or of a store's owner with a buyer
 * who placed an order there.
 */
export async function startConversation(
  { pb, now }: Pick<ConversationParts, 'pb' | 'now'>,
  participant: Participant,
  query: { storeId: string; productId: string | null; orderId: string | null },
): Promise<{ conversation: Conversation } | { refusal: StartRefusal }> {
  const { storeId, productId, orderId } = query;
  const side = storeId === participant.storeId ? 'store' : 'buyer';
  if (side === 'store' && orderId === null) return { refusal: 'own-store' };
  const order = orderId === null ? null : await orderWithStore(pb, orderId, storeId);
  const buyerId = side === 'buyer' ? participant.userId : (order?.buyerId ?? null);
  if ((orderId !== null && order?.buyerId !== buyerId) || buyerId === null || buyerId === '')
    return { refusal: 'subject' };
  // Buyers can still write to a closed store they ordered from; for others the store must be open.
  const [store, known, product] = await Promise.all([
    order ? storeId : visibleStore(pb, storeId).then((found) => found?.id),
    conversationBetween(pb, { buyerId, storeId }, side),
    productId === null ? null : publishedProduct(pb, productId),
  ]);
  if (store === undefined && !known) return { refusal: 'store' };
  if (productId !== null && product?.store.id !== storeId) return { refusal: 'subject' };
  await openConversation(pb, { buyerId, storeId }, { productId, orderId }, now());
  const stored = await conversationBetween(pb, { buyerId, storeId }, side);
  return stored ? { conversation: conversationView(stored) } : { refusal: 'store' };
}

/**
 * Sends a message; the same key returns the stored message. Both sides' open pages receive a push hint. A reader without an
 * open page is notified later if the message is still unread.
 */
export async function sendMessage(
  parts: ConversationParts,
  participant: Participant,
  speaker: PostingAccount,
  sent: { id: string; key: string; text: string; attachments: readonly string[] },
): Promise<{ message: Message } | ConversationRefused> {
  const { pb, now } = parts;
  const stored = await conversationOf(pb, participant, sent.id);
  if (!stored) return { refused: 'unknown' };
  const before = await messageByKey(pb, stored.id, stored.side, sent.key);
  if (before) return { message: before };
  if (stored.closed)
    return {
      refused: 'closed',
      sentence: writeSentence(stored.closed, stored.names[otherSide(stored.side)]),
    };
  const text = cleanText(sent.text);
  const advertising =
    stored.side === 'buyer' ? await advertisingIn(parts, stored, participant.userId, text) : null;
  if (advertising) return { refused: 'closed', sentence: advertising };
  const overLimit =
    (await parts.postingLimits.postingRefusal(speaker, 'message', now())) ??
    (stored.lastNumber === 0
      ? await parts.postingLimits.postingRefusal(speaker, 'conversation', now())
      : null);
  if (overLimit) return { refused: 'crowded', sentence: overLimit };
  const refusal = await storeMessage(
    pb,
    {
      id: newRecordId(),
      conversationId: stored.id,
      by: stored.side,
      authorId: participant.userId,
      kind: 'text',
      text,
      key: sent.key,
      refundId: null,
      attachmentIds: sent.attachments,
    },
    now(),
  );
  if (refusal === 'attachments')
    return { refused: 'attachments', sentence: 'One of the files is no longer available. Attach it again.' };
  const message = await messageByKey(pb, stored.id, stored.side, sent.key);
  if (message) {
    if (refusal === null) {
      const { number } = message;
      pushConversationHint(parts, stored, {
        kind: 'message',
        conversationId: stored.id,
        number,
        by: stored.side,
      });
    }
    return { message };
  }
  // It was closed meanwhile: return the current refusal.
  const closed = (await conversationOf(pb, participant, sent.id))?.closed ?? 'blocked';
  return { refused: 'closed', sentence: writeSentence(closed, stored.names[otherSide(stored.side)]) };
}

/** Why a buyer's message is refused as advertising, or null; uses the operator's list of spam words. */
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

/** Records how far this participant has read. Null if they have no such conversation. */
export async function readUpTo(
  parts: ConversationParts,
  participant: Participant,
  { id, upTo }: { id: string; upTo: number },
): Promise<{ unread: number } | null> {
  const stored = await conversationOf(parts.pb, participant, id);
  if (!stored) return null;
  if (await markRead(parts.pb, stored.id, stored.side, Math.min(upTo, stored.lastNumber)))
    pushConversationHint(parts, stored, { kind: 'read', conversationId: stored.id, by: stored.side, upTo });
  // Also if the user has notifications switched off: no further mail is sent while an earlier notification is unread.
  const about = `conversation:${stored.id}`;
  await markNotificationsRead(parts.pb, participant.userId, { about }, parts.now());
  const { unread } = (await conversationOf(parts.pb, participant, id)) ?? stored;
  return { unread };
}

/** Tells the other side that this participant is typing. False if they have no such conversation. */
export async function sayTyping(
  parts: ConversationParts,
  participant: Participant,
  id: string,
): Promise<boolean> {
  const stored = await conversationOf(parts.pb, participant, id);
  if (!stored) return false;
  const other = stored.side === 'buyer' ? stored.ownerId : stored.buyerId;
  if (stored.closed === null && other !== null)
    pushConversationHint(
      parts,
      { buyerId: other, ownerId: null },
      { kind: 'typing', conversationId: id, by: stored.side },
    );
  return true;
}

/** Blocks or unblocks the other side, or leaves. Null if the participant has no such conversation. */
export async function changeBlockState(
  parts: ConversationParts,
  participant: Participant,
  id: string,
  change: 'block' | 'unblock' | 'leave',
): Promise<Conversation | null> {
  const { pb } = parts;
  const stored = await conversationOf(pb, participant, id);
  if (!stored) return null;
  if (change === 'leave') await leaveConversation(pb, id, stored.side);
  else await setBlocked(pb, id, stored.side, change === 'block');
  pushConversationHint(parts, stored, { kind: 'conversation', conversationId: id });
  const changed = await conversationOf(pb, participant, id);
  return changed && conversationView(changed);
}

/** Sends a push hint to both sides without waiting. A lost hint is made up for when a page fetches again. */
export function pushConversationHint(
  { pb, onError }: Pick<ConversationParts, 'pb' | 'onError'>,
  stored: Pick<StoredConversation, 'buyerId' | 'ownerId'>,
  news: PushHint,
): void {
  sendPushHint(pb, participantIds(stored), news).catch(onError);
}

/** A message read within this time causes no notification. In ms. */
export const UNREAD_NOTICE_AFTER_MS = 5 * 60_000;
/** Older unread messages were notified of before, or predate the notifications. In ms. */
const UNREAD_NOTICE_WITHIN_MS = 3 * DAY_MS;
const EVERY_MS = 60_000;
const AT_ONCE = 100;

/** Notifies of messages that are unread five minutes after the last one, once per pause. Returns how many users were notified. */
export async function notifyUnreadMessages(parts: NotifyParts): Promise<number> {
  const { pb, now } = parts;
  const to: Instant = now() - UNREAD_NOTICE_AFTER_MS;
  const due = await conversationsToNotify(pb, { from: to - UNREAD_NOTICE_WITHIN_MS, to }, AT_ONCE);
  let notified = 0;
  for (const notice of due) {
    const stored = await conversationById(pb, notice.conversationId, notice.side);
    const reader = notice.side === 'buyer' ? stored?.buyerId : stored?.ownerId;
    if (!stored || !reader) continue;
    const from = stored.names[otherSide(notice.side)];
    const steps = withNotified(transaction(pb), notice);
    withNotice(
      steps,
      parts,
      {
        to: [reader],
        kind: 'message',
        storeId: stored.storeId,
        key: `message:${notice.conversationId}:${notice.upTo}`,
        about: `conversation:${notice.conversationId}`,
        title: stored.unread === 1 ? `${from} wrote to you` : `${from}: ${stored.unread} new messages`,
        path: paths.conversation(notice.conversationId),
        mail: {
          subject: `A message from ${from}`,
          paragraphs: [
            stored.unread === 1
              ? `You have a new message from ${oneLineName(from)}.`
              : `You have ${stored.unread} unread messages from ${oneLineName(from)}.`,
          ],
        },
      },
      now(),
    );
    if ((await refusalOf(steps, ['notified'])) !== null) continue;
    notified++;
    sendPushHint(pb, [reader], { kind: 'notification' }).catch(parts.onError);
  }
  if (notified > 0) parts.mailQueued();
  return notified;
}

/** Notifies of unread messages every minute. */
export function openUnreadNotices(parts: NotifyParts): PeriodicJob {
  return openPeriodicJob(() => notifyUnreadMessages(parts), EVERY_MS, parts.onError);
}
