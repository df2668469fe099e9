import { type ConnectionState, openLiveConnection } from '../../../data/notifications/live-connection.ts';
import type { PushHint } from '../../../domain/notifications/live.ts';

/** The page's single live connection, shared by all listeners. A hidden page has none, because browsers limit connections. */
const hintListeners = new Set<(hint: PushHint) => void>();
const stateListeners = new Set<(state: ConnectionState) => void>();
let stop: (() => void) | null = null;
let isOpen = false;

/** Calls back on every push hint for the signed-in user. */
export function onPushHint(listener: (hint: PushHint) => void): void {
  hintListeners.add(listener);
  open();
}

/** Calls back on every change of the connection. Fetch again after each `listening`: hints may have been missed before. */
export function onConnectionState(listener: (state: ConnectionState) => void): void {
  stateListeners.add(listener);
  open();
}

/** Calls back whenever the network may be available again. */
export function onReconnect(listener: () => void): void {
  onConnectionState((state) => {
    if (state === 'listening') listener();
  });
  addEventListener('online', listener);
}

function open(): void {
  if (isOpen) return;
  isOpen = true;
  document.addEventListener('visibilitychange', connect);
  connect();
}

function connect(): void {
  stop?.();
  stop = null;
  if (document.visibilityState === 'hidden' || document.documentElement.dataset['auth'] !== 'in') return;
  stop = openLiveConnection(
    (hint) => {
      for (const listener of hintListeners) listener(hint);
    },
    (state) => {
      for (const listener of stateListeners) listener(state);
    },
  );
}
