import { useCallback, useRef } from 'react';
import { TYPING_EVERY_MS } from '../../../../domain/notifications/live.ts';
import { onPushHint, onReconnect } from '../../../notifications/live/connection.ts';
import { conversationsWithUnsent } from './composer/drafts.ts';
import { ConversationStore } from './conversation.store.ts';
import { conversationApi, sayTyping } from './conversation-requests.ts';
import { updateRow } from './inbox.store.ts';

/** The conversations opened in this tab. They stay open, so that messages are sent while the user is on another page. */
const stores = new Map<string, ConversationStore>();
let isSubscribed = false;

export function conversationStore(userId: string, id: string): ConversationStore {
  const key = `${userId}:${id}`;
  const known = stores.get(key);
  if (known) return known;
  const store = new ConversationStore({ userId, conversationId: id }, conversationApi(id), updateRow);
  stores.set(key, store);
  subscribe();
  void store.open();
  return store;
}

/** Opens all conversations with unsent messages, so that they are sent. */
export function resumeSending(userId: string): void {
  for (const id of conversationsWithUnsent(userId)) conversationStore(userId, id);
}

function subscribe(): void {
  if (isSubscribed) return;
  isSubscribed = true;
  onPushHint((news) => {
    if (news.kind === 'notification') return;
    if (news.kind === 'letter') {
      for (const store of stores.values()) store.resume();
      return;
    }
    for (const [key, store] of stores) if (key.endsWith(`:${news.conversationId}`)) store.onPushHint(news);
  });
  onReconnect(() => {
    for (const store of stores.values()) store.resume();
  });
}

/** Sends a throttled hint that the user is typing. */
export function useTypingHint(id: string, isOpen: boolean): () => void {
  const lastSent = useRef(0);
  return useCallback(() => {
    if (!isOpen || Date.now() - lastSent.current < TYPING_EVERY_MS) return;
    lastSent.current = Date.now();
    void sayTyping(id);
  }, [id, isOpen]);
}
