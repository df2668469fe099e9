import { type ConnectionState, openLiveConnection } from '../../../data/notifications/live-connection.ts';
import type { PushHint } from '../../../domain/notifications/live.ts';

/**
 * The one live line of a page, for everybody on it who wants to hear. A page nobody looks at holds none, for a browser has
 * few connections to give.
 */
const hearing = new Set<(news: PushHint) => void>();
const watching = new Set<(state: ConnectionState) => void>();
let stop: (() => void) | null = null;
let isOpen = false;

/** Hears every knock for the person who is signed in. */
export function onPushHint(hear: (news: PushHint) => void): void {
  hearing.add(hear);
  open();
}

/** Hears how the line stands. After each `listening` one asks again, for knocks may have been missed before. */
export function onConnectionState(watch: (state: ConnectionState) => void): void {
  watching.add(watch);
  open();
}

/** Hears whenever there may be a connection again: the line stands, or the browser says so. */
export function onReconnect(back: () => void): void {
  onConnectionState((state) => {
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
  stop = openLiveConnection(
    (news) => {
      for (const hear of hearing) hear(news);
    },
    (state) => {
      for (const watch of watching) watch(state);
    },
  );
}
