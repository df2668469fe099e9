import { actions } from 'astro:actions';
import { countText } from '../../../domain/notifications/notification.ts';
import { onConnectionState, onPushHint } from '../live/connection.ts';
import { $unread, setUnread, showStoredUnread } from './unread.store.ts';

/** Heard by a list of notifications that is open: there is something new, or something was read elsewhere. */
export const NOTIFICATIONS_CHANGED = 'guildhall:notifications';

/**
 * Keeps the number on the bell true while a page is open: by the live connection where there is one, else whenever the
 * page is turned to again.
 */
export function watchUnread(): void {
  $unread.subscribe(paint);
  showStoredUnread();
  onPushHint(({ kind }) => {
    if (kind !== 'notification') return;
    void fetchUnread();
    dispatchEvent(new Event(NOTIFICATIONS_CHANGED));
  });
  onConnectionState((state) => {
    // Asked once it listens, so that nothing falls between the two; and where it cannot.
    if (state !== 'connecting') void fetchUnread();
  });
}

/** Into badges no island has taken over yet; from then on they draw themselves. */
function paint(unread: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>('astro-island[ssr] [data-unread-count]'))
    badge.textContent = countText(unread);
}

let asking: Promise<void> | null = null;
let again = false;

/** Asks for the number, of a page that is looked at; knocks that come meanwhile are answered by one more asking. */
export function fetchUnread(): Promise<void> {
  again = true;
  asking ??= (async () => {
    while (again) {
      again = false;
      const { data, error } = await actions.notifications
        .unread({ path: location.pathname })
        .catch(() => ({ data: undefined, error: undefined }));
      if (data) setUnread(data.unread);
      else if (error?.code === 'UNAUTHORIZED') $unread.set(0);
    }
  })().finally(() => {
    asking = null;
  });
  return asking;
}
