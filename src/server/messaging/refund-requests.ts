import { newRecordId } from '../../data/kernel/record-id.ts';
import { type NewMessage, openConversation } from '../../data/messaging/conversation-writing.ts';
import {
  conversationById,
  conversationOf,
  type Participant,
  type StoredConversation,
} from '../../data/messaging/conversations.ts';
import { messageByKey } from '../../data/messaging/messages.ts';
import {
  changeRefundRequestState,
  conversationOfRequest,
  type PendingRefundRequest,
  pendingRefundRequests,
  refundableLine,
  refundRequestIn,
  storeRefundRequest,
} from '../../data/messaging/refund-requests.ts';
import { cleanText } from '../../domain/kernel/clean-text.ts';
import { dayText } from '../../domain/kernel/instant.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import { type Message, type MessageKind, otherSide } from '../../domain/messaging/message.ts';
import {
  REFUND_REQUEST_REFUSAL_TEXTS,
  type RefundRequest,
  refundAnswerUntil,
  refundLapsed,
  refundRequestRefusal,
} from '../../domain/messaging/refund-request.ts';
import type { Side } from '../../domain/notifications/live.ts';
import { paths } from '../../paths.ts';
import { refundOrder } from '../commerce/refunds.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { type AmountCheck, unchecked } from '../kernel/amount-check.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { notify } from '../notifications/notifications.ts';
import { type ConversationParts, pushConversationHint } from './conversations.ts';

/** Refund requests in conversations: the buyer requests, the seller answers or the deadline grants, the app refunds. */

/** What refund requests need from the app. */
export type RefundParts = ConversationParts & CommerceContext;
const BY_THE_APP = { by: 'house', authorId: null, key: '', text: '' } as const;

export type RefundRequestRefused = { refused: 'unknown' } | { refused: 'refused'; sentence: string };

const DECIDED_MEANWHILE: RefundRequestRefused = {
  refused: 'refused',
  sentence: 'This request has been decided in the meantime. Reload the page.',
};

/** Requests a refund of an order line in the conversation with its store, which is created if missing. */
export async function requestRefund(
  parts: RefundParts,
  buyerId: string,
  input: { lineId: string; key: string; text: string },
): Promise<{ conversationId: string; message: Message } | RefundRequestRefused> {
  const { pb, now } = parts;
  const line = await refundableLine(pb, buyerId, input.lineId);
  if (!line) return { refused: 'unknown' };
  const { storeId, orderId } = line;
  const at = now();
  const conversationId = await openConversation(pb, { buyerId, storeId }, { productId: null, orderId }, at);
  const before = await messageByKey(pb, conversationId, 'buyer', input.key);
  if (before) return { conversationId, message: before };
  const refusal = refundRequestRefusal(line, at);
  if (refusal) return { refused: 'refused', sentence: REFUND_REQUEST_REFUSAL_TEXTS[refusal] };
  const refundId = newRecordId();
  const answerUntil = refundAnswerUntil(at);
  const message = refundMessage({ conversationId, refundId }, 'buyer', 'refund-asked', {
    authorId: buyerId,
    key: input.key,
    text: cleanText(input.text),
  });
  const refused = await storeRefundRequest(pb, line, { ...message, refundId }, answerUntil, at);
  const stored = await messageByKey(pb, conversationId, 'buyer', input.key);
  // Two pages requested at the same time; the other one succeeded.
  if (!stored) return { refused: 'refused', sentence: REFUND_REQUEST_REFUSAL_TEXTS.open };
  if (refused === null) {
    await notifySide(parts, conversationId, 'store', (other) => ({
      key: `refund-request:${refundId}`,
      title: `${other} requests a refund of “${line.productName}”`,
      paragraphs: [
        `${other} requests a refund of ${moneyText(line.leftCents)} for “${line.productName}”.`,
        `Please answer by ${dayText(answerUntil)}. Without an answer it is refunded then.`,
      ],
    }));
  }
  return { conversationId, message: stored };
}

