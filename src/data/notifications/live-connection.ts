import {
  LIVE_TOPIC,
  type PushHint,
  parsePushHint,
  reconnectDelayMs,
} from '../../domain/notifications/live.ts';
import { readSession } from '../identity/session.ts';

/**
 * The state of the live connection. After every `listening`, callers fetch again, since hints may have been missed.
 * `refused` is final, such as after signing out.
 */
export type ConnectionState = 'connecting' | 'listening' | 'away' | 'refused';

/** The browser functions used; tests pass their own. */
export interface ConnectionParts {
  open(url: string): Pick<EventSource, 'addEventListener' | 'close'>;
  /** Subscribes to the topic. Returns the HTTP status; 0 where there is no connection. */
  subscribe(url: string, clientId: string): Promise<number>;
  /** Calls back after `ms`. Returns a function that cancels it. */
  after(ms: number, then: () => void): () => void;
  random(): number;
}

const URL = '/api/realtime';
/** The timeout for connecting, in ms. */
const CONNECT_TIMEOUT_MS = 15_000;

/**
 * Receives push hints for the signed-in user, from the site's own origin. A broken connection is reopened after growing
 * delays, or at once when the browser reports that it is online again.
 * @returns a function that closes it.
 */
export function openLiveConnection(
  onHint: (hint: PushHint) => void,
  onState: (state: ConnectionState) => void,
  parts: ConnectionParts = BROWSER,
): () => void {
  let source: ReturnType<ConnectionParts['open']> | null = null;
  let cancelWait: () => void = () => undefined;
  let failures = 0;
  /** The number of the current connection; events of earlier ones are ignored. */
  let connection = 0;
  let ended = false;
  /** Whether the current connection was established: the backend closes idle ones regularly, which is no failure. */
  let established = false;

  const close = () => {
    connection++;
    cancelWait();
    source?.close();
    source = null;
  };
  const lost = () => {
    close();
    failures++;
    onState(established ? 'connecting' : 'away');
    established = false;
    cancelWait = parts.after(reconnectDelayMs(failures, parts.random()), connect);
  };
  function connect(): void {
    close();
    if (ended) return;
    const mine = connection;
    const current = () => !ended && mine === connection;
    onState('connecting');
    const opened = parts.open(URL);
    source = opened;
    cancelWait = parts.after(CONNECT_TIMEOUT_MS, () => current() && lost());
    opened.addEventListener('error', () => current() && lost());
    opened.addEventListener('PB_CONNECT', async (event) => {
      const { clientId } = JSON.parse((event as MessageEvent<string>).data) as { clientId: string };
      const status = await parts.subscribe(URL, clientId);
      if (!current()) return;
      // Signed out, or another user: retrying would not help.
      if (status === 401 || status === 403) {
        close();
        ended = true;
        onState('refused');
      } else if (status >= 200 && status < 300) {
        cancelWait();
        failures = 0;
        established = true;
        onState('listening');
      } else lost();
    });
    opened.addEventListener(LIVE_TOPIC, (event) => {
      const hint = current() ? parsePushHint((event as MessageEvent<string>).data) : null;
      if (hint) onHint(hint);
    });
  }
  const reconnect = () => {
    if (ended) return;
    failures = 0;
    connect();
  };
  globalThis.addEventListener?.('online', reconnect);
  connect();
  return () => {
    ended = true;
    close();
    globalThis.removeEventListener?.('online', reconnect);
  };
}

const BROWSER: ConnectionParts = {
  open: (url) => new EventSource(url),
  async subscribe(url, clientId) {
    const token = readSession(document.cookie)?.token;
    if (!token) return 401;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: token },
        body: JSON.stringify({ clientId, subscriptions: [LIVE_TOPIC] }),
      });
      return answer.status;
    } catch {
      // Offline: the connection itself fails or times out.
      return 0;
    }
  },
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};
