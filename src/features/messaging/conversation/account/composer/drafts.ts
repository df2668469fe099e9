/**
 * Drafts and unsent messages in localStorage, so that a reload loses nothing. Each message has its own key, so that two
 * tabs do not overwrite each other. Keys include the user, so that another user who signs in here neither sees nor sends
 * them. If storage is not available, they last as long as the page.
 */
const PREFIX = 'guildhall:words:';

/** One conversation of one user. */
export interface ConversationKey {
  userId: string;
  conversationId: string;
}

const keyOf = ({ userId, conversationId }: ConversationKey, kind: 'draft' | 'out') =>
  `${PREFIX}${userId}:${conversationId}:${kind}`;

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text under a key; null removes it. Returns whether it is stored. */
function write(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch (refused) {
    console.warn('The browser does not store drafts.', refused);
    return false;
  }
}

function keysWith(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** The draft of a conversation; "" if there is none. */
export function storedDraft(conversation: ConversationKey): string {
  return read(keyOf(conversation, 'draft')) ?? '';
}

export function saveDraft(conversation: ConversationKey, text: string): void {
  write(keyOf(conversation, 'draft'), text.trim() === '' ? null : text);
}

/** The unsent messages of a conversation as stored; `restoredOutgoing` checks their shape. */
export function storedOutgoing(conversation: ConversationKey): unknown[] {
  return keysWith(`${keyOf(conversation, 'out')}:`).flatMap((key) => {
    try {
      return [JSON.parse(read(key) ?? 'null') as unknown];
    } catch {
      write(key, null);
      return [];
    }
  });
}

/** Stores an unsent message. */
export function saveOutgoing(conversation: ConversationKey, message: { key: string }): void {
  write(`${keyOf(conversation, 'out')}:${message.key}`, JSON.stringify(message));
}

/** Removes a message that the server has or its writer discarded. */
export function removeOutgoing(conversation: ConversationKey, key: string): void {
  if (read(`${keyOf(conversation, 'out')}:${key}`) !== null)
    write(`${keyOf(conversation, 'out')}:${key}`, null);
}

/** Removes the drafts and unsent messages of all users, on sign-out. */
export function clearUnsentMessages(): void {
  for (const key of keysWith(PREFIX)) write(key, null);
}

/** Ids of the conversations in which this user has unsent messages. */
export function conversationsWithUnsent(userId: string): string[] {
  const prefix = `${PREFIX}${userId}:`;
  const ids = keysWith(prefix).flatMap((key) => {
    const [id, kind] = key.slice(prefix.length).split(':');
    return id !== undefined && kind === 'out' ? [id] : [];
  });
  return [...new Set(ids)];
}
