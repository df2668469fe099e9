import { type ActionAPIContext, defineAction } from 'astro:actions';
import { unreadOf } from '../../data/messaging/conversation-lists.ts';
import type { Participant } from '../../data/messaging/conversations.ts';
import { deleteReply, savedRepliesOf, saveReply } from '../../data/messaging/saved-replies.ts';
import type { User } from '../../domain/identity/user.ts';
import { cleanLine, cleanText } from '../../domain/kernel/clean-text.ts';
import { SAVED_REPLIES_MAX, START_REFUSAL_TEXTS } from '../../domain/messaging/conversation.ts';
import {
  conflict,
  fieldRefused,
  notFound,
  type RefusalError,
  refusedFor,
  tooManyRequests,
} from '../../server/kernel/refusal-error.ts';
import {
  type ConversationRefused,
  changeBlockState,
  readConversation,
  readUpTo,
  sayTyping,
  sendMessage,
  startConversation,
} from '../../server/messaging/conversations.ts';
import { conversationsFound } from '../../server/messaging/message-search.ts';
import {
  answerRefund,
  type RefundRequestRefused,
  requestRefund,
  withdrawRefund,
} from '../../server/messaging/refund-requests.ts';
import { seller, talkingStore } from '../catalogue/seller.ts';
import { requireStepUpFor } from '../identity/step-up.ts';
import {
  byId,
  conversationQuery,
  messagePageQuery,
  readInput,
  refundAnswerInput,
  refundRequestInput,
  refundWithdrawInput,
  replyInput,
  sendInput,
  startInput,
} from './conversation-input.ts';

