import { useCallback, useRef } from 'react';
import { TYPING_EVERY_MS } from '../../../../domain/notifications/live.ts';
import { onPushHint, onReconnect } from '../../../notifications/live/connection.ts';
import { sayTyping, conversationApi } from './conversation-requests.ts';
import { conversationsWithUnsent } from './composer/drafts.ts';
import { ConversationStore } from './conversation.store.ts';
import { updateRow } from './inbox.store.ts';

/** Conversations that this page has opened. They stay open, so that what was written is sent wherever one goes. */
const rooms = new Map<string, ConversationStore>();
let isFollowing = false;

export function conversationStore(userId: string, id: string): ConversationStore {
  const key = `${userId}:${id}`;
  const known = rooms.get(key);
  if (known) return known;
  const room = new ConversationStore({ userId, conversationId: id }, conversationApi(id), updateRow);
  rooms.set(key, room);
  follow();
  void room.open();
  return room;
}

/** Goes on with what was left on its way in conversations that nobody has opened yet. */
export function resumeSending(userId: string): void {
  for (const id of conversationsWithUnsent(userId)) conversationStore(userId, id);
}

function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  onPushHint((news) => {
    if (news.kind === 'notification') return;
    if (news.kind === 'letter') {
      for (const room of rooms.values()) room.goOn();
      return;
    }
    for (const [key, room] of rooms) if (key.endsWith(`:${news.conversationId}`)) room.onPushHint(news);
  });
  onReconnect(() => {
    for (const room of rooms.values()) room.goOn();
  });
}

/** Tells the other side now and then that one is writing. */
export function useTypingHint(id: string, isOpen: boolean): () => void {
  const said = useRef(0);
  return useCallback(() => {
    if (!isOpen || Date.now() - said.current < TYPING_EVERY_MS) return;
    said.current = Date.now();
    void sayTyping(id);
  }, [id, isOpen]);
}
