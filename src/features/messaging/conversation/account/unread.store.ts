import { atom } from 'nanostores';
import { onPushHint, onReconnect } from '../../../notifications/live/connection.ts';
import { fetchUnread } from './conversation-requests.ts';

/** Unread messages in all conversations; null until it was heard. */
export const $unread = atom<number | null>(null);

let isFollowing = false;
let soon: ReturnType<typeof setTimeout> | undefined;

/** Keeps the count right from now on, for as long as the page lives. */
export function followUnread(): void {
  if (isFollowing) return;
  isFollowing = true;
  void ask();
  onReconnect(() => void ask());
  onPushHint((news) => {
    if (news.kind !== 'message' && news.kind !== 'read') return;
    // Several knocks at once are one question.
    clearTimeout(soon);
    soon = setTimeout(() => void ask(), 200);
  });
}

async function ask(): Promise<void> {
  const answer = await fetchUnread();
  if (answer.kind === 'said') $unread.set(answer.data.unread);
}
