import { actions, isInputError } from 'astro:actions';
import type { ConversationPage, MessagePage } from '../../../../domain/messaging/conversation.ts';
import type { Attachment, Message } from '../../../../domain/messaging/message.ts';
import { paths } from '../../../../paths.ts';
import type { ActionResult } from '../../../../ui/action-answer.ts';
import { withStepUp } from '../../../identity/step-up/account/step-up.store.ts';
import type { ConversationApi, RequestOutcome } from './conversation.store.ts';

/** Sends a request. `lost`: an error of the server or the connection, so it is unknown whether the request arrived. */
async function request<T>(send: () => Promise<ActionResult<T>>): Promise<RequestOutcome<T>> {
  if (!navigator.onLine) return { kind: 'lost' };
  try {
    const { data, error } = await send();
    if (!error) return { kind: 'ok', data };
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

export const fetchConversations = (query: ConversationQuery): Promise<RequestOutcome<ConversationPage>> =>
  request(() => actions.conversations.list(query));

/** The requests of one conversation. */
export function conversationApi(id: string): ConversationApi {
  return {
    page: (query): Promise<RequestOutcome<MessagePage>> =>
      request(() => actions.conversations.one({ id, ...query })),
    send: (key, { text, attachments }): Promise<RequestOutcome<Message>> =>
      request(() =>
        actions.conversations.send({ id, key, text, attachments: attachments.map((file) => file.id) }),
      ),
    read: (upTo) => request(() => actions.conversations.read({ id, upTo })),
  };
}

/** Finds or creates the conversation with a store. */
export const startConversation = (query: { storeId: string; productId?: string; orderId?: string }) =>
  request(() => actions.conversations.start(query));

export const fetchUnreadMessages = () => request(() => actions.conversations.unread({}));

export const sayTyping = (id: string) => request(() => actions.conversations.typing({ id }));

export const blockOther = (id: string) => actions.conversations.block({ id });
export const unblockOther = (id: string) => actions.conversations.unblock({ id });
export const leaveConversation = (id: string) => actions.conversations.leave({ id });

export const fetchReplies = () => actions.conversations.savedReplies({});
export const saveReply = (title: string, text: string) => actions.conversations.keepReply({ title, text });
export const removeReply = (id: string) => actions.conversations.removeReply({ id });

export const answerRefund = (id: string, key: string, grant: boolean, text: string) =>
  withStepUp(() => actions.conversations.answerRefund({ id, key, grant, text }));
export const withdrawRefund = (id: string, key: string) => actions.conversations.withdrawRefund({ id, key });

/** Uploads a file for a message that is still being written. */
export async function attach(conversationId: string, file: File): Promise<RequestOutcome<Attachment>> {
  if (!navigator.onLine) return { kind: 'lost' };
  try {
    const answer = await fetch(paths.attach(conversationId, file.name), { method: 'POST', body: file });
    // Retrying does not help when the server has no storage left (507).
    if (answer.status >= 500 && answer.status !== 507) return { kind: 'lost' };
    const body: unknown = await answer.json();
    if (answer.ok) return { kind: 'ok', data: body as Attachment };
    const { message } = body as { message: string };
    return { kind: 'refused', sentence: message, gone: answer.status === 404 };
  } catch {
    return { kind: 'lost' };
  }
}
