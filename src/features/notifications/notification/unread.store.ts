import { atom } from 'nanostores';
import { readSession } from '../../../data/identity/session.ts';

/** The number of unread notifications of the signed-in user, as far as this page knows. */
export const $unread = atom(0);

/** Storage key of the last known number with its user, so that the next page shows it before it has fetched. */
const KEY = 'unread';

const currentUserId = () => readSession(document.cookie)?.record?.id ?? '';

/** Shows the stored number, if it belongs to the current user. */
export function showStoredUnread(): void {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    const { user, unread } = (stored ?? {}) as { user?: unknown; unread?: unknown };
    if (user === currentUserId() && typeof unread === 'number') $unread.set(unread);
  } catch {
    // Unreadable, or no storage: the number comes with the server's answer.
    $unread.set(0);
  }
}

/** Shows and stores the server's number. */
export function setUnread(unread: number): void {
  $unread.set(unread);
  try {
    localStorage.setItem(KEY, JSON.stringify({ user: currentUserId(), unread }));
  } catch {
    // No storage: the next page fetches it.
    return;
  }
}
