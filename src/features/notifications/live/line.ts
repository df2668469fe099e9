import { type ListeningState, listen } from '../../../data/notifications/listening.ts';
import type { LiveNews } from '../../../domain/notifications/live.ts';

/**
 * The one live line of a page, for everybody on it who wants to hear. A page nobody looks at holds none, for a browser has
 * few connections to give.
 */
const hearing = new Set<(news: LiveNews) => void>();
const watching = new Set<(state: ListeningState) => void>();
let stop: (() => void) | null = null;
let isOpen = false;

/** Hears every knock for the person who is signed in. */
export function onNews(hear: (news: LiveNews) => void): void {
  hearing.add(hear);
  open();
}

/** Hears how the line stands. After each `listening` one asks again, for knocks may have been missed before. */
export function onLine(watch: (state: ListeningState) => void): void {
  watching.add(watch);
  open();
}

/** Hears whenever there may be a connection again: the line stands, or the browser says so. */
export function onBack(back: () => void): void {
  onLine((state) => {
    if (state === 'listening') back();
  });
  addEventListener('online', back);
}

function open(): void {
  if (isOpen) return;
  isOpen = true;
  document.addEventListener('visibilitychange', follow);
  follow();
}

function follow(): void {
  stop?.();
  stop = null;
  if (document.visibilityState === 'hidden' || document.documentElement.dataset['auth'] !== 'in') return;
  stop = listen(
    (news) => {
      for (const hear of hearing) hear(news);
    },
    (state) => {
      for (const watch of watching) watch(state);
    },
  );
}
