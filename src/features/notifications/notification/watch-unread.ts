import { actions } from 'astro:actions';
import { bellText } from '../../../domain/notifications/notification.ts';
import { onConnectionState, onPushHint } from '../live/connection.ts';
import { $unreadNotifications, forgetUnread, setUnread } from './unread.store.ts';

/** The window event for open lists: there is a new notification, or one was read elsewhere. */
export const NOTIFICATIONS_CHANGED = 'guildhall:notifications';

/** Keeps the number on the bell up to date: by push hints, or whenever the page becomes visible again. */
export function watchUnread(): void {
  $unreadNotifications.subscribe(paint);
  onPushHint(({ kind }) => {
    if (kind !== 'notification') return;
    void fetchUnread();
    dispatchEvent(new Event(NOTIFICATIONS_CHANGED));
  });
  onConnectionState((state) => {
    // Fetched after connecting, so that no hint is missed in between, and also where connecting failed.
    if (state !== 'connecting') void fetchUnread();
  });
}

/** Updates badges of islands that are not hydrated yet; hydrated ones render themselves. */
function paint(unread: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>('astro-island[ssr] [data-unread-count]'))
    badge.textContent = bellText(unread);
}

let fetching: Promise<void> | null = null;
let again = false;

/** Fetches the number. Calls during a request cause one more request after it. */
export function fetchUnread(): Promise<void> {
  again = true;
  fetching ??= (async () => {
    while (again) {
      again = false;
      const { data, error } = await actions.notifications
        .unread({ path: location.pathname })
        .catch(() => ({ data: undefined, error: undefined }));
      if (data) setUnread(data.unread);
      else if (error?.code === 'UNAUTHORIZED') forgetUnread();
    }
  })().finally(() => {
    fetching = null;
  });
  return fetching;
}
