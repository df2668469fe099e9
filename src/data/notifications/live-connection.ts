import { LIVE_TOPIC, type PushHint, reconnectDelayMs, parsePushHint } from '../../domain/notifications/live.ts';
import { readSession } from '../identity/session.ts';

/**
 * How listening goes. `listening` comes after every connection, also after each later one: whoever hears it asks again
 * for what he shows, since knocks may have been missed. `refused` is the end of it, such as signed out.
 */
export type ConnectionState = 'connecting' | 'listening' | 'away' | 'refused';

/** What of a browser is needed; a test brings its own. */
export interface ConnectionParts {
  open(url: string): Pick<EventSource, 'addEventListener' | 'close'>;
  /** Says what is to be heard, and answers the status; 0 where the line is dead. */
  subscribe(url: string, clientId: string): Promise<number>;
  /** Calls back after so many ms; answers how to take that back. */
  after(ms: number, then: () => void): () => void;
  random(): number;
}

const URL = '/api/realtime';
/** A connection that says nothing of itself for this long after it was begun is given up. In ms. */
const CONNECT_WITHIN_MS = 15_000;

/**
 * Listens to the news of the person who is signed in, on the site's own origin, and goes on doing so: a line that breaks
 * is connected anew after growing waits, at once when the browser says that it is back on line.
 * @returns what ends it.
 */
export function openLiveConnection(
  onNews: (news: PushHint) => void,
  onState: (state: ConnectionState) => void,
  parts: ConnectionParts = BROWSER,
): () => void {
  let source: ReturnType<ConnectionParts['open']> | null = null;
  let cancelWait: () => void = () => undefined;
  let failures = 0;
  /** Counts connections: what an earlier one still says is not heard any more. */
  let turn = 0;
  let ended = false;
  /** Whether the line that breaks next was heard on: the backend ends a silent one now and then, which is no trouble. */
  let heard = false;

  const close = () => {
    turn++;
    cancelWait();
    source?.close();
    source = null;
  };
  const lost = () => {
    close();
    failures++;
    onState(heard ? 'connecting' : 'away');
    heard = false;
    cancelWait = parts.after(reconnectDelayMs(failures, parts.random()), connect);
  };
  function connect(): void {
    close();
    if (ended) return;
    const mine = turn;
    const current = () => !ended && mine === turn;
    onState('connecting');
    const opened = parts.open(URL);
    source = opened;
    cancelWait = parts.after(CONNECT_WITHIN_MS, () => current() && lost());
    opened.addEventListener('error', () => current() && lost());
    opened.addEventListener('PB_CONNECT', async (event) => {
      const { clientId } = JSON.parse((event as MessageEvent<string>).data) as { clientId: string };
      const status = await parts.subscribe(URL, clientId);
      if (!current()) return;
      // Signed out meanwhile, or another person: asking again and again would not help.
      if (status === 401 || status === 403) {
        close();
        ended = true;
        onState('refused');
      } else if (status >= 200 && status < 300) {
        cancelWait();
        failures = 0;
        heard = true;
        onState('listening');
      } else lost();
    });
    opened.addEventListener(LIVE_TOPIC, (event) => {
      const news = current() ? parsePushHint((event as MessageEvent<string>).data) : null;
      if (news) onNews(news);
    });
  }
  const back = () => {
    if (ended) return;
    failures = 0;
    connect();
  };
  globalThis.addEventListener?.('online', back);
  connect();
  return () => {
    ended = true;
    close();
    globalThis.removeEventListener?.('online', back);
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
      // Off line: the connection itself will say so, or is given up.
      return 0;
    }
  },
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};
