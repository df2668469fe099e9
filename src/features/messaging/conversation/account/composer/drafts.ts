import { fresh, persistentMap, TEXT } from '../../../../kernel/storage/persistent.ts';

/**
 * Drafts and unsent messages as stored texts, so that a reload loses nothing. Each message has its own name, so that two
 * tabs do not overwrite each other. Names include the user, so that another user who signs in here neither sees nor sends
 * them. If storage is not available, they last as long as the page.
 */
export const $messageDrafts = persistentMap('guildhall:words:', TEXT);

/** One conversation of one user. */
export interface ConversationKey {
  userId: string;
  conversationId: string;
}

const nameOf = ({ userId, conversationId }: ConversationKey, kind: 'draft' | 'out') =>
  `${userId}:${conversationId}:${kind}`;

const namesWith = (prefix: string) =>
  Object.keys(fresh($messageDrafts)).filter((name) => name.startsWith(prefix));

/** The draft of a conversation; "" if there is none. */
export function storedDraft(conversation: ConversationKey): string {
  return fresh($messageDrafts)[nameOf(conversation, 'draft')] ?? '';
}

export function saveMessageDraft(conversation: ConversationKey, text: string): void {
  $messageDrafts.setKey(nameOf(conversation, 'draft'), text.trim() === '' ? undefined : text);
}

/** The unsent messages of a conversation as stored; `restoredOutgoing` checks their shape. */
export function storedOutgoing(conversation: ConversationKey): unknown[] {
  return namesWith(`${nameOf(conversation, 'out')}:`).flatMap((name) => {
    try {
      return [JSON.parse($messageDrafts.get()[name] ?? 'null') as unknown];
    } catch {
      $messageDrafts.setKey(name, undefined);
      return [];
    }
  });
}

/** Stores an unsent message. */
export function saveOutgoing(conversation: ConversationKey, message: { key: string }): void {
  $messageDrafts.setKey(`${nameOf(conversation, 'out')}:${message.key}`, JSON.stringify(message));
}

/** Removes a message that the server has or its writer discarded. */
export function removeOutgoing(conversation: ConversationKey, key: string): void {
  $messageDrafts.setKey(`${nameOf(conversation, 'out')}:${key}`, undefined);
}

/** Removes the drafts and unsent messages of all users, on sign-out. */
export function clearUnsentMessages(): void {
  fresh($messageDrafts);
  $messageDrafts.set({});
}

/** Ids of the conversations in which this user has unsent messages. */
export function conversationsWithUnsent(userId: string): string[] {
  const prefix = `${userId}:`;
  const ids = namesWith(prefix).flatMap((name) => {
    const [id, kind] = name.slice(prefix.length).split(':');
    return id !== undefined && kind === 'out' ? [id] : [];
  });
  return [...new Set(ids)];
}
