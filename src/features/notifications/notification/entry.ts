import { actions } from 'astro:actions';
import { setUnread } from './unread.store.ts';

/** The longest somebody waits for a notification to be marked before the page it leads to is opened. In ms. */
const MARK_WITHIN_MS = 800;

/** Marks a notification as read; what the bell shows follows. Whether it is kept may be waited for, a little. */
export async function markRead(id: string): Promise<void> {
  const marked = actions.notifications.read({ id }).then(
    ({ data }) => data && setUnread(data.unread),
    // No connection: it stays unread, and the page it leads to says so itself.
    () => undefined,
  );
  await Promise.race([marked, new Promise((resolve) => setTimeout(resolve, MARK_WITHIN_MS))]);
}

/** A press on the link of a notification: marked first, for a page that is left takes its requests with it. */
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
