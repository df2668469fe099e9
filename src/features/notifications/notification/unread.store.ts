import { atom } from 'nanostores';
import { readSession } from '../../../data/identity/session.ts';

/** How many notifications the person who is signed in has not read, as far as this page knows. */
export const $unread = atom(0);

/** Kept from page to page, with whose it is, so that the next page shows a number before it has asked. */
const KEPT = 'unread';

const whoIsIn = () => readSession(document.cookie)?.record?.id ?? '';

/** Shows what another page of this browser knew last; nothing where somebody else was signed in then. */
export function showStoredUnread(): void {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
    const { user, unread } = (kept ?? {}) as { user?: unknown; unread?: unknown };
    if (user === whoIsIn() && typeof unread === 'number') $unread.set(unread);
  } catch {
    // Unreadable, or a browser that keeps nothing: the number comes with the answer.
    $unread.set(0);
  }
}

/** Takes over what the server said. */
export function setUnread(unread: number): void {
  $unread.set(unread);
  try {
    localStorage.setItem(KEPT, JSON.stringify({ user: whoIsIn(), unread }));
  } catch {
    // A browser that keeps nothing: the next page asks.
    return;
  }
}
