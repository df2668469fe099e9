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
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { notify } from '../notifications/notifications.ts';
import { type ConversationParts, pushConversationHint } from './conversations.ts';

/** Asking for money back in a conversation: the buyer asks, the seller answers, silence grants, the house pays. */

/** What refunds need of the app. */
export type RefundParts = ConversationParts & CommerceContext;
const OF_THE_HOUSE = { by: 'house', authorId: null, key: '', text: '' } as const;

export type RefundRequestRefused = { refused: 'unknown' } | { refused: 'refused'; sentence: string };

const MOVED: RefundRequestRefused = {
  refused: 'refused',
  sentence: 'This request was decided meanwhile; load the page anew.',
};

/** Asks for the money of a line back, in the conversation with its store, which is made where there is none. */
export async function requestRefund(
  parts: RefundParts,
  buyerId: string,
  asked: { lineId: string; key: string; text: string },
): Promise<{ conversationId: string; message: Message } | RefundRequestRefused> {
  const { pb, now } = parts;
  const line = await refundableLine(pb, buyerId, asked.lineId);
  if (!line) return { refused: 'unknown' };
  const { storeId, orderId } = line;
  const at = now();
  const conversationId = await openConversation(pb, { buyerId, storeId }, { productId: null, orderId }, at);
  const before = await messageByKey(pb, conversationId, 'buyer', asked.key);
  if (before) return { conversationId, message: before };
  const refusal = refundRequestRefusal(line, at);
  if (refusal) return { refused: 'refused', sentence: REFUND_REQUEST_REFUSAL_TEXTS[refusal] };
  const refundId = newRecordId();
  const answerUntil = refundAnswerUntil(at);
  const message = wordOf({ conversationId, refundId }, 'buyer', 'refund-asked', {
    authorId: buyerId,
    key: asked.key,
    text: cleanText(asked.text),
  });
  const word = await storeRefundRequest(pb, line, { ...message, refundId }, answerUntil, at);
  const kept = await messageByKey(pb, conversationId, 'buyer', asked.key);
  // Two pages asked at once: one of them did.
  if (!kept) return { refused: 'refused', sentence: REFUND_REQUEST_REFUSAL_TEXTS.open };
  if (word === null) {
    await told(parts, conversationId, 'store', (other) => ({
      key: `refund-request:${refundId}`,
      title: `${other} asks for a refund of “${line.productName}”`,
      paragraphs: [
        `${other} asks for ${moneyText(line.paidCents - line.refundedCents)} back for “${line.productName}”.`,
        `Please answer by ${dayText(answerUntil)}. Without an answer the money is given back then.`,
      ],
    }));
  }
  return { conversationId, message: kept };
}

/** The store's answer, once. Granting gives the money back at once where the payment provider can be reached. */
export async function answerRefund(
  parts: RefundParts,
  talker: Participant,
  asked: { id: string; key: string; grant: boolean; text: string },
): Promise<{ conversationId: string; message: Message } | RefundRequestRefused> {
  const { pb } = parts;
  const found = await requestOf(parts, talker, asked.id, 'store');
  if (!found) return { refused: 'unknown' };
  const { kept, request } = found;
  const moved = await move(parts, kept, request, 'asked', {
    to: asked.grant ? 'granting' : 'declined',
    kind: asked.grant ? 'refund-granted' : 'refund-declined',
    answeredBy: 'store',
    by: 'store',
    authorId: talker.userId,
    key: asked.key,
    text: cleanText(asked.text),
  });
  const message = await messageByKey(pb, kept.id, 'store', asked.key);
  if (!message) return MOVED;
  if (moved && asked.grant) await payBack(parts, { ...request, conversationId: kept.id });
  else if (moved)
    await told(parts, kept.id, 'buyer', (other) => ({
      key: `refund-request:${request.id}:declined`,
      title: `${other} declined the refund of “${request.productName}”`,
      paragraphs: [`${other} has answered your request for a refund of “${request.productName}”.`],
    }));
  return { conversationId: kept.id, message };
}

/** The buyer takes his request back, as long as nobody has answered it. */
export async function withdrawRefund(
  parts: RefundParts,
  talker: Participant,
  asked: { id: string; key: string },
): Promise<{ conversationId: string; message: Message } | RefundRequestRefused> {
  const found = await requestOf(parts, talker, asked.id, 'buyer');
  if (!found) return { refused: 'unknown' };
  const { kept, request } = found;
  await move(parts, kept, request, 'asked', {
    to: 'withdrawn',
    kind: 'refund-withdrawn',
    answeredBy: null,
    by: 'buyer',
    authorId: talker.userId,
    key: asked.key,
    text: '',
  });
  const message = await messageByKey(parts.pb, kept.id, 'buyer', asked.key);
  return message ? { conversationId: kept.id, message } : MOVED;
}