/** Records the store's answer. Granting refunds at once if the payment provider can be reached. */
export async function answerRefund(
  parts: RefundParts,
  participant: Participant,
  input: { id: string; key: string; grant: boolean; text: string },
  check: AmountCheck = unchecked,
): Promise<{ conversationId: string; message: Message } | RefundRequestRefused> {
  const { pb } = parts;
  const found = await requestOf(parts, participant, input.id, 'store');
  if (!found) return { refused: 'unknown' };
  const { conversation, request } = found;
  if (input.grant) await check(request.amountCents);
  const changed = await changeState(parts, conversation, request, 'asked', {
    to: input.grant ? 'granting' : 'declined',
    kind: input.grant ? 'refund-granted' : 'refund-declined',
    answeredBy: 'store',
    by: 'store',
    authorId: participant.userId,
    key: input.key,
    text: cleanText(input.text),
  });
  const message = await messageByKey(pb, conversation.id, 'store', input.key);
  if (!message) return DECIDED_MEANWHILE;
  if (changed && input.grant) await makeRefund(parts, { ...request, conversationId: conversation.id });
  else if (changed)
    await notifySide(parts, conversation.id, 'buyer', (other) => ({
      key: `refund-request:${request.id}:declined`,
      title: `${other} declined the refund of “${request.productName}”`,
      paragraphs: [`${other} has answered your request for a refund of “${request.productName}”.`],
    }));
  return { conversationId: conversation.id, message };
}

/** The buyer withdraws their request, which works until it is answered. */
export async function withdrawRefund(
  parts: RefundParts,
  participant: Participant,
  input: { id: string; key: string },
): Promise<{ conversationId: string; message: Message } | RefundRequestRefused> {
  const found = await requestOf(parts, participant, input.id, 'buyer');
  if (!found) return { refused: 'unknown' };
  const { conversation, request } = found;
  await changeState(parts, conversation, request, 'asked', {
    to: 'withdrawn',
    kind: 'refund-withdrawn',
    answeredBy: null,
    by: 'buyer',
    authorId: participant.userId,
    key: input.key,
    text: '',
  });
  const message = await messageByKey(parts.pb, conversation.id, 'buyer', input.key);
  return message ? { conversationId: conversation.id, message } : DECIDED_MEANWHILE;
}

/** Grants requests past their deadline and makes refunds that are still due. Returns how many requests it processed. */
export async function processRefundRequests(parts: RefundParts): Promise<number> {
  const { pb, now } = parts;
  const requests = await pendingRefundRequests(pb, now(), 50);
  for (const request of requests) {
    if (refundLapsed(request, now())) {
      const conversation = await conversationById(pb, request.conversationId, 'store');
      const lapse = { ...BY_THE_APP, to: 'granting', kind: 'refund-lapsed', answeredBy: 'clock' } as const;
      if (!conversation || !(await changeState(parts, conversation, request, 'asked', lapse))) continue;
    }
    // A failing refund must not block the others.
    await makeRefund(parts, request).catch(parts.onError);
  }
  return requests.length;
}

/** Processes refund requests every minute. */
export function openRefundRequests(parts: RefundParts): PeriodicJob {
  return openPeriodicJob(() => processRefundRequests(parts), 60_000, parts.onError);
}

/**
 * Makes the refund of a granted request and writes a message about it. What the seller has refunded meanwhile counts. If
 * the provider cannot be reached, a later run tries again.
 */
