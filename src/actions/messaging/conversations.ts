import { type ActionAPIContext, ActionError, defineAction } from 'astro:actions';
import { conversationsOf, type Participant, unreadOf } from '../../data/messaging/conversations.ts';
import { deleteReply, savedRepliesOf, saveReply } from '../../data/messaging/saved-replies.ts';
import type { User } from '../../domain/identity/user.ts';
import { cleanLine, cleanText } from '../../domain/kernel/clean-text.ts';
import { SAVED_REPLIES_MAX, START_REFUSAL_TEXTS } from '../../domain/messaging/conversation.ts';
import {
  type ConversationRefused,
  changeBlockState,
  readConversation,
  readUpTo,
  sayTyping,
  sendMessage,
  startConversation,
} from '../../server/messaging/conversations.ts';
import {
  answerRefund,
  type RefundRequestRefused,
  requestRefund,
  withdrawRefund,
} from '../../server/messaging/refund-requests.ts';
import { mayBeSeller, seller } from '../catalogue/seller.ts';
import { FieldRefused } from '../kernel/field-rules.ts';
import {
  listAsked,
  oneAsked,
  oneOf,
  readAsked,
  refundAnswered,
  refundAsked,
  refundWithdrawn,
  replyAsked,
  sendAsked,
  startAsked,
} from './conversation-input.ts';

export const conversations = {
  /** My conversations, as a buyer and as a store, those written in last first, with what is unread in all of them. */
  list: defineAction({
    accept: 'json',
    input: listAsked,
    async handler({ search, unread, before }, context) {
      const { talker } = await talking(context);
      return conversationsOf(context.locals.pb, talker, { search, unread, before: before ?? null });
    },
  }),

  /** How many messages I have not read, in all conversations. */
  unread: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { talker } = await talking(context);
      return { unread: await unreadOf(context.locals.pb, talker) };
    },
  }),

  /** One of my conversations with a page of its messages. */
  one: defineAction({
    accept: 'json',
    input: oneAsked,
    async handler(asked, context) {
      const { talker } = await talking(context);
      return (await readConversation(context.locals.app.talk, talker, asked)) ?? none();
    },
  }),

  /** My conversation with a store, or as the store with who ordered there; made where there is none. */
  start: defineAction({
    accept: 'json',
    input: startAsked,
    async handler({ storeId, productId, orderId }, context) {
      const { talker } = await talking(context);
      const asked = { storeId, productId: productId ?? null, orderId: orderId ?? null };
      const started = await startConversation(context.locals.app.talk, talker, asked);
      if ('conversation' in started) return started.conversation;
      const message = START_REFUSAL_TEXTS[started.refusal];
      throw new ActionError({ code: started.refusal === 'own-store' ? 'CONFLICT' : 'NOT_FOUND', message });
    },
  }),

  /** Sends a message, once a key. */
  send: defineAction({
    accept: 'json',
    input: sendAsked,
    async handler(sent, context) {
      const { talker, user } = await talking(context);
      const answer = await sendMessage(context.locals.app.talk, talker, user, sent);
      if ('refused' in answer) throw refused(answer);
      return answer.message;
    },
  }),

  /** Says how far I have read; answers what is unread still. */
  read: defineAction({
    accept: 'json',
    input: readAsked,
    async handler(asked, context) {
      const { talker } = await talking(context);
      return (await readUpTo(context.locals.app.talk, talker, asked)) ?? none();
    },
  }),

  /** Says that I am writing. */
  typing: defineAction({
    accept: 'json',
    input: oneOf,
    async handler({ id }, context) {
      const { talker } = await talking(context);
      return (await sayTyping(context.locals.app.talk, talker, id)) ? { done: true } : none();
    },
  }),

  /** Hears nothing from the other side any more. */
  block: defineAction({
    accept: 'json',
    input: oneOf,
    handler: ({ id }, context) => changed(context, id, 'block'),
  }),
  unblock: defineAction({
    accept: 'json',
    input: oneOf,
    handler: ({ id }, context) => changed(context, id, 'unblock'),
  }),
  /** Takes it off my list; the other side cannot write until I do. */
  leave: defineAction({
    accept: 'json',
    input: oneOf,
    handler: ({ id }, context) => changed(context, id, 'leave'),
  }),

  /** The texts my store keeps for answers. */
  savedReplies: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      return savedRepliesOf(context.locals.pb, store.id);
    },
  }),

  /** Keeps a text, a new one without an id; answers all of them. */
  keepReply: defineAction({
    accept: 'json',
    input: replyAsked,
    async handler({ id, title, text }, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      const reply = { id: id ?? null, title: cleanLine(title), text: cleanText(text) };
      const refusal = await saveReply(pb, store.id, reply, Date.now());
      if (refusal === 'gone') throw new ActionError({ code: 'NOT_FOUND', message: NO_REPLY });
      if (refusal === 'too-many')
        throw new FieldRefused('title', `You keep ${SAVED_REPLIES_MAX} replies already; remove one first.`);
      return savedRepliesOf(pb, store.id);
    },
  }),

  removeReply: defineAction({
    accept: 'json',
    input: oneOf,
    async handler({ id }, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      if (!(await deleteReply(pb, store.id, id)))
        throw new ActionError({ code: 'NOT_FOUND', message: NO_REPLY });
      return savedRepliesOf(pb, store.id);
    },
  }),

  /** Asks for the money of a line of my order back. */
  askRefund: defineAction({
    accept: 'json',
    input: refundAsked,
    async handler(asked, context) {
      const { user } = await talking(context);
      return decided(await requestRefund(context.locals.app.talk, user.id, asked));
    },
  }),

  /** Grants or declines what a buyer asked of my store. */
  answerRefund: defineAction({
    accept: 'json',
    input: refundAnswered,
    async handler(asked, context) {
      const { talker } = await talking(context);
      return decided(await answerRefund(context.locals.app.talk, talker, asked));
    },
  }),

  /** Takes my own request back. */
  withdrawRefund: defineAction({
    accept: 'json',
    input: refundWithdrawn,
    async handler(asked, context) {
      const { talker } = await talking(context);
      return decided(await withdrawRefund(context.locals.app.talk, talker, asked));
    },
  }),
};

const NO_REPLY = 'There is no such reply.';

/** The person an action is for, as he talks to others. @throws ActionError UNAUTHORIZED */
async function talking(context: ActionAPIContext): Promise<{ user: User; talker: Participant }> {
  const { user, store } = await mayBeSeller(context);
  return { user, talker: { userId: user.id, storeId: store?.id ?? null } };
}

async function changed(context: ActionAPIContext, id: string, change: 'block' | 'unblock' | 'leave') {
  const { talker } = await talking(context);
  return (await changeBlockState(context.locals.app.talk, talker, id, change)) ?? none();
}

function none(): never {
  throw new ActionError({ code: 'NOT_FOUND', message: 'There is no such conversation.' });
}

function refused(answer: ConversationRefused): ActionError {
  if (answer.refused === 'unknown') return none();
  if (answer.refused === 'attachments') return new FieldRefused('attachments', answer.sentence);
  const code = answer.refused === 'crowded' ? 'TOO_MANY_REQUESTS' : 'CONFLICT';
  return new ActionError({ code, message: answer.sentence });
}

function decided<T extends object>(answer: T | RefundRequestRefused): T {
  if (!('refused' in answer)) return answer;
  throw answer.refused === 'unknown'
    ? new ActionError({ code: 'NOT_FOUND', message: 'There is no such sale or request.' })
    : new ActionError({ code: 'CONFLICT', message: answer.sentence });
}
