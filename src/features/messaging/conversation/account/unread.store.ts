import { atom } from 'nanostores';
import { onPushHint, onReconnect } from '../../../notifications/live/connection.ts';
import { fetchUnreadMessages } from './conversation-requests.ts';

/** Unread messages in all conversations; null before the first answer. */
export const $unreadMessages = atom<number | null>(null);

let isSubscribed = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps the count up to date while the page lives. */
export function followUnread(): void {
  if (isSubscribed) return;
  isSubscribed = true;
  void load();
  onReconnect(() => void load());
  onPushHint((news) => {
    if (news.kind !== 'message' && news.kind !== 'read') return;
    // Several push hints at once cause one request.
    clearTimeout(timer);
    timer = setTimeout(() => void load(), 200);
  });
}

async function load(): Promise<void> {
  const answer = await fetchUnreadMessages();
  if (answer.kind === 'ok') $unreadMessages.set(answer.data.unread);
}