/** Goes on with every request that nobody answered in time, and with those whose money is not back yet. */
export async function processRefundRequests(parts: RefundParts): Promise<number> {
  const { pb, now } = parts;
  const requests = await pendingRefundRequests(pb, now(), 50);
  for (const request of requests) {
    if (refundLapsed(request, now())) {
      const kept = await conversationById(pb, request.conversationId, 'store');
      const lapse = { ...OF_THE_HOUSE, to: 'granting', kind: 'refund-lapsed', answeredBy: 'clock' } as const;
      if (!kept || !(await move(parts, kept, request, 'asked', lapse))) continue;
    }
    // One that the provider holds up must not hold up the others.
    await payBack(parts, request).catch(parts.onError);
  }
  return requests.length;
}

/** Looks every minute for requests to go on with. */
export function openRefundRequests(parts: RefundParts): PeriodicJob {
  return openPeriodicJob(() => processRefundRequests(parts), 60_000, parts.onError);
}

/**
 * Gives the money of a granted request back and says so. What a seller refunded by himself meanwhile counts as given; a
 * provider who is away is asked again later.
 */
async function payBack(parts: RefundParts, request: PendingRefundRequest): Promise<void> {
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
  // A dispute that is decided later, and somebody else's refund of the same moment, are looked at again.
  if (refusal === 'changed-meanwhile' || refusal === 'disputed') return;
  const made = refusal === null || refusal === 'more-than-left';
  const kept = await conversationById(pb, request.conversationId, 'buyer');
  if (!kept) return;
  const step = { to: made ? 'granted' : 'void', kind: made ? 'refund-made' : 'refund-void' } as const;
  if (!(await move(parts, kept, request, 'granting', { ...OF_THE_HOUSE, ...step, answeredBy: null }))) return;
  await told(parts, kept.id, 'buyer', () => ({
    key: `refund-request:${request.id}:done`,
    title: made
      ? `The refund of “${request.productName}” is on its way to you`
      : `“${request.productName}” could not be refunded`,
    paragraphs: [
      made
        ? `Your money for “${request.productName}” is on its way back.`
        : `The payment provider did not refund “${request.productName}”. Please write to us.`,
    ],
  }));
}

interface Step {
  to: RefundRequest['state'];
  kind: MessageKind;
  answeredBy: 'store' | 'clock' | null;
  by: Side | 'house';
  authorId: string | null;
  key: string;
  text: string;
}

/** Moves a request on and says so in its conversation; false where it does not stand at `from` any more. */
async function move(
  parts: RefundParts,
  kept: StoredConversation,
  request: RefundRequest,
  from: RefundRequest['state'],
  step: Step,
): Promise<boolean> {
  const { to, kind, answeredBy, by, authorId, key, text } = step;
  const word = await changeRefundRequestState(
    parts.pb,
    { id: request.id, from, to, answeredBy },
    wordOf({ conversationId: kept.id, refundId: request.id }, by, kind, { authorId, key, text }),
    parts.now(),
  );
  if (word === null) pushConversationHint(parts, kept, { kind: 'conversation', conversationId: kept.id });
  return word === null;
}

function wordOf(
  about: { conversationId: string; refundId: string },
  by: Side | 'house',
  kind: MessageKind,
  said: { authorId: string | null; key: string; text: string },
): NewMessage {
  return { id: newRecordId(), ...about, by, kind, ...said, attachmentIds: [] };
}

/** A request that a person on this side of its conversation may decide about; null where it is not his. */
async function requestOf(
  { pb }: RefundParts,
  talker: Participant,
  id: string,
  side: Side,
): Promise<{ kept: StoredConversation; request: RefundRequest } | null> {
  const conversationId = await conversationOfRequest(pb, id);
  const kept = conversationId === null ? null : await conversationOf(pb, talker, conversationId);
  if (kept?.side !== side) return null;
  const request = await refundRequestIn(pb, kept.id, id);
  return request && { kept, request };
}

/** Tells one side about a request, at once: it has a clock. */
async function told(
  parts: RefundParts,
  conversationId: string,
  side: Side,
  said: (other: string) => { key: string; title: string; paragraphs: string[] },
): Promise<void> {
  const kept = await conversationById(parts.pb, conversationId, side);
  const reader = side === 'buyer' ? kept?.buyerId : kept?.ownerId;
  if (!kept || !reader) return;
  pushConversationHint(parts, kept, {
    kind: 'message',
    conversationId,
    number: kept.lastNumber,
    by: otherSide(side),
  });
  const { key, title, paragraphs } = said(kept.names[otherSide(side)]);
  await notify(parts, {
    to: [reader],
    kind: 'refund-request',
    storeId: kept.storeId,
    key,
    title,
    path: paths.conversation(conversationId),
    mail: { subject: title, paragraphs },
  });
}