export const conversations = {
  /** The user's conversations as a buyer and as a store, newest first, with the total of unread messages. */
  list: defineAction({
    accept: 'json',
    input: conversationQuery,
    async handler({ search, unread, before }, context) {
      const { participant } = await participantOf(context);
      return conversationsFound(context.locals.pb, participant, { search, unread, before: before ?? null });
    },
  }),

  /** The user's unread messages in all conversations. */
  unread: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { participant } = await participantOf(context);
      return { unread: await unreadOf(context.locals.pb, participant) };
    },
  }),

  /** One of the user's conversations with a page of its messages. */
  one: defineAction({
    accept: 'json',
    input: messagePageQuery,
    async handler(input, context) {
      const { participant } = await participantOf(context);
      return (
        (await readConversation(context.locals.app.messaging.conversations, participant, input)) ??
        noConversation()
      );
    },
  }),

  /** Finds or creates the conversation with a store, or as the store with a buyer who ordered there. */
  start: defineAction({
    accept: 'json',
    input: startInput,
    async handler({ storeId, productId, orderId }, context) {
      const { participant } = await participantOf(context);
      const input = { storeId, productId: productId ?? null, orderId: orderId ?? null };
      const started = await startConversation(context.locals.app.messaging.conversations, participant, input);
      if ('conversation' in started) return started.conversation;
      throw refusedFor(started.refusal, START_REFUSAL_TEXTS, {
        store: 'not_found',
        subject: 'not_found',
      });
    },
  }),

  /** Sends a message; the same key sends it only once. */
  send: defineAction({
    accept: 'json',
    input: sendInput,
    async handler(message, context) {
      const { participant, user } = await participantOf(context);
      const answer = await sendMessage(
        context.locals.app.messaging.conversations,
        participant,
        user,
        message,
      );
      if ('refused' in answer) throw sendRefusal(answer);
      return answer.message;
    },
  }),

  /** Records how far the user has read; returns what is still unread. */
  read: defineAction({
    accept: 'json',
    input: readInput,
    async handler(input, context) {
      const { participant } = await participantOf(context);
      return (
        (await readUpTo(context.locals.app.messaging.conversations, participant, input)) ?? noConversation()
      );
    },
  }),

  /** Tells the other side that the user is typing. */
  typing: defineAction({
    accept: 'json',
    input: byId,
    async handler({ id }, context) {
      const { participant } = await participantOf(context);
      return (await sayTyping(context.locals.app.messaging.conversations, participant, id))
        ? { done: true }
        : noConversation();
    },
  }),

  /** Blocks the other side. */
  block: defineAction({
    accept: 'json',
    input: byId,
    handler: ({ id }, context) => changeState(context, id, 'block'),
  }),
  unblock: defineAction({
    accept: 'json',
    input: byId,
    handler: ({ id }, context) => changeState(context, id, 'unblock'),
  }),
  /** Removes it from the user's list; the other side cannot write until the user does. */
  leave: defineAction({
    accept: 'json',
    input: byId,
    handler: ({ id }, context) => changeState(context, id, 'leave'),
  }),

  /** The store's saved replies. */
  savedReplies: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      return savedRepliesOf(context.locals.pb, store.id);
    },
  }),

  /** Saves a reply, a new one if there is no id; returns all of them. */
  keepReply: defineAction({
    accept: 'json',
    input: replyInput,
    async handler({ id, title, text }, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      const reply = { id: id ?? null, title: cleanLine(title), text: cleanText(text) };
      const refusal = await saveReply(pb, store.id, reply, Date.now());
      if (refusal === 'gone') throw notFound(NO_REPLY);
      if (refusal === 'too-many')
        throw fieldRefused('title', 'You already have {most} saved replies; remove one first.', {
          most: SAVED_REPLIES_MAX,
        });
      return savedRepliesOf(pb, store.id);
    },
  }),

  removeReply: defineAction({
    accept: 'json',
    input: byId,
    async handler({ id }, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      if (!(await deleteReply(pb, store.id, id))) throw notFound(NO_REPLY);
      return savedRepliesOf(pb, store.id);
    },
  }),

  /** Requests a refund for a line of the user's order. */
  askRefund: defineAction({
    accept: 'json',
    input: refundRequestInput,
    async handler(input, context) {
      const { user } = await participantOf(context);
      return refundResult(await requestRefund(context.locals.app.messaging.conversations, user.id, input));
    },
  }),

  /** Grants or declines a refund request to the user's store. */
  answerRefund: defineAction({
    accept: 'json',
    input: refundAnswerInput,
    async handler(input, context) {
      const { participant } = await participantOf(context);
      const check = (cents: number) => requireStepUpFor(context, cents);
      return refundResult(
        await answerRefund(context.locals.app.messaging.conversations, participant, input, check),
      );
    },
  }),

  /** Withdraws the user's own refund request. */
  withdrawRefund: defineAction({
    accept: 'json',
    input: refundWithdrawInput,
    async handler(input, context) {
      const { participant } = await participantOf(context);
      return refundResult(
        await withdrawRefund(context.locals.app.messaging.conversations, participant, input),
      );
    },
  }),
};

const NO_REPLY = 'There is no such reply.';

/** The signed-in user as a participant of conversations. @throws RefusalError unauthorized */
async function participantOf(context: ActionAPIContext): Promise<{ user: User; participant: Participant }> {
  const { user, store } = await talkingStore(context);
  return { user, participant: { userId: user.id, storeId: store?.id ?? null } };
}

async function changeState(context: ActionAPIContext, id: string, change: 'block' | 'unblock' | 'leave') {
  const { participant } = await participantOf(context);
  return (
    (await changeBlockState(context.locals.app.messaging.conversations, participant, id, change)) ??
    noConversation()
  );
}

function noConversation(): never {
  throw notFound('There is no such conversation.');
}

function sendRefusal(answer: ConversationRefused): RefusalError {
  if (answer.refused === 'unknown') return noConversation();
  if (answer.refused === 'attachments') return fieldRefused('attachments', answer.sentence);
  return answer.refused === 'crowded' ? tooManyRequests(answer.sentence) : conflict(answer.sentence);
}

function refundResult<T extends object>(answer: T | RefundRequestRefused): T {
  if (!('refused' in answer)) return answer;
  throw answer.refused === 'unknown'
    ? notFound('There is no such sale or request.')
    : conflict(answer.sentence);
}
