import { actions } from 'astro:actions';
import { listen } from '../../data/listening.ts';
import { countText } from '../../domain/notification.ts';
import { $unread, setUnread, showKeptUnread } from './unread.store.ts';

/** Heard by a list of notifications that is open: there is something new, or something was read elsewhere. */
export const NEWS_EVENT = 'guildhall:notifications';

/**
 * Keeps the number on the bell true while a page is open: by the live connection where there is one, else whenever the
 * page is turned to again. A page nobody looks at holds no connection, for a browser has few to give.
 */
export function watchUnread(): void {
  $unread.subscribe(paint);
  showKeptUnread();
  let stop: (() => void) | null = null;
  const follow = () => {
    stop?.();
    stop = null;
    if (document.visibilityState === 'hidden' || document.documentElement.dataset['auth'] !== 'in') return;
    stop = listen(
      ({ kind }) => {
        if (kind !== 'notification') return;
        void askUnread();
        dispatchEvent(new Event(NEWS_EVENT));
      },
      (state) => {
        // Asked once it listens, so that nothing falls between the two; and where it cannot.
        if (state !== 'connecting') void askUnread();
      },
    );
  };
  document.addEventListener('visibilitychange', follow);
  follow();
}

/** Into badges no island has taken over yet; from then on they draw themselves. */
function paint(unread: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>('astro-island[ssr] [data-unread-count]'))
    badge.textContent = countText(unread);
}

let asking: Promise<void> | null = null;
let again = false;

/** Asks for the number; knocks that come meanwhile are answered by one more asking. */
function askUnread(): Promise<void> {
  again = true;
  asking ??= (async () => {
    while (again) {
      again = false;
      const { data, error } = await actions.notifications
        .unread()
        .catch(() => ({ data: undefined, error: undefined }));
      if (data) setUnread(data.unread);
      else if (error?.code === 'UNAUTHORIZED') $unread.set(0);
    }
  })().finally(() => {
    asking = null;
  });
  return asking;
}