async function makeRefund(parts: RefundParts, request: PendingRefundRequest): Promise<void> {
  const { pb } = parts;
  let refusal: Awaited<ReturnType<typeof refundOrder>>;
  try {
    refusal = await refundOrder(
      parts,
      { by: 'operator' },
      { orderId: request.orderId, lineId: request.lineId, amountCents: null, reason: 'requested' },
    );
  } catch (reason) {
    if (reason instanceof Error && reason.name === 'PaymentsUnavailable') return;
    throw reason;
  }
  // Disputed payments and concurrent refunds are tried again later.
  if (refusal === 'changed-meanwhile' || refusal === 'disputed') return;
  const made = refusal === null || refusal === 'more-than-left';
  const conversation = await conversationById(pb, request.conversationId, 'buyer');
  if (!conversation) return;
  const step = { to: made ? 'granted' : 'void', kind: made ? 'refund-made' : 'refund-void' } as const;
  if (
    !(await changeState(parts, conversation, request, 'granting', {
      ...BY_THE_APP,
      ...step,
      answeredBy: null,
    }))
  )
    return;
  await notifySide(parts, conversation.id, 'buyer', () => ({
    key: `refund-request:${request.id}:done`,
    title: made
      ? `Your refund of “${request.productName}” is on its way`
      : `“${request.productName}” could not be refunded`,
    paragraphs: [
      made
        ? `Your refund of “${request.productName}” is on its way to the card you paid with.`
        : `The payment provider did not refund “${request.productName}”. Please contact us.`,
    ],
  }));
}

interface StateChange {
  to: RefundRequest['state'];
  kind: MessageKind;
  answeredBy: 'store' | 'clock' | null;
  by: Side | 'house';
  authorId: string | null;
  key: string;
  text: string;
}

/** Changes a request's state and writes a message about it; false if its state is no longer `from`. */
async function changeState(
  parts: RefundParts,
  conversation: StoredConversation,
  request: RefundRequest,
  from: RefundRequest['state'],
  step: StateChange,
): Promise<boolean> {
  const { to, kind, answeredBy, by, authorId, key, text } = step;
  const refused = await changeRefundRequestState(
    parts.pb,
    { id: request.id, from, to, answeredBy },
    refundMessage({ conversationId: conversation.id, refundId: request.id }, by, kind, {
      authorId,
      key,
      text,
    }),
    parts.now(),
  );
  if (refused === null)
    pushConversationHint(parts, conversation, { kind: 'conversation', conversationId: conversation.id });
  return refused === null;
}

function refundMessage(
  about: { conversationId: string; refundId: string },
  by: Side | 'house',
  kind: MessageKind,
  written: { authorId: string | null; key: string; text: string },
): NewMessage {
  return { id: newRecordId(), ...about, by, kind, ...written, attachmentIds: [] };
}

/** A request in a conversation where the participant is on this side, or null. */
async function requestOf(
  { pb }: RefundParts,
  participant: Participant,
  id: string,
  side: Side,
): Promise<{ conversation: StoredConversation; request: RefundRequest } | null> {
  const conversationId = await conversationOfRequest(pb, id);
  const conversation = conversationId === null ? null : await conversationOf(pb, participant, conversationId);
  if (conversation?.side !== side) return null;
  const request = await refundRequestIn(pb, conversation.id, id);
  return request && { conversation, request };
}

/** Notifies one side about a request at once, because it has a deadline. */
async function notifySide(
  parts: RefundParts,
  conversationId: string,
  side: Side,
  textsOf: (other: string) => { key: string; title: string; paragraphs: string[] },
): Promise<void> {
  const conversation = await conversationById(parts.pb, conversationId, side);
  const reader = side === 'buyer' ? conversation?.buyerId : conversation?.ownerId;
  if (!conversation || !reader) return;
  pushConversationHint(parts, conversation, {
    kind: 'message',
    conversationId,
    number: conversation.lastNumber,
    by: otherSide(side),
  });
  const { key, title, paragraphs } = textsOf(conversation.names[otherSide(side)]);
  await notify(parts, {
    to: [reader],
    kind: 'refund-request',
    storeId: conversation.storeId,
    key,
    title,
    path: paths.conversation(conversationId),
    mail: { subject: title, paragraphs },
  });
}
