import { actions, isInputError } from 'astro:actions';
import type { ConversationPage, MessagePage } from '../../../../domain/messaging/conversation.ts';
import type { Attachment, Message } from '../../../../domain/messaging/message.ts';
import { paths } from '../../../../paths.ts';
import type { ActionResult } from '../../../../ui/action-answer.ts';
import type { ApiAnswer, ConversationApi } from './conversation.store.ts';

/** What the pages of messages ask of the server, in one place. */

/** An answer as it is meant: a fault of the server or of the line leaves open whether it heard. */
async function answered<T>(ask: () => Promise<ActionResult<T>>): Promise<ApiAnswer<T>> {
  // Where the browser knows that there is no line, nothing is asked.
  if (!navigator.onLine) return { kind: 'lost' };
  try {
    const { data, error } = await ask();
    if (!error) return { kind: 'said', data };
    if (
      ['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', 'BAD_GATEWAY', 'GATEWAY_TIMEOUT'].includes(error.code)
    )
      return { kind: 'lost' };
    const fields = isInputError(error) ? Object.values<string[] | undefined>(error.fields) : [];
    return { kind: 'refused', sentence: fields.flat()[0] ?? error.message, gone: error.code === 'NOT_FOUND' };
  } catch {
    return { kind: 'lost' };
  }
}

export interface ConversationQuery {
  search: string;
  unread: boolean;
  before?: string;
}

export const fetchConversations = (asked: ConversationQuery): Promise<ApiAnswer<ConversationPage>> =>
  answered(() => actions.conversations.list(asked));

/** The verbs of one conversation. */
export function conversationApi(id: string): ConversationApi {
  return {
    page: (asked): Promise<ApiAnswer<MessagePage>> =>
      answered(() => actions.conversations.one({ id, ...asked })),
    send: (key, { text, attachments }): Promise<ApiAnswer<Message>> =>
      answered(() =>
        actions.conversations.send({ id, key, text, attachments: attachments.map((file) => file.id) }),
      ),
    read: (upTo) => answered(() => actions.conversations.read({ id, upTo })),
  };
}

/** Opens the conversation with a store, or takes up the one there is. */
export const startConversation = (asked: { storeId: string; productId?: string; orderId?: string }) =>
  answered(() => actions.conversations.start(asked));

export const fetchUnread = () => answered(() => actions.conversations.unread({}));

export const sayTyping = (id: string) => answered(() => actions.conversations.typing({ id }));

export const blockOther = (id: string) => actions.conversations.block({ id });
export const unblockOther = (id: string) => actions.conversations.unblock({ id });
export const leaveConversation = (id: string) => actions.conversations.leave({ id });

export const fetchReplies = () => actions.conversations.savedReplies({});
export const saveReply = (title: string, text: string) => actions.conversations.keepReply({ title, text });
export const removeReply = (id: string) => actions.conversations.removeReply({ id });

export const answerRefund = (id: string, key: string, grant: boolean, text: string) =>
  actions.conversations.answerRefund({ id, key, grant, text });
export const withdrawRefund = (id: string, key: string) => actions.conversations.withdrawRefund({ id, key });

/** Sends a file up, for a message that is still being written. */
export async function attach(conversationId: string, file: File): Promise<ApiAnswer<Attachment>> {
  if (!navigator.onLine) return { kind: 'lost' };
  try {
    const answer = await fetch(paths.attach(conversationId, file.name), { method: 'POST', body: file });
    // No room left is a fault of the house that trying again at once does not mend.
    if (answer.status >= 500 && answer.status !== 507) return { kind: 'lost' };
    const said: unknown = await answer.json();
    if (answer.ok) return { kind: 'said', data: said as Attachment };
    const { message } = said as { message: string };
    return { kind: 'refused', sentence: message, gone: answer.status === 404 };
  } catch {
    return { kind: 'lost' };
  }
}
