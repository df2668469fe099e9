import { actions } from 'astro:actions';
import { setUnread } from './unread.store.ts';

/** How long opening a notification waits until it is marked as read, in ms. */
const MARK_TIMEOUT_MS = 800;

/** Marks a notification as read and updates the bell. Resolves after a short timeout at the latest. */
export async function markRead(id: string): Promise<void> {
  const marked = actions.notifications.read({ id }).then(
    ({ data }) => data && setUnread(data.unread),
    // No connection: it stays unread.
    () => undefined,
  );
  await Promise.race([marked, new Promise((resolve) => setTimeout(resolve, MARK_TIMEOUT_MS))]);
}

/** Handles a click on a notification: it is marked as read first, because leaving the page cancels requests. */
export async function openEntry(
  event: Pick<MouseEvent, 'preventDefault' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  { id, path, read }: { id: string; path: string; read: boolean },
): Promise<void> {
  if (read) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return void markRead(id);
  event.preventDefault();
  await markRead(id);
  location.assign(path);
}
