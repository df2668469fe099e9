/**
 * What a person wrote and the server does not have yet, kept in this browser so that a reload loses nothing. Each message
 * has a place of its own: two tabs do not overwrite each other's. Names hold the person, so that somebody else who signs
 * in here neither sees nor sends it. What a browser refuses to keep lives as long as its page.
 */
const PREFIX = 'guildhall:words:';

/** One conversation of one person. */
export interface ConversationKey {
  userId: string;
  conversationId: string;
}

const place = ({ userId, conversationId }: ConversationKey, what: 'draft' | 'out') =>
  `${PREFIX}${userId}:${conversationId}:${what}`;

function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name; null takes it away. Says whether it is kept. */
function keep(name: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    return true;
  } catch (refused) {
    console.warn('The browser does not keep what is written.', refused);
    return false;
  }
}

function names(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/** What was begun and not sent; "" where nothing was. */
export function storedDraft(at: ConversationKey): string {
  return kept(place(at, 'draft')) ?? '';
}

export function saveDraft(at: ConversationKey, text: string): void {
  keep(place(at, 'draft'), text.trim() === '' ? null : text);
}

/** Everything on its way in a conversation, as it was kept: unread, for `restored` to judge. */
export function storedOutgoing(at: ConversationKey): unknown[] {
  return names(`${place(at, 'out')}:`).flatMap((name) => {
    try {
      return [JSON.parse(kept(name) ?? 'null') as unknown];
    } catch {
      keep(name, null);
      return [];
    }
  });
}

/** Keeps a message that is on its way. */
export function saveOutgoing(at: ConversationKey, message: { key: string }): void {
  keep(`${place(at, 'out')}:${message.key}`, JSON.stringify(message));
}

/** Forgets a message: the server has it, or its writer took it back. */
export function removeOutgoing(at: ConversationKey, key: string): void {
  if (kept(`${place(at, 'out')}:${key}`) !== null) keep(`${place(at, 'out')}:${key}`, null);
}

/** Forgets all words of everybody, when somebody signs out of this browser. */
export function clearUnsentMessages(): void {
  for (const name of names(PREFIX)) keep(name, null);
}

/** Conversations in which something of this person's is still on its way. */
export function conversationsWithUnsent(userId: string): string[] {
  const prefix = `${PREFIX}${userId}:`;
  const ids = names(prefix).flatMap((name) => {
    const [id, what] = name.slice(prefix.length).split(':');
    return id !== undefined && what === 'out' ? [id] : [];
  });
  return [...new Set(ids)];
}
