import { computed } from 'nanostores';
import { readSession } from '../../../data/identity/session.ts';
import { persistentAtom } from '../../kernel/storage/persistent.ts';

/** The last known number with its user, so that the next page and other tabs show it before they have fetched it. */
export const $storedUnread = persistentAtom<{ user: string; unread: number } | null>('unread', null, {
  decode(text) {
    const { user, unread } = Object(JSON.parse(text)) as { user?: unknown; unread?: unknown };
    return typeof user === 'string' && typeof unread === 'number' ? { user, unread } : null;
  },
  encode: (known) => (known ? JSON.stringify(known) : undefined),
});

const currentUserId = () => readSession(document.cookie)?.record?.id ?? '';

/** The number of unread notifications of the signed-in user, as far as this browser knows. Islands hydrate with none. */
export const $unreadNotifications = Object.assign(
  computed($storedUnread, (known) => (known !== null && known.user === currentUserId() ? known.unread : 0)),
  { init: 0 },
);

/** Shows and stores the server's number. */
export function setUnread(unread: number): void {
  $storedUnread.set({ user: currentUserId(), unread });
}

/** Shows none: nobody is signed in. */
export function forgetUnread(): void {
  $storedUnread.set(null);
}
